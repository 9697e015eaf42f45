import {endingsOf, formats} from '../../output/results/format.js';
import {wrapped} from '../layout.js';

const endings = formats.flatMap(format => endingsOf(format).slice(0, 1)).map(ending => `.${ending}`);

/** The files that emk reads and writes. */
export default `Files and encodings

Lists of people
  emk reads CSV with a header line. It detects the encoding and the delimiter,
  and tells you when it had to guess. To see what an import would do:

  $ emk import people.csv --type Newsletter --dry-run

  If letters with accents look wrong there, name the encoding:

  $ emk import people.csv --type Newsletter --encoding windows-1252

  Files from Excel are often windows-1252, older ones from a Mac macintosh.
  --delimiter is ",", ";", "|" or tab. For an example of a file:
  emk people sample

  Rows that can't be imported are saved next to your file, with the reason. Fix
  them there, and import that file. More: emk help import

  Instead of a file, - reads what you pipe in, or paste and end with Ctrl-D:

  $ cat people.csv | emk import - --type Customers --yes

Emails
  @ before a name reads a file of HTML or Markdown:

  $ emk templates lint may.html
  $ emk mailings check "Autumn preview" --html @may.html

  A Markdown file can say the subject, preheader, name, language and utm of its
  mailing at its top. An option wins.

      ---
      subject: What is new in May
      preheader: Ten ideas for your garden
      ---

What emk writes
  --out writes a file, and its ending chooses the format:

${wrapped(endings.join(' '), 76)
  .map(line => `  ${line}`)
  .join('\n')}

  $ emk people list --type Newsletter --out newsletter.csv
  $ emk people list --out people.jsonl.gz

  The file appears when it is complete, in UTF-8. emk replaces a file only with
  --overwrite. In CSV, emk makes cells harmless that a spreadsheet would run as
  formulas; --raw keeps them as they are.

  To write contacts that another account can import:

  $ emk people export customers.csv --type Customers

The whole account
  $ emk account pull account

  writes the account into a folder of YAML files that you can keep, compare and
  apply.
`;

import {endingsOf, formats} from '../../output/results/format.js';
import {wrapped} from '../layout.js';

const endings = formats.flatMap(format => endingsOf(format).slice(0, 1)).map(ending => `.${ending}`);

/** The files that emk reads and writes, and how it finds out what is in them. */
export default `Files and encodings

Lists of people
  emk reads CSV with a header line. It detects the encoding and what stands
  between the cells, and tells you when it had to guess. To see what an import
  would do, without changing anything:

  $ emk contacts import people.csv --type Newsletter --dry-run

  If letters with accents look wrong there, name the encoding:

  $ emk contacts import people.csv --type Newsletter --encoding windows-1252

  Files from Excel are often windows-1252, older ones from a Mac macintosh. With
  --delimiter you say what stands between the cells: comma, semicolon, tab or
  bar. An example of a file: emk contacts sample

  Rows that can't be imported are saved next to your file, with the reason. Fix
  them there, and import that file. More: emk help import

  - in place of a file reads what you pipe in, or what you paste and end with
  Ctrl-D:

  $ cat people.csv | emk contacts import - --type Newsletter

Emails
  @ in front of a name reads a file of HTML or Markdown:

  $ emk templates lint may.html
  $ emk single-sends check May --html @may.html

What emk writes
  --out writes to a file, and its ending says the format:
${wrapped(endings.join(' '), 76)
  .map(line => `  ${line}`)
  .join('\n')}

  $ emk contacts list --type Newsletter --out people.csv
  $ emk contacts list --out people.jsonl.gz

  The file appears when it is complete. emk replaces a file only with --force.
  What emk writes is UTF-8. In CSV, emk makes cells harmless that a spreadsheet
  would run as formulas; --raw leaves them as they are.

  To write contacts so that an import can read them again, in this account or
  another:

  $ emk contacts export people.csv --type Newsletter

The whole account
  $ emk account pull account

  writes the account into a folder of YAML files, which you can keep, compare
  and apply.
`;

import {endingsOf, formats, helpOf} from '../../output/results/format.js';
import {twoColumns} from '../layout.js';

/** How results are printed, and how to choose a format. */
export default `Output

stdout holds what you asked for and nothing else. Questions, progress, notices,
warnings and errors go to stderr.

-o, --output says how to print results:

${twoColumns(formats.map(format => [format, helpOf(format)])).join('\n')}

--json is short for -o json. EMK_OUTPUT, or "emk config set output json",
changes the default. The form is the same on a terminal and in a pipe. On a
terminal, emk makes control characters visible. Results that are not records,
such as the report of an import, can't be printed as rows or ids, and are a
block of code in md.

JSON holds each record exactly as the service sent it. Tables are for reading:
times on the account's clock, yes and no for 1 and 0, a word for a status, a
name for an id.

Lists take:

  --columns id,email,age  which fields; all for every one
  --where 'status=sent'   which records; repeat it to narrow
  --sort -created_at      order; - for the largest first
  --limit 10              how many at most
  --count                 only how many there are
  --wide                  every column and cell in full

--where knows = != > >= < <= and ~ for "contains". The value is a number, a word
that tables show, the name of a record where the field holds an id, or a date as
you say it:

  'created_at>=last week'   since its first moment
  'updated_at<2 years ago'  before that day
  'sent_at=31.12.2025'      on that day
  'city='                   where there is no city
  'city!='                  where there is one
  'first_name="null"'       in quotes: exactly this text

emk reads dates on the account's clock, or in UTC if it doesn't know the time
zone (emk config set timezone Europe/Berlin). It says on stderr how it read
them; -q silences that. It refuses what could be two days, such as 03/04. Later
than "last week" means since its first moment, later than 31.12.2025 since the
day after.

A field of another kind than the value never matches < or >. Lists are always
complete: there is no hidden limit.

--out FILE writes to a file, whole or not at all. If a list stops half-way, the
old file stays. emk replaces a file only with --force, and then keeps its mode,
owner and links. Only you can read a new one. Where --force names checks to
ignore, "--force file" replaces the file. Without -o the ending chooses the
format, and .gz compresses text, as in people.jsonl.gz:

  ${formats
    .flatMap(format =>
      endingsOf(format)
        .slice(0, 1)
        .map(ending => `.${ending}`),
    )
    .join(' ')}

Terminals that say they know it get the name of a written file as a link, and
the progress of long work in their tab or taskbar. Pipes, files and CI never do.

stdout stays empty; with -o json or jsonl it has the path, rows, bytes and
sha256 of the file. Commands that write a file of their own do the same, such as
"emk contacts export leads.csv".

An empty list is [] or a header line, and exit code 0.

After a change, a sentence on stderr says what happened, and stdout has the
record. -o id prints its id, a table its main fields, and --columns the fields
you name. Deletions and the like print only the sentence; -o json adds
{"done":[...],"failed":[...],"sum":{...}}, and -o id the ids. A sum says what
the line wanted, and how much of that is done, left or impossible. --dry-run
prints one object for each request that would change something: method, path,
encoding and fields.

CSV and TSV have the name of a record within a record, and an audience as
contacts_1;segments_2. --columns contact_type.id prints a part. Custom fields
are JSON unless you name them. In CSV, emk makes cells harmless that a
spreadsheet would run as a formula, and says so once; --raw keeps them as they
are.

Examples:
  $ emk contacts list --where 'email~@example.com' --out example.csv
  $ emk single-sends list --where status=sent --sort -sent_at --limit 5
  $ emk contacts list --out all.jsonl && jq -r .email all.jsonl
  $ emk contacts list --count --where 'created_at>=last week'
  $ emk segments list --out segments.md
  $ emk senders list --columns id,from_email,is_verified
`;

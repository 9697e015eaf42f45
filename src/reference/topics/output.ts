import {endingsOf, formats, helpOf, textFormats} from '../../output/results/format.js';
import {twoColumns} from '../layout.js';

/** How results are printed, and how to choose a format. */
export default `Output

What you asked for goes to stdout and nothing else does. Prompts, progress,
notices, warnings and errors go to stderr, so a pipe carries only data.

-o, --output says how results are printed:

${twoColumns(formats.map(format => [format, helpOf(format)])).join('\n')}

--json is short for -o json. EMK_OUTPUT, or "emk config set output json",
changes the standard. What is neither a record nor a list of them, such as the
report of an import, cannot be printed as rows or ids, and in md it is a block
of code. The form never depends on whether stdout is a terminal. Only there are
characters made visible that could steer it, whatever the account or a file
holds.

JSON holds each record exactly as the service sent it. Tables are for reading:
moments that end in Z are shown in local time, 0 and 1 as no and yes, a status
as its word, the id of another record as that record's name.

Lists take:

  --columns id,email,custom_field.age   which fields; all for every one
  --where 'status=sent'                 which records; repeat it to narrow
  --sort -created_at                    order; - for the largest first
  --limit 10                            how many at most
  --count                               only how many there are

--where knows = != > >= < <= and ~ for "contains". Its field decides what the
value may be: a number, a word that tables show, the name of a record where the
field holds an id, or a date as people say it:

  --where 'created_at>=last week'       since its first moment
  --where 'updated_at<2 years ago'      before that day
  --where 'sent_at=31.12.2025'          on that day
  --where 'created_at>2 hours ago'

Dates are meant on the account's clock, and in UTC where emk does not know its
time zone (emk config set timezone Europe/Berlin). emk says on stderr how it has
read them, which -q silences. What may be two days, such as 03/04, is refused.
Later than "last week" is since its first moment, later than 31.12.2025 is since
the day after.

  --where 'city='                       where there is no city
  --where 'city!='                      where there is one
  --where 'first_name="null"'           in quotes: exactly this text

Whatever is of another kind than the value is neither before nor after it. The
service sends whole lists, so there is no hidden limit.

--out FILE writes to a file instead of stdout: whole or not at all, so a list
that breaks half-way leaves no file, or the old one. A file that is there is
replaced only with --force, and keeps its mode, its owner and the link to it; a
new one is for you alone. Where --force names checks to ignore, the name for
the file is "file". The ending says the format if -o does not, and .gz after it
compresses: ${textFormats
  .flatMap(format => endingsOf(format).slice(0, 1))
  .map(ending => `.${ending}`)
  .join(' ')}. stdout then stays empty; with
-o json or jsonl it tells the path, rows, bytes and sha256 of the file. So do
the commands that write a file of their own, such as "emk contacts export
leads.csv".

A Parquet file is for databases. It holds a list and nothing else: every field
of its records as a column with a type, each custom field as custom_<name>, and
objects as JSON. The columns are the same when the list is empty. It is
compressed, and goes to a file or a pipe, never to a terminal.

An empty list is [] or a header line and exit code 0.

What was created or changed is said in a sentence on stderr, which -q silences,
and printed like any other record: -o id gives its id, and a table shows a short
sheet of it. --columns all shows the whole record there, and --columns a,b those
fields, with "show" too. Deleting and the like say a sentence on stderr, and on
stdout only with -o json, as {"done":[...],"failed":[...]}, or -o id. --dry-run
prints one object for each request that would change something: method, path,
encoding and fields.

In CSV and TSV a record within a record is its name, and an audience is written
as contacts_1;segments_2; --columns contact_type.id gives a part. Custom fields
are JSON unless they are asked for by name. In CSV, cells that a spreadsheet
would run as a formula are made harmless, which emk says once; --raw leaves them
as they are.

Examples:
  $ emk contacts list --where 'email~@example.com' --out example.csv
  $ emk single-sends list --where status=sent --sort -sent_at --limit 5
  $ emk contacts list --out all.jsonl && jq -r .email all.jsonl
  $ emk contacts list --count --where 'created_at>=last week'
  $ emk segments list --out segments.md
  $ emk senders list --columns id,from_email,is_verified
`;

/** What scripts and programs can rely on from version to version. */
export default `What stays the same

Scripts and programs can rely on these within a major version:

  - commands, options and their short forms
  - JSON: the names of fields and the types of their values
  - exit codes: emk help exit-codes
  - "code" and "retry" of errors
  - the columns of CSV and TSV that you name with --columns
  - the variables of the environment: emk help environment
  - the files of an account and of a seed

A minor version may add to them: a command, an option, a field in JSON, a word
where a field has one of a few. So ignore fields that you do not know. emk also
passes on fields that the service adds.

These may change in any version:

  - tables and Markdown: columns, widths, words
  - sentences: help, questions, notices, warnings, "message" and "hint" of an
    error
  - the order of fields in JSON, and how it is indented
  - which requests emk sends, and in which order

Nothing goes without notice. What will go still works for at least one minor
version, and says on stderr what takes its place; with -o json as a line that
holds {"warning":"..."}.

Codes

Each error has a code: emk help errors says what it means and what to do.

Shapes

"emk schema" prints the JSON Schema (2020-12) of each record, of what each
command prints with -o json, and of errors. They are made from the types that
emk itself is written with, so they cannot differ from what it prints. -o jsonl
prints the items of a list one a line, each of the same shape.

With --columns a record has only the fields that you name. --count prints a
number, --dry-run the requests that would be sent ("emk schema dry-run"), and a
command that writes a file tells of it ("emk schema file").

Where emk does not know what the service sends in a field, its schema is {},
which takes every value. Some services send numbers as text, and emk passes them
on as they are.

For a database, the same types as columns:

  --duckdb    the columns of read_json
  --postgres  CREATE TABLE for PostgreSQL
  --bigquery  CREATE TABLE for BigQuery

Days, times and moments without a zone are texts there, since the service writes
some of them in zeros. So are ids that it sends as text. Custom fields are one
column of JSON.

Examples:
  $ emk schema contacts
  $ emk schema contacts import > import-result.schema.json
  $ emk schema error
  $ emk schema --all --out emk.schema.json
  $ emk schema contacts --duckdb
`;

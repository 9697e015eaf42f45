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

A minor version may add a command, an option, a field in JSON, or a new value
of a field. So ignore fields that you don't know. The service can add fields
too, and emk passes them on.

These may change in any version:

  - tables and Markdown: columns, widths, words
  - sentences: help, questions, notices, warnings, "message" and "hint" of an
    error
  - the order of fields in JSON, and how it is indented
  - which requests emk sends, and in which order

What will be removed keeps working for at least one minor version, and names its
replacement on stderr; with -o json as a line {"warning":{"text":"..."}}.

Codes

Each error has a code. "emk help not_found" explains that one, "emk help errors"
all of them. The field "help" of an error is the line to run.

Shapes

"emk schema" prints the JSON Schema (2020-12) of each record, of what each
command prints with -o json, and of errors. emk's own types are made from these
schemas, so they can't differ from what it prints. -o jsonl prints one item of a
list per line, in the same shape.

With --columns a record has only the fields that you name. --count prints a
number, and --dry-run the requests it would send ("emk schema dry-run"). For
import, undo, sync, apply and clean --dry-run prints the plan instead, which the
schema of the command describes. A command that writes a file describes the file
("emk schema file").

If emk doesn't know what the service sends in a field, its schema is {}, which
allows every value. Some services send numbers as text: emk passes them on.

Examples:
  $ emk schema contacts
  $ emk schema contacts import > import-result.schema.json
  $ emk schema error
  $ emk schema --all --out emk.schema.json
`;

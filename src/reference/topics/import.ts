/** How to import a list of people, and how emk reads it. */
export default `Importing contacts

  $ emk contacts import leads.csv --type Newsletter --dry-run

checks the whole file, says what an import would do, and sends nothing. Without
--dry-run it imports. --create-type creates the list if none has that name.

The file
  CSV with a header line. emk detects the encoding and the delimiter. If it
  can't be sure, it shows how names read in each encoding and you choose one:
  --encoding, --delimiter. "-" reads standard input.

  emk matches headers with fields, whatever their case, spaces and hyphens. It
  knows other names too, such as "E-mail", "Forename" and "Zip". In a script it
  skips a column that matches nothing, with a warning.

  --map "Mail=email"      read this column as this field
  --map "Notes="          skip this column
  --set country=Germany   fill this field in every row that has none
  --create-fields         make a custom field of each column that matches none
  --country-numbers phone read 49 as Germany (phone, iso, or ids of the service)
  --split-names yes       split whole names into first and last name, or no

  At a terminal, one screen shows all columns with their fields. Change one with
  the arrows or by typing. Press - to skip all that match nothing, or + to make
  new fields of them. Esc in a later question brings you back. At the end emk
  prints the line that needs no questions.

  Without --split-names, emk splits a whole name if it looks like a person's,
  and otherwise keeps it as the first name. It also splits an address in one
  cell whose parts are two spaces apart, as Mailchimp writes them.

What is checked
  emk checks every row before it sends anything. Rows that can't be imported are
  saved in leads.rejected.csv with their reasons. Fix them there and import that
  file. leads.rejected.jsonl has the reasons for programs.

  One bad row stops the import before anything is sent (exit code 2).
  --max-errors allows more: a number or a percentage.

  If a field cannot hold some values of a column, such as "unknown" in a date,
  one answer is enough: --leave-empty Birthday leaves the field empty there, and
  --map Birthday=+birthday_text keeps the column as text. A terminal offers
  both. If one date of a column shows its order, as 31/12/2020 does, emk reads
  the others in the same order, and says so.

  At a terminal you can fix these rows one by one, with the likely value first:
  gmail.com for gmial.com, the address in "Ada <ada@example.com>", a date read
  in both ways. They are then imported too. Your file stays as it is. An
  address whose domain looks mistyped is imported as it is, with a warning.

  Values that a program has damaged, such as #REF!, NULL, ="00123" or
  4.91702E+11, are asked about once; in a script, --damaged empty (which also
  unwraps), keep or reject says what happens to them.

Who is skipped
  People who are already on the list, and people who unsubscribed, unless you
  add --include-unsubscribed. An address that is in the file twice is imported
  once: --on-duplicate says which row counts.

  People whom the file marks as unsubscribed or undeliverable, in columns such
  as Status, Accepts Marketing or Email hard bounce reason. If emk doesn't know
  a word there, it asks; in a script, --status test=out or --status beta=active
  says it. --status-column names another column or none. --keep-status imports
  everyone. A column that you did not map may say so too: Mailsperre, GDPR,
  Deceased, a tag "unsubscribed". emk stops and asks what it means; a script
  gets the line for each answer: --status-column Tags, or --map Tags=

  To take only the people who left: emk unsubscribers add --from FILE

  If live automations would mail the new people, emk names them and asks. A
  script, or a line with --yes, needs --allow-automations. So does a sync that
  changes people on a list with a live automation for one of its segments: the
  service does not say whom a segment takes.

How it is sent
  In chunks. The first one is small, and emk compares it with the list field by
  field. If an answer gets lost, emk waits until the list stops changing,
  compares it with the file, and sends only what is missing. At the end it looks
  for every address. If something is wrong, the exit code is 8:

  leads.missing.csv      rows that did not arrive
  leads.duplicates.csv   people who are now on the list more than once
  leads.refused.csv      rows that the service refused

  The next run replaces these files unless somebody changed them. --keep-files
  keeps them all.

When it stops half-way
  After Ctrl-C, a crash or a power cut:

  $ emk contacts import resume
  $ emk contacts import status

  resume looks first and sends only what is missing. Don't change the file in
  between. Ctrl-C waits for the chunk that is being sent; a second one doesn't.

People who are on a list twice

  $ emk contacts delete --doubles --type Leads

  deletes the extra contacts, and keeps the oldest one of each person. To bring
  the others back: emk restore. To look for such people: emk contacts check

Undo

  $ emk contacts import undo

  deletes exactly what the import added, and keeps what somebody has changed
  since. You can undo an import for 90 days after it ended, or as long as
  "emk config set keep-imports" says. A week before, the next import tells you
  what emk is about to forget. It never forgets an import that you can resume.

Examples:
  $ emk contacts import leads.csv --type "Spring leads" --create-type --yes
  $ emk contacts import leads.csv --type "Spring leads" \\
      --set country=Germany --max-errors 2%
  $ cat leads.csv | emk contacts import - --type "Spring leads" \\
      --out import.json
  $ emk --sandbox contacts import leads.csv --type Leads --create-type
`;

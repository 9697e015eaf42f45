/** How to import a list of people, and how emk reads it. */
export default `Importing contacts

  $ emk contacts import leads.csv --type Newsletter --dry-run

reads the whole file, says what it would do, and sends nothing. Without
--dry-run it goes on and does it. --create-type makes the contact type when
there is none of that name.

The file
  CSV with a header line: commas, semicolons, tabs or bars between the cells,
  in UTF-8, UTF-16, Windows-1252 or any other encoding that is common. Which it
  is, emk finds out, and says so where it had to guess. Where several would do,
  it shows how names would read in each and takes none by itself; --delimiter
  and --encoding settle it. "-" reads standard input.

  Headers are matched to the fields of a contact, whatever their case, spaces
  and hyphens, common other names included ("E-mail", "First name", "Zip").
  --map "Mail=email" matches one by hand, --map "Notes=" leaves one out, and
  --set country=Germany fills a field for every row that has none. In a script,
  a column that matches nothing is skipped with a warning, or becomes a custom
  field with --create-fields. At a terminal, one screen shows all columns with
  their fields: arrows and typing change one, - skips all that match nothing and
  + makes new fields of them. Esc in a later question leads back to it. In the
  end emk prints the line that needs none of the questions.

  A column of whole names is split into first and last name if its values look
  like people's names, and fills the first name if they don't; --split-names yes
  or no decides. An address in one cell, its parts joined by two spaces as
  Mailchimp writes them, is split too.

What is sent
  Every row is checked before anything is sent. Rows that cannot be sent go,
  as they were and with the reason behind them, to leads.rejected.csv, which can
  be fixed and imported as it is, and the reasons with their lines to
  leads.rejected.jsonl. --max-errors says how many of them are fine: a number
  or a percentage. It is 0 unless given, so one bad row stops the import while
  nothing has happened yet (exit code 2).

  At a terminal emk offers to fix these rows at once, one by one, with what is
  likely first: gmail.com for gmial.com, the address in "Ada <ada@example.com>",
  a date read in both ways. A fixed row goes in with this import, and your file
  stays as it is. Addresses whose domain looks mistyped are imported as they are
  written, with a warning; at a terminal you can change them first.

  emk finds the columns that say who gets no mail (Status, Unsubscribed, Accepts
  Marketing, UNSUB_TIME, Email hard bounce reason ...) and skips these people.
  Where such a column has a word that emk does not know, a terminal asks what it
  means, and a script says it: --status test=out gets no mail, --status
  beta=active does. --status-column names another column or none, --keep-status
  imports everyone. emk unsubscribers add --from FILE takes exactly the
  people who left.

  emk skips people who are already on the list, and people who unsubscribed,
  unless you add --include-unsubscribed. It takes an address that is in the file
  more than once only once: --on-duplicate says which row counts.

  Where live automations would write to the new contacts, emk names them and
  asks; a script needs --allow-automations.

How it is sent
  In chunks, the first one small and checked field by field in the list. A lost
  answer is not sent again blindly: emk waits until the service's list rests,
  compares it, and sends only what is absent. In the end it looks for every
  address. Rows that did not arrive go to leads.missing.csv, people who are now
  in the list more than once to leads.duplicates.csv, and rows that the service
  refused to leads.refused.csv; then the exit code is 8. The next run replaces
  these files, unless somebody has changed them; --keep-files keeps them all.

When it breaks off
  Ctrl-C waits for the chunk under way; a second one does not. Either way, and
  after a crash or a power cut too:

  $ emk contacts import resume
  $ emk contacts import status

  resume looks first and sends only what is missing. The file must not have
  changed meanwhile.

People who are in a list twice

  $ emk contacts dedupe leads.duplicates.csv

  deletes exactly the surplus that this file names, after a look at each
  contact. The oldest contact of each person stays. To bring the surplus back:
  emk restore. To look for such people without a file: emk contacts check

Taking it back

  $ emk contacts import undo

  deletes exactly what the import has added, and keeps what somebody has changed
  since. To keep a list like a file day by day, see: emk contacts sync --help

Examples:
  $ emk contacts import leads.csv --type "Spring leads" --create-type --yes
  $ emk contacts import leads.csv --type Leads --map Mail=email --max-errors 2%
  $ cat leads.csv | emk contacts import - --type Leads --out import.json
  $ emk --sandbox contacts import leads.csv --type Leads --create-type
`;

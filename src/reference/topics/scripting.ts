/** How to use emk from a script, a cron job or a pipeline. */
export default `Scripting

Keys
  Set EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY, or EMK_SECRET_KEY_FILE.
  "emk auth status --check" tries them. A secret key is never an option, because
  other users can read command lines.

Questions
  Without a terminal emk never asks. One error names everything that is missing.
  What deletes, mails people or goes live needs --yes, and more than 25
  deletions need --max-delete N. What makes a live automation mail people needs
  --allow-automations as well, at a terminal too if the line has --yes. A
  protected profile needs --confirm with its name. emk keeps a private copy of
  what it deletes: emk restore

Ids
  emk prints what it created, so -o id gives the id:

  $ id=$(emk lists create --name Leads -o id)
  $ emk people create --type "$id" --email ada@example.com --country Germany

  Lists give ids the same way, and "-" takes them from standard input:

  $ emk people list --where 'email~@old.example' -o id --out old.txt &&
      emk people delete - --yes --max-delete 500 < old.txt

  --out writes a file whole or not at all. In a pipe, a list that stopped
  half-way looks complete.

  After a deletion that was cut short, run the same line again: it counts what
  it has deleted before, and ends with 0. With --if-exists, a deletion counts
  whatever is not there as done, in JSON as "absent".

  You can give names instead of ids: --type Newsletter, --country Germany.
  Digits are an id. If a record has these digits as its name, write id:12 or
  name:12.

Data
  stdout holds data and nothing else. Use -o json with jq, -o jsonl for long
  lists, -o tsv with cut and awk, and --count to count:

  $ emk people list --where city=Pune --columns email --out pune.csv
  $ test "$(emk people list --type Newsletter --count)" -gt 0

Errors
  Exit codes say what happened, and whether to try again: emk help exit-codes
  With -o json every line on stderr is a JSON object, and the last one is the
  error. emk tries reads again by itself. It repeats a change only if it was
  certainly not made, and never sends a mailing twice.

Try it first
  --dry-run prints what would be sent. "emk sandbox run" gives a script an
  account of its own, and deletes it afterwards:

  $ emk people delete 7 8 --dry-run
  $ emk sandbox run -- ./seed.sh

Sending mail
  Creating a mailing sends it, so say when: --now, or --at with a time on the
  account's clock.

  $ emk send --name May --subject "News" --preheader "In May" \\
      --from news@acme.example --group "Weekly news" --to type:Newsletter \\
      --template Blank --html @may.html --at "2030-05-01 09:00" --yes

  Look at the numbers when it is sent:

  $ emk mailings wait "Spring news" --for sent --timeout 2h &&
      emk results "Spring news"
`;

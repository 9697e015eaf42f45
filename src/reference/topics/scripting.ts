/** How to use emk from a script, a cron job or a pipeline. */
export default `Scripting

Keys
  Set EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY, or EMK_SECRET_KEY_FILE.
  A secret key is never an option, since other users can read command lines.
  "emk auth status --check" tries them.

Questions
  Off a terminal emk never asks. What is missing is one error that names it all.
  Whatever deletes, mails people or goes live refuses unless --yes is given, and
  by then nothing was sent. Deleting more than 25 records also needs
  --max-delete N. A protected profile needs --confirm with its name.
  emk keeps a private copy of what it deletes. To list the copies, or to bring
  one back: emk restore

Ids
  What was created is printed, so -o id gives its id:

  $ id=$(emk contact-types create --name Leads -o id)
  $ emk contacts create --type "$id" --email ada@example.com --country Germany

  Lists give ids the same way, and "-" takes them from standard input:

  $ emk contacts list --where 'email~@old.example' -o id --out old.txt &&
      emk contacts delete - --yes --max-delete 500 < old.txt

  --out writes a file whole or not at all. Behind a pipe, half a list that broke
  looks whole, and the script goes on with it.

  Where an id is asked for, the name of a record does as well, as in
  --type Newsletter or --country Germany. Digits are always an id.

Data
  stdout carries data and nothing else. Use -o json with jq, -o jsonl for long
  lists, -o tsv with cut and awk, and --count to count:

  $ emk contacts list --where city=Pune --columns email --out pune.csv
  $ test "$(emk contacts list --type Newsletter --count)" -gt 0

Errors
  Exit codes say what happened, and whether to try again: emk help exit-codes.
  With -o json every line on stderr is a JSON object, an error the last one.
  Reads are tried again by themselves. A change is only repeated when it
  certainly was not made; a mailing is never sent twice.

Before it is real
  --dry-run prints what would be sent, and "emk sandbox run" gives a script an
  account of its own that is gone afterwards:

  $ emk contacts delete 7 8 --dry-run
  $ emk sandbox run -- ./seed.sh

Sending mail
  Creating a single send sends it, so emk needs to know when: --now, or --at
  with a moment in the time zone of the account.

  $ emk single-sends create --name May --subject "News" --preheader "In May" \\
      --from news@example.com --group Weekly --to contacts_12 --template 1 \\
      --html @may.html --at "2030-05-01 09:00" --yes

  Look at the numbers once it is sent:

  $ emk single-sends wait May --for sent --timeout 2h &&
      emk single-sends stats May
`;

/** A task for a script, used by `emk help recipes`, the guide to scripts and a test that runs it. */
type Recipe = {
  readonly title: string;
  readonly says: string;
  /** A whole script: for a POSIX shell, or for the program that its first line names. */
  readonly script: string;
};

export const recipes: readonly Recipe[] = [
  {
    title: 'Copy all contacts every night, with the date in the name',
    says: 'An import reads it back. With --force a second run on the same day replaces the first.',
    script: 'emk contacts export "contacts-$(date +%F).csv" --force',
  },
  {
    title: 'Keep a list the same as the file of a CRM, and report who is gone from it',
    says: 'emk adds new people, changes those who changed, and names those who are gone. --gone unsubscribe would unsubscribe them.',
    script: `emk contacts sync crm.csv --type Customers --update --yes \\
  --out sync.json --force &&
  jq -r '.contacts.gone[].email' sync.json > "gone-$(date +%F).txt"`,
  },
  {
    title: 'Unsubscribes from another tool count here too, and the other way round',
    says: 'The first line takes only the people who left the other tool. The second writes those who left all mail here: people who left one group still get other mail. Run both as often as you like.',
    script: `emk unsubscribers add --from other-tool.csv &&
  emk unsubscribers list --where unsubscribe_groups_id= --out left.csv --force \\
    --columns email_address,created_at`,
  },
  {
    title: 'Post the numbers of the month in a chat',
    says: 'emk writes the message, and curl sends it to the webhook of a channel.',
    script: `emk report --since 'last month' --slack --out month.json --force &&
  curl -fsS -H 'Content-Type: application/json' \\
    --data @month.json "$WEBHOOK_URL"`,
  },
  {
    title: 'Warn when an automation is not live',
    says: 'It prints nothing while all is well, so cron can run it.',
    script: `live=$(emk automations list --count \\
  --where 'automation_name=Welcome' --where status=live) || exit
test "$live" -ge 1 ||
  curl -fsS --data '{"text":"Welcome is not live."}' "$WEBHOOK_URL"`,
  },
  {
    title: 'Delete contacts that nobody has touched for two years',
    says: 'The first line makes a copy. emk says how it read "2 years ago". --max-delete stops a run that would delete more than you expect.',
    script: `emk contacts export "before-$(date +%F).csv" --force &&
  emk contacts list --type Customers -o id --out stale.txt --force \\
    --where 'updated_at<2 years ago' &&
  emk contacts delete - --yes --max-delete 500 < stale.txt`,
  },
  {
    title: 'Check in the evening that tomorrow has a mailing',
    says: 'emk agenda ends with 10 if nothing is scheduled, and with another code if it could not look.',
    script: `code=0
emk agenda --days 1 --fail-if-empty --out agenda.txt --force || code=$?
[ "$code" = 10 ] || exit "$code"
curl -fsS --data '{"text":"Is a mailing missing?"}' "$WEBHOOK_URL"`,
  },
  {
    title: 'Export all contacts to a warehouse',
    says: 'A Parquet file has a type for each column, custom fields too, and the same columns every night. Here DuckDB counts them.',
    script: `emk contacts list --out contacts.parquet --force &&
  duckdb -c "SELECT country, count(*) FROM 'contacts.parquet' GROUP BY ALL"`,
  },
  {
    title: 'Stop at the first error, and leave no files behind',
    says: 'It prints the customers who also get the newsletter. pipefail makes a failure in a pipe count.',
    script: `#!/usr/bin/env bash
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for list in Customers Newsletter; do
  emk contacts list --type "$list" --columns email -o csv |
    sed 1d | sort -u > "$work/$list"
done
comm -12 "$work/Customers" "$work/Newsletter"`,
  },
  {
    title: 'Try a line as cron will run it',
    says: 'cron knows neither your variables nor your folder. A profile keeps the address and the keys.',
    script: `env -i HOME="$HOME" PATH="$PATH" sh -c \\
  'emk --profile shop contacts export contacts.csv --force'`,
  },
  {
    title: 'Show the numbers of every mailing that was sent, one JSON object a line',
    says: 'xargs ends with 123 if emk failed for one of them.',
    script: `emk single-sends list --where status=sent -o id --out sent.txt --force &&
  xargs -n 1 emk single-sends stats -o jsonl < sent.txt`,
  },
  {
    title: 'Write a file for each list',
    says: '"|| exit" ends the loop with the exit code of emk.',
    script: `emk contact-types list --columns id,name -o tsv --out lists.tsv --force &&
  sed 1d lists.tsv | while IFS="$(printf '\\t')" read -r id name; do
    emk contacts export "$name.csv" --type "$id" --force || exit
  done`,
  },
  {
    title: 'Let Make fetch the files that are missing',
    says: 'A file is there whole or not at all, so Make never takes half a file for done. Make ends with 2 if emk failed.',
    script: `make -s -j 2 -f - <<'END'
all: contacts.csv left.csv
contacts.csv: ; emk contacts export $@
left.csv: ; emk unsubscribers list --out $@
END`,
  },
  {
    title: 'Keep the log of an import as a terminal shows it',
    says: 'On Linux, script gives emk a terminal. With CI set, emk asks nothing and opens no pager there.',
    script: `CI=true script -qec 'emk contacts import leads.csv --type Customers --yes' \\
  import.log < /dev/null`,
  },
  {
    title: 'Add people who are in the script itself',
    says: 'Run it again as often as you like: emk skips people who are on the list.',
    script: `emk contacts import - --type Customers --yes <<'END'
email,first name
ada@lovelace.example,Ada
alan@turing.example,Alan
END`,
  },
  {
    title: 'Read JSON without jq',
    says: 'Node.js reads it as well. "|| exit" comes first, so it never reads half an answer.',
    script: `lists=$(emk contact-types list -o json) || exit
printf %s "$lists" | node -e '
  for (const list of JSON.parse(require("fs").readFileSync(0)))
    console.log(list.contacts_count + " on " + list.name)'`,
  },
  {
    title: 'Do two things at the same time, and fail if one of them failed',
    says: 'wait gives the exit code of each.',
    script: `emk contacts export contacts.csv --force & contacts=$!
emk unsubscribers list --out left.csv --force & left=$!
code=0
for job in $contacts $left; do wait "$job" || code=$?; done
exit "$code"`,
  },
  {
    title: 'Try again later, but only where that can help',
    says: 'emk tries again by itself for some minutes. After that, 6, 7 and 11 say that a later run may succeed.',
    script: `for pause in 60 300 900 0; do
  emk contacts export contacts.csv --force && exit
  code=$?
  case $code in 6 | 7 | 11) sleep "$pause" ;; *) break ;; esac
done
exit "$code"`,
  },
  {
    title: 'Create a list unless it exists, and import into it',
    says: 'The report is JSON: how many people are new, and which rows emk rejected.',
    script: `list=$(emk contact-types create --name Leads --if-missing -o id) || exit
emk contacts import leads.csv --type "$list" --yes \\
  -o json --out import.json --force`,
  },
  {
    title: 'Add the person who filled in a form, once',
    says: 'It prints the id. 9 means that the answer got lost: the second try looks first, because of --if-missing.',
    script: `add() {
  emk contacts create --type Customers --country India --email "$EMAIL" \\
    --if-missing -o id
}
add || {
  code=$?
  [ "$code" = 9 ] || exit "$code"
  add
}`,
  },
];

/** The recipes as a part of the guide to scripts. */
export const recipesInMarkdown = (): string =>
  recipes.map(({title, says, script}) => `**${title}.** ${says}\n\n\`\`\`sh\n${script}\n\`\`\``).join('\n\n');

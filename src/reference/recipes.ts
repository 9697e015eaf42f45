/** A task for a script, used by `emk help recipes`, the guide to scripts and a test that runs it. */
type Recipe = {
  readonly title: string;
  readonly says: string;
  /** Lines for a POSIX shell. */
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
  emk unsubscribers list --scope everything --out left.csv --force \\
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
    script: `emk agenda --days 1 --fail-if-empty --out agenda.txt --force ||
  curl -fsS --data '{"text":"Is a mailing missing?"}' "$WEBHOOK_URL"`,
  },
  {
    title: 'Export all contacts to a warehouse',
    says: 'A Parquet file has a type for each column, custom fields too, and the same columns every night. Here DuckDB counts them.',
    script: `emk contacts list --out contacts.parquet --force &&
  duckdb -c "SELECT country, count(*) FROM 'contacts.parquet' GROUP BY ALL"`,
  },
];

/** The recipes as a part of the guide to scripts. */
export const recipesInMarkdown = (): string =>
  recipes.map(({title, says, script}) => `**${title}.** ${says}\n\n\`\`\`sh\n${script}\n\`\`\``).join('\n\n');

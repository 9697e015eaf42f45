/** A task for a script, used by `emk help recipes`, the guide to scripts and a test that runs it. */
type Recipe = {
  readonly title: string;
  readonly says: string;
  /** Lines for a POSIX shell. */
  readonly script: string;
};

export const recipes: readonly Recipe[] = [
  {
    title: 'A copy of all contacts every night, with the date in its name',
    says: 'An import takes it back as it is. --force lets a second run on one day replace the first.',
    script: 'emk contacts export "contacts-$(date +%F).csv" --force',
  },
  {
    title: 'A list that follows the file of a CRM, and a report of who is gone from it',
    says: 'New people are added, changed ones changed. Those gone stay and are named; --gone unsubscribe would see to them.',
    script: `emk contacts sync crm.csv --type Customers --update --yes \\
  --out sync.json --force &&
  jq -r '.contacts.gone[].email' sync.json > "gone-$(date +%F).txt"`,
  },
  {
    title: 'Unsubscribes from another tool count here too, and the other way round',
    says: 'emk takes only the people of the first file who left. The second line writes those who left everything: people who left one group only still get other mail. Both lines can run as often as you like.',
    script: `emk unsubscribers add --from other-tool.csv &&
  emk unsubscribers list --scope everything --out left.csv --force \\
    --columns email_address,created_at`,
  },
  {
    title: 'The numbers of the month in a chat, once a week',
    says: 'emk writes the message, and curl sends it to the webhook of a channel.',
    script: `emk report --since 'last month' --slack --out month.json --force &&
  curl -fsS -H 'Content-Type: application/json' \\
    --data @month.json "$WEBHOOK_URL"`,
  },
  {
    title: 'A word when an automation is not live',
    says: 'Nothing is said while all is well, so it can stand in a crontab.',
    script: `live=$(emk automations list --count \\
  --where 'automation_name=Welcome' --where status=live) || exit
test "$live" -ge 1 ||
  curl -fsS --data '{"text":"Welcome is not live."}' "$WEBHOOK_URL"`,
  },
  {
    title: 'Contacts that nobody has touched for two years are deleted',
    says: 'A copy is made first. emk says which moment it reads in "2 years ago". --max-delete stops a run that would take more than expected.',
    script: `emk contacts export "before-$(date +%F).csv" --force &&
  emk contacts list --type Customers -o id --out stale.txt --force \\
    --where 'updated_at<2 years ago' &&
  emk contacts delete - --yes --max-delete 500 < stale.txt`,
  },
  {
    title: 'A look in the evening whether the mailing of tomorrow is set',
    says: 'emk agenda ends with 10 where nothing is scheduled, and with another code where it could not look.',
    script: `emk agenda --days 1 --fail-if-empty --out agenda.txt --force ||
  curl -fsS --data '{"text":"Is a mailing missing?"}' "$WEBHOOK_URL"`,
  },
  {
    title: 'All contacts as a table of a warehouse',
    says: 'A Parquet file has a type for each column, custom fields too, and the same columns every night. Here DuckDB counts in it.',
    script: `emk contacts list --out contacts.parquet --force &&
  duckdb -c "SELECT country, count(*) FROM 'contacts.parquet' GROUP BY ALL"`,
  },
];

/** The recipes as a part of the guide to scripts. */
export const recipesInMarkdown = (): string =>
  recipes.map(({title, says, script}) => `**${title}.** ${says}\n\n\`\`\`sh\n${script}\n\`\`\``).join('\n\n');

# fish completion for emk: generated, change the commands instead.

# Every option, and the value and the names of those that take one.
set -g __emk_abouts '--output'\t'How to print: table, json, jsonl, csv, tsv, md, parquet or id' \
'--json'\t'Short for --output json' \
'--out'\t'Write to this file, only when complete; the ending chooses the format, .gz compresses' \
'--force'\t'Replace the file if it exists' \
'--profile'\t'The account to use' \
'--base-url'\t'The API root, ending in /api' \
'--sandbox'\t'Use the built-in sandbox instead of an account' \
'--yes'\t'Answer yes to every question' \
'--no-input'\t'Never ask questions' \
'--dry-run'\t'Print requests that change something instead of sending them' \
'--timeout'\t'How long to wait for an answer (default: 60s)' \
'--retries'\t'How often to try a read (default: 4)' \
'--max-wait'\t'How long to keep trying, in all (default: 2m)' \
'--lock-timeout'\t'How long to wait for another emk (default: 1m)' \
'--min-rate'\t'Stop a list that is slower than this (default: 1KiB a second)' \
'--rps'\t'The most requests per second (default: no limit)' \
'--allow-http'\t'Send keys over plain http to another machine' \
'--confirm'\t'Name of the protected profile, to confirm a change' \
'--no-color'\t'Print without colours' \
'--no-pager'\t'Show long lists without a pager' \
'--quiet'\t'No notices and no progress' \
'--verbose'\t'Log a line per request' \
'--debug'\t'Log headers and bodies too, addresses masked' \
'--debug-pii'\t'With --debug: show addresses' \
'--help'\t'Show help' \
'--version'\t'Print the version of emk' \
'--columns'\t'Fields to show, such as id,contact_type.name; or all' \
'--where'\t'Only records that match, such as \'created_at>=last week\'; = != < <= > >=, ~ for contains; repeat to narrow' \
'--sort'\t'Order by fields; -created_at: newest first' \
'--limit'\t'At most this many records' \
'--count'\t'Print only how many there are' \
'--wide'\t'Show every column and every cell in full' \
'--raw'\t'Keep formulas in CSV and TSV; spreadsheets run them' \
'--columns'\t'Fields to show, such as id,created_at; or all' \
'--name'\t'Name of the list' \
'--if-missing'\t'If it exists, print it and create nothing' \
'--allow-duplicate'\t'Create a second one without asking' \
'--no-lookup'\t'Don\'t look at the new record afterwards' \
'--force'\t'In a script: delete it even if a scheduled mailing or a live automation needs it' \
'--max-delete'\t'In a script: the most it may delete (default: 25)' \
'--concurrency'\t'Requests at a time, up to 16 (default: 1)' \
'--type'\t'Only contacts on this list' \
'--type'\t'The list to look in' \
'--everywhere'\t'Show the address in all lists, segments and unsubscribes' \
'--type'\t'Only on this list' \
'--type'\t'List to put the contact in' \
'--email'\t'Email address, or paste several' \
'--country'\t'Country' \
'--first-name'\t'First name' \
'--last-name'\t'Last name' \
'--state'\t'Name of the state' \
'--city'\t'Name of the city' \
'--address-line1'\t'Address' \
'--address-line2'\t'Address, second line' \
'--state-province-region'\t'State, province or region' \
'--postal-code'\t'Postal code' \
'--no-lookup'\t'Don\'t look who unsubscribed, nor at the new record' \
'--include-unsubscribed'\t'Also add people who unsubscribed' \
'--allow-automations'\t'Allow this even if it starts live automations' \
'--email'\t'Email address' \
'--allow-duplicate'\t'Allow the same address twice on the list' \
'--type'\t'Only the contacts of this list' \
'--fix'\t'Fix mistyped domains, such as gmial.com; shows what would change, and asks first' \
'--allow-automations'\t'Fix addresses even if that starts live automations' \
'--even-unsubscribed'\t'Erase the unsubscribes too: the person may get mail again' \
'--forget'\t'Erase nothing: forget that this person was erased here' \
'--open'\t'Open the page in the browser' \
'--type'\t'List to import into, by id or name' \
'--create-type'\t'Create the list if it does not exist' \
'--map'\t'The field for a column; nothing after = skips the column, +name creates a field' \
'--map-file'\t'A column map saved with --save-map, or a JSON file: {"E-Mail": "email"}' \
'--save-map'\t'Save which column fills which field, for --map-file' \
'--set'\t'A value for rows that have none' \
'--country'\t'The country that a text in the file means; nothing after = keeps the text' \
'--create-fields'\t'Create custom fields for columns that match no field' \
'--delimiter'\t'What separates the cells' \
'--encoding'\t'The encoding of the file (default: detected): utf-8, windows-1252, macintosh, shift_jis…' \
'--date-order'\t'What 03/04/2026 means' \
'--split-names'\t'Split a column of full names into first and last name (default: if it looks so)' \
'--on-duplicate'\t'Which row to use if the file has an address more than once' \
'--include-unsubscribed'\t'Also import people who unsubscribed' \
'--status-column'\t'The column that says who gets no mail, or the word none (default: detected)' \
'--status'\t'What a word in that column means: active gets mail, out gets none' \
'--keep-status'\t'Import everyone, even people marked as unsubscribed' \
'--allow-automations'\t'Import even if that starts live automations' \
'--max-errors'\t'Import even if this many rows are rejected (default: 0)' \
'--rejects'\t'File for rejected rows (default: next to yours)' \
'--keep-files'\t'Keep an earlier run\'s file of missing rows instead of replacing it' \
'--chunk-rows'\t'Rows per request, at most' \
'--verify'\t'How to verify the import' \
'--settle-wait'\t'How long to wait after a lost answer (default: 30s)' \
'--settle-poll'\t'How often to check whether the list still changes (default: 5s)' \
'--settle-max'\t'How long to wait until the list stops changing (default: 10m)' \
'--timeout'\t'How long to wait (default: 1h); then the exit code is 10' \
'--force'\t'Also delete contacts that were changed since' \
'--mail-again'\t'Also take back whom a sync unsubscribed, so that they get mail again' \
'--type'\t'List to sync, by id or name' \
'--set'\t'A value for new contacts that have none' \
'--update'\t'Change contacts that differ, in all fields of the file or only in some, as in city,postal_code' \
'--gone'\t'What happens to people who are missing from the file' \
'--max-gone'\t'The most people it may delete or unsubscribe (default: 10% of the list, at least 25)' \
'--clear'\t'An empty cell empties the field; without this it changes nothing' \
'--retry-refused'\t'Send rows again that the service refused in two earlier runs' \
'--key'\t'The field that identifies people, if not the address' \
'--check'\t'Only compare: the exit code is 10 if file and list differ' \
'--concurrency'\t'Contacts to change at a time, up to 16 (default: 1)' \
'--type'\t'The list they are on' \
'--columns'\t'Fields to edit, besides the address (default: all that can be changed)' \
'--from'\t'Apply the file that --out wrote, after you edited it' \
'--columns'\t'Fields to export, such as email,first_name,age (default: all that can be imported)' \
'--raw'\t'Write cells unchanged, even if a spreadsheet would run them as formulas' \
'--offline'\t'Make one from the fields instead of asking the service' \
'--reserved'\t'Only fields that every contact has' \
'--custom'\t'Only fields that this account added' \
'--name'\t'Name of the field: letters, digits and underscores' \
'--type'\t'Kind of value it holds' \
'--force'\t'In a script: delete it even if a scheduled mailing or a live automation needs it' \
'--segment'\t'The segment, by id or name' \
'--file'\t'A file of people: CSV, or one address per line. Use - to pipe in, or to paste and end with Ctrl-D' \
'--column'\t'The column with the addresses, in a CSV file' \
'--encoding'\t'The encoding of the file (default: detected)' \
'--strict'\t'Add nobody unless every line of the file can be added' \
'--segment'\t'The segment they are in; needed for addresses, and to verify the removal' \
'--scope'\t'Only people who unsubscribed from this: everything, group (any group), or one group by name or id' \
'--email'\t'Address to add, or a list of people as you paste it' \
'--file'\t'A file of addresses: one per line, or CSV. Use - to pipe in, or to paste and end with Ctrl-D' \
'--strict'\t'Send nothing if any line of the file has no address' \
'--from'\t'An export of another tool: emk takes only people who unsubscribed there' \
'--status-column'\t'The column of --from that says who unsubscribed (default: detected)' \
'--status'\t'What a word in that column means: left = gets no mail, active = gets mail' \
'--bounced'\t'With --from: also take people whose mail bounced' \
'--name'\t'Name of the group' \
'--description'\t'What people in this group no longer get' \
'--display'\t'Show the group on the unsubscribe page' \
'--no-display'\t'Don\'t show the group on the unsubscribe page' \
'--group'\t'The unsubscribe group' \
'--group'\t'The group they are in; needed for addresses, and to verify the removal' \
'--from-name'\t'Name that people see' \
'--from-email'\t'Address that people see' \
'--reply-to'\t'Address that replies go to' \
'--country'\t'Country of the company' \
'--state'\t'State of the company' \
'--city'\t'City of the company' \
'--zip-code'\t'Postal code of the company' \
'--company-address'\t'Postal address of the company' \
'--company-address2'\t'Postal address, second line' \
'--nickname'\t'Name of the sender; only you see it' \
'--force'\t'In a script: delete it even if a scheduled mailing or a live automation needs it' \
'--for'\t'What to wait for (default: verified)' \
'--strict'\t'Treat warnings as errors' \
'--as'\t'What to write (default: by the file\'s ending, or else html)' \
'--contact'\t'Fill the tags from this contact, by id or address' \
'--data'\t'Fill the tags from a row of a CSV file; 1 is the first below the header' \
'--utm'\t'Mark links for web statistics: newsletter/may' \
'--text'\t'Print the text of the mail instead of making a page' \
'--serve'\t'Serve the page, and reload it when the file changes' \
'--name'\t'Name; only you see it' \
'--subject'\t'Subject line' \
'--preheader'\t'Text that inboxes show after the subject' \
'--from'\t'Who it comes from' \
'--group'\t'Unsubscribe group that people can leave: those who left it do not get this mail' \
'--to'\t'Who gets it: type:<name> or segment:<name>' \
'--except'\t'Who does not get it; in the same form' \
'--template'\t'Design template; 1 for an email of your own' \
'--template-json'\t'Template as JSON, or @FILE; instead of HTML' \
'--html'\t'Your own email: HTML, or @FILE of HTML or Markdown' \
'--from-file'\t'Send a copy that "emk single-sends cancel" kept; other options change it' \
'--now'\t'Send at once' \
'--at'\t'When to send: "2030-05-01 09:00" or "tomorrow 9am"' \
'--max-recipients'\t'Send only if it mails at most this many people' \
'--expect-recipients'\t'Send only if it mails exactly this many people' \
'--expect-digest'\t'Send only what "single-sends prepare" showed' \
'--force'\t'Ignore a failed check, by name; "file" replaces the file of --out' \
'--at'\t'The new time: "friday 9am", "2030-05-01 09:00", or from the old one: "+7 days", "+2 hours"' \
'--name'\t'Name of the copy' \
'--subject'\t'Subject line of the copy' \
'--to'\t'Who gets the test' \
'--keep'\t'Leave the test and its contacts in the account' \
'--for'\t'What to wait for (default: sent)' \
'--since'\t'Only what went out on this day or later: "last monday"' \
'--until'\t'Only what went out on this day or earlier: 2026-05' \
'--compare'\t'Say if the ones you name differ by more than chance' \
'--watch'\t'Read again every 5 seconds, or this often; q to quit' \
'--chart'\t'Draw the open rates in this file, for a slide' \
'--fail-if'\t'Exit 10 if this is true: \'bounce_rate>2%\'' \
'--bulk-ids'\t'Delete in batches, by id or by code; the service does not document which one it accepts' \
'--type'\t'Kind of automation: welcome greets people who join, custom is any other series of emails' \
'--name'\t'Name of the automation' \
'--for'\t'Who it writes to: type:<name> or segment:<name>' \
'--force'\t'Ignore a failed check, by name; "file" replaces the file of --out' \
'--automation'\t'The automation, by name or code' \
'--from'\t'Who the email comes from' \
'--wait'\t'How many days or hours to wait; an instant email needs none' \
'--unit'\t'Unit of the wait' \
'--template'\t'Design template' \
'--preview'\t'Preview image (default: that of the template)' \
'--automation'\t'The automation they are in; needed for subjects, and to verify the removal' \
'--force'\t'In a script: delete it even if a scheduled mailing or a live automation needs it' \
'--days'\t'How many days after today (default: 7); 0 is only today, 1 is today and tomorrow' \
'--ics'\t'Write the scheduled mailings to this calendar file; all of them without --days' \
'--fail-if-empty'\t'Exit with 10 if no mailing is scheduled in these days, for a cron job' \
'--since'\t'The first month, as in 2026-03, "3 months ago" or "this year" (default: the last 12 months)' \
'--title'\t'Title of the report (default: the account\'s name)' \
'--slack'\t'Print the JSON of a message for a Slack webhook' \
'--chart'\t'Write one picture for a slide to this file' \
'--owner'\t'Name of the owner; for addresses that come without a name' \
'--only'\t'Only records of this kind' \
'--except'\t'Skip records of this kind' \
'--contacts'\t'Also save the contacts, as a CSV file for each list' \
'--all'\t'Also save the mailings that went out, in sent.yaml' \
'--contacts'\t'Also compare the contacts' \
'--prune'\t'Also plan to delete records that are in no file' \
'--mail-again'\t'With --prune: also delete unsubscribes that are in no file, so that these people get mail again' \
'--max-errors'\t'Continue if the import rejects at most this many contacts (default: 0)' \
'--exit-code'\t'Exit with 10 if applying the files would change anything' \
'--strict'\t'With --exit-code: also count what the API cannot create' \
'--contacts'\t'Also import the files of contacts' \
'--rejects'\t'Folder for rejected rows of the import, with the reasons' \
'--prune'\t'Also delete records that are in no file' \
'--sends'\t'Also schedule and change mailings' \
'--live'\t'Also set automations live' \
'--settle-wait'\t'How long to wait for the last request of an interrupted run (default: 30s)' \
'--exit-code'\t'Exit with 10 if they differ' \
'--format'\t'Format of the files (default: parquet)' \
'--discover'\t'Print the catalog instead: all streams with their columns' \
'--streams'\t'Only these, such as contacts,segments (default: all)' \
'--catalog'\t'Catalog that says which streams and columns to read' \
'--state'\t'State from the end of the last run' \
'--config'\t'Configuration of the runner; emk reads "streams" in it' \
'--run'\t'Id of the run, such as the id of a job (default: a new one)' \
'--random'\t'Invent different people: the same text gives the same people' \
'--env'\t'Print ids and names as variables: sh for eval in a shell, github for $GITHUB_ENV' \
'--sends'\t'Also schedule mailings' \
'--run'\t'The run to delete' \
'--older-than'\t'All runs older than this: 2d, 12h, "2 weeks", "last month", 2026-05-01' \
'--force'\t'Also delete people that others put on the lists of a run' \
'--type'\t'Put the contacts into this list instead of the one they were in' \
'--public-key'\t'Public key, from your account page' \
'--secret-key-stdin'\t'Read the secret key from standard input' \
'--switch'\t'Make this profile the current one' \
'--guard'\t'protected: emk asks for its name before a change; read-only: no changes at all' \
'--check'\t'Also test the keys with a request that changes nothing' \
'--fast'\t'Don\'t wait for Enter before each command' \
'--demo'\t'Start with the demo account (the default)' \
'--empty'\t'Start with an empty account' \
'--contacts'\t'Start with this many extra contacts' \
'--seed'\t'Number that decides the invented data (default: 1), and the keys too if you give it' \
'--fault'\t'Misbehave: \'METHOD /path=KIND[:TIMES][,option]\'' \
'--clock'\t'How time passes: real, x60 (sixty times as fast) or step (stands still)' \
'--setting'\t'Choose behaviour that the API does not document: emk help sandbox' \
'--port'\t'The port to listen on (default: a free one)' \
'--host'\t'The address to listen on (default: 127.0.0.1); 0.0.0.0 for all' \
'--db'\t'Keep the account in this file' \
'--account'\t'Start with the files of an account, from emk account pull' \
'--public-key'\t'Its public key (default: an invented one)' \
'--secret-key'\t'Its secret key (default: an invented one); never use a real one' \
'--allow-host'\t'Another host name besides localhost, for example behind a proxy' \
'--env'\t'Print the address and keys as export lines for a shell' \
'--ready-fd'\t'Write a line to this file descriptor when it is ready' \
'--ready-file'\t'Write address and keys to this file when it is ready, as JSON, or with --env as lines for a shell' \
'--db'\t'The account\'s file instead of the usual one (EMK_SANDBOX_DB)' \
'--limit'\t'Only the newest ones (default: 50)' \
'--to'\t'Only what this address got' \
'--limit'\t'Only the newest' \
'--field'\t'A form field' \
'--file'\t'A form field with a file' \
'--query'\t'A query parameter; -q name=value for short' \
'--urlencoded'\t'Encode the form like bulk deletions, not as multipart' \
'--raw'\t'Print the whole body, not only the data inside it' \
'--install'\t'Put the script where the shell looks for it' \
'--uninstall'\t'Remove what --install put there' \
'--install'\t'Write all pages where man looks for them' \
'--uninstall'\t'Remove the pages that --install wrote' \
'--all'\t'All schemas in one document' \
'--duckdb'\t'Columns for read_json of DuckDB' \
'--postgres'\t'A table for PostgreSQL' \
'--bigquery'\t'A table for BigQuery' \
'--allow-writes'\t'Let the agent create, change and delete records, 25 at once at most' \
'--allow-sends'\t'Let the agent send mailings that a person confirms; unattended: also where nobody can be asked' \
'--max-recipients'\t'Send nothing that would mail more people than this' \
'--allow-automations'\t'Let the agent add people even if that starts a live automation' \
'--folder'\t'A folder from which the agent may import and plan' \
'--mask-addresses'\t'Hide most of every email address from the agent' \
'--print-config'\t'Print what starts this line in an agent\'s program, and serve nothing' \
'--brief'\t'Names, options, effects and exit codes alone, for an agent to read'
set -g __emk_values 'table,json,jsonl,csv,tsv,md,parquet,id --output -o' \
'' \
'/ --out' \
'' \
'%profiles --profile' \
'- --base-url' \
'' \
'' \
'' \
'' \
'- --timeout' \
'- --retries' \
'- --max-wait' \
'- --lock-timeout' \
'- --min-rate' \
'- --rps' \
'' \
'- --confirm' \
'' \
'' \
'' \
'' \
'' \
'' \
'' \
'' \
'%columns --columns' \
'%where --where' \
'%sort --sort' \
'- --limit' \
'' \
'' \
'' \
'- --columns' \
'- --name' \
'' \
'' \
'' \
'audience-exists --force' \
'- --max-delete' \
'- --concurrency' \
'%contact-types --type' \
'%contact-types --type' \
'' \
'%contact-types --type' \
'%contact-types --type' \
'- --email' \
'%countries --country' \
'- --first-name' \
'- --last-name' \
'- --state' \
'- --city' \
'- --address-line1' \
'- --address-line2' \
'- --state-province-region' \
'- --postal-code' \
'' \
'' \
'' \
'- --email' \
'' \
'%contact-types --type' \
'' \
'' \
'' \
'' \
'' \
'- --type' \
'' \
'- --map' \
'- --map-file' \
'- --save-map' \
'- --set' \
'- --country' \
'' \
'auto,tab --delimiter' \
'- --encoding' \
'dmy,mdy --date-order' \
'yes,no --split-names' \
'first,last,reject --on-duplicate' \
'' \
'- --status-column' \
'- --status' \
'' \
'' \
'- --max-errors' \
'/ --rejects' \
'' \
'- --chunk-rows' \
'list,count,none --verify' \
'- --settle-wait' \
'- --settle-poll' \
'- --settle-max' \
'- --timeout' \
'' \
'' \
'- --type' \
'- --set' \
'- --update' \
'report,delete,unsubscribe --gone' \
'- --max-gone' \
'' \
'' \
'- --key' \
'' \
'- --concurrency' \
'%contact-types --type' \
'- --columns' \
'/ --from' \
'- --columns' \
'' \
'' \
'' \
'' \
'- --name' \
'text,number,datetime-local --type' \
'unknown-tag --force' \
'%segments --segment' \
'/ --file' \
'- --column' \
'- --encoding' \
'' \
'%segments --segment' \
'- --scope' \
'- --email' \
'/ --file' \
'' \
'/ --from' \
'- --status-column' \
'- --status' \
'' \
'- --name' \
'- --description' \
'' \
'' \
'%unsubscribe-groups --group' \
'%unsubscribe-groups --group' \
'- --from-name' \
'- --from-email' \
'- --reply-to' \
'%countries --country' \
'%states --state' \
'%cities --city' \
'- --zip-code' \
'- --company-address' \
'- --company-address2' \
'- --nickname' \
'sender-exists --force' \
'verified --for' \
'' \
'html,json --as' \
'- --contact' \
'- --data' \
'- --utm' \
'' \
'' \
'- --name' \
'- --subject' \
'- --preheader' \
'%senders --from' \
'%unsubscribe-groups --group' \
'%type=contact-types,segment=segments --to' \
'%type=contact-types,segment=segments --except' \
'%templates --template' \
'@ --template-json' \
'@ --html' \
'/ --from-file' \
'' \
'- --at' \
'- --max-recipients' \
'- --expect-recipients' \
'- --expect-digest' \
'sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --force' \
'- --at' \
'- --name' \
'- --subject' \
'- --to' \
'' \
'sent,sending,scheduled --for' \
'- --since' \
'- --until' \
'' \
'- --watch' \
'- --chart' \
'- --fail-if' \
'id,utr --bulk-ids' \
'welcome,custom --type' \
'- --name' \
'%type=contact-types,segment=segments --for' \
'sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,no-emails,group-exists,audience-exists,audience-empty,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --force' \
'%automations --automation' \
'%senders --from' \
'- --wait' \
'instantly,days,hours --unit' \
'%templates --template' \
'- --preview' \
'%automations --automation' \
'no-emails --force' \
'- --days' \
'- --ics' \
'' \
'- --since' \
'- --title' \
'' \
'- --chart' \
'- --owner' \
'contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients --only' \
'contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients --except' \
'' \
'' \
'' \
'' \
'' \
'- --max-errors' \
'' \
'' \
'' \
'- --rejects' \
'' \
'' \
'' \
'- --settle-wait' \
'' \
'parquet,jsonl,csv --format' \
'' \
'- --streams' \
'/ --catalog' \
'/ --state' \
'/ --config' \
'- --run' \
'- --random' \
'sh,github --env' \
'' \
'- --run' \
'- --older-than' \
'' \
'- --type' \
'- --public-key' \
'' \
'' \
'none,protected,read-only --guard' \
'' \
'' \
'' \
'' \
'- --contacts' \
'- --seed' \
'- --fault' \
'- --clock' \
'- --setting' \
'- --port' \
'- --host' \
'/ --db' \
'- --account' \
'- --public-key' \
'- --secret-key' \
'- --allow-host' \
'' \
'- --ready-fd' \
'/ --ready-file' \
'/ --db' \
'- --limit' \
'- --to' \
'- --limit' \
'- --field -f' \
'=@ --file -F' \
'- --query' \
'' \
'' \
'' \
'' \
'' \
'' \
'' \
'' \
'' \
'' \
'' \
'asking,unattended --allow-sends' \
'- --max-recipients' \
'' \
'- --folder' \
'' \
'claude,vscode,cursor --print-config' \
''

# The place that a word leads to from another.
function __emk_step --argument-names at word
    switch "$at $word"
        case ' contact-types' ' contact-type'
            echo 'contact-types'
        case ' contacts' ' contact'
            echo 'contacts'
        case ' fields' ' field'
            echo 'fields'
        case ' segments' ' segment'
            echo 'segments'
        case ' unsubscribers' ' unsubscriber'
            echo 'unsubscribers'
        case ' unsubscribe-groups' ' unsubscribe-group'
            echo 'unsubscribe-groups'
        case ' senders' ' sender'
            echo 'senders'
        case ' templates' ' template'
            echo 'templates'
        case ' single-sends' ' single-send'
            echo 'single-sends'
        case ' automations' ' automation'
            echo 'automations'
        case ' agenda'
            echo 'agenda'
        case ' report'
            echo 'report'
        case ' notification-recipients' ' notification-recipient'
            echo 'notification-recipients'
        case ' locations' ' location'
            echo 'locations'
        case ' account'
            echo 'account'
        case ' export'
            echo 'export'
        case ' tap'
            echo 'tap'
        case ' seed'
            echo 'seed'
        case ' restore'
            echo 'restore'
        case ' auth'
            echo 'auth'
        case ' config'
            echo 'config'
        case ' sandbox'
            echo 'sandbox'
        case ' api'
            echo 'api'
        case ' doctor'
            echo 'doctor'
        case ' completion'
            echo 'completion'
        case ' man'
            echo 'man'
        case ' schema'
            echo 'schema'
        case ' mcp'
            echo 'mcp'
        case ' commands'
            echo 'commands'
        case ' help'
            echo 'help'
        case 'help contact-types' 'help contact-type'
            echo 'contact-types'
        case 'help contacts' 'help contact'
            echo 'contacts'
        case 'help fields' 'help field'
            echo 'fields'
        case 'help segments' 'help segment'
            echo 'segments'
        case 'help unsubscribers' 'help unsubscriber'
            echo 'unsubscribers'
        case 'help unsubscribe-groups' 'help unsubscribe-group'
            echo 'unsubscribe-groups'
        case 'help senders' 'help sender'
            echo 'senders'
        case 'help templates' 'help template'
            echo 'templates'
        case 'help single-sends' 'help single-send'
            echo 'single-sends'
        case 'help automations' 'help automation'
            echo 'automations'
        case 'help agenda'
            echo 'agenda'
        case 'help report'
            echo 'report'
        case 'help notification-recipients' 'help notification-recipient'
            echo 'notification-recipients'
        case 'help locations' 'help location'
            echo 'locations'
        case 'help account'
            echo 'account'
        case 'help export'
            echo 'export'
        case 'help tap'
            echo 'tap'
        case 'help seed'
            echo 'seed'
        case 'help restore'
            echo 'restore'
        case 'help auth'
            echo 'auth'
        case 'help config'
            echo 'config'
        case 'help api'
            echo 'api'
        case 'help doctor'
            echo 'doctor'
        case 'help completion'
            echo 'completion'
        case 'help man'
            echo 'man'
        case 'help schema'
            echo 'schema'
        case 'help mcp'
            echo 'mcp'
        case 'help commands'
            echo 'commands'
        case 'help sending'
            echo 'help'
        case 'help lists'
            echo 'help'
        case 'help dates'
            echo 'help'
        case 'help files'
            echo 'help'
        case 'help undo'
            echo 'help'
        case 'help import'
            echo 'help'
        case 'help warehouse'
            echo 'help'
        case 'help output'
            echo 'help'
        case 'help options'
            echo 'help'
        case 'help contract'
            echo 'help'
        case 'help exit-codes'
            echo 'help'
        case 'help errors'
            echo 'help'
        case 'help environment'
            echo 'help'
        case 'help sandbox'
            echo 'help'
        case 'help testing'
            echo 'help'
        case 'help recipes'
            echo 'help'
        case 'help agents'
            echo 'help'
        case 'help scripting'
            echo 'help'
        case 'help topics'
            echo 'help'
        case 'contact-types list' 'contact-types ls'
            echo 'contact-types list'
        case 'contact-types show' 'contact-types get'
            echo 'contact-types show'
        case 'contact-types create' 'contact-types add'
            echo 'contact-types create'
        case 'contact-types update'
            echo 'contact-types update'
        case 'contact-types delete' 'contact-types rm'
            echo 'contact-types delete'
        case 'contacts list' 'contacts ls'
            echo 'contacts list'
        case 'contacts show' 'contacts get'
            echo 'contacts show'
        case 'contacts find'
            echo 'contacts find'
        case 'contacts create' 'contacts add'
            echo 'contacts create'
        case 'contacts update'
            echo 'contacts update'
        case 'contacts check'
            echo 'contacts check'
        case 'contacts index'
            echo 'contacts index'
        case 'contacts erase'
            echo 'contacts erase'
        case 'contacts dossier'
            echo 'contacts dossier'
        case 'contacts import'
            echo 'contacts import'
        case 'contacts sync'
            echo 'contacts sync'
        case 'contacts dedupe'
            echo 'contacts dedupe'
        case 'contacts edit'
            echo 'contacts edit'
        case 'contacts export'
            echo 'contacts export'
        case 'contacts sample'
            echo 'contacts sample'
        case 'contacts delete' 'contacts rm'
            echo 'contacts delete'
        case 'contacts import resume'
            echo 'contacts import resume'
        case 'contacts import status'
            echo 'contacts import status'
        case 'contacts import wait'
            echo 'contacts import wait'
        case 'contacts import undo'
            echo 'contacts import undo'
        case 'fields list' 'fields ls'
            echo 'fields list'
        case 'fields create' 'fields add'
            echo 'fields create'
        case 'fields delete' 'fields rm'
            echo 'fields delete'
        case 'segments list' 'segments ls'
            echo 'segments list'
        case 'segments delete' 'segments rm'
            echo 'segments delete'
        case 'segments recipients' 'segments recipient'
            echo 'segments recipients'
        case 'segments recipients list' 'segments recipients ls'
            echo 'segments recipients list'
        case 'segments recipients add' 'segments recipients create'
            echo 'segments recipients add'
        case 'segments recipients delete' 'segments recipients rm'
            echo 'segments recipients delete'
        case 'unsubscribers list' 'unsubscribers ls'
            echo 'unsubscribers list'
        case 'unsubscribers add' 'unsubscribers create'
            echo 'unsubscribers add'
        case 'unsubscribers delete' 'unsubscribers rm'
            echo 'unsubscribers delete'
        case 'unsubscribe-groups list' 'unsubscribe-groups ls'
            echo 'unsubscribe-groups list'
        case 'unsubscribe-groups show' 'unsubscribe-groups get'
            echo 'unsubscribe-groups show'
        case 'unsubscribe-groups create' 'unsubscribe-groups add'
            echo 'unsubscribe-groups create'
        case 'unsubscribe-groups update'
            echo 'unsubscribe-groups update'
        case 'unsubscribe-groups recipients' 'unsubscribe-groups recipient'
            echo 'unsubscribe-groups recipients'
        case 'unsubscribe-groups recipients list' 'unsubscribe-groups recipients ls'
            echo 'unsubscribe-groups recipients list'
        case 'unsubscribe-groups recipients add' 'unsubscribe-groups recipients create'
            echo 'unsubscribe-groups recipients add'
        case 'unsubscribe-groups recipients delete' 'unsubscribe-groups recipients rm'
            echo 'unsubscribe-groups recipients delete'
        case 'senders list' 'senders ls'
            echo 'senders list'
        case 'senders show' 'senders get'
            echo 'senders show'
        case 'senders create' 'senders add'
            echo 'senders create'
        case 'senders update'
            echo 'senders update'
        case 'senders delete' 'senders rm'
            echo 'senders delete'
        case 'senders verify'
            echo 'senders verify'
        case 'senders wait'
            echo 'senders wait'
        case 'templates list' 'templates ls'
            echo 'templates list'
        case 'templates show' 'templates get'
            echo 'templates show'
        case 'templates tags'
            echo 'templates tags'
        case 'templates lint'
            echo 'templates lint'
        case 'templates save'
            echo 'templates save'
        case 'templates preview'
            echo 'templates preview'
        case 'single-sends list' 'single-sends ls'
            echo 'single-sends list'
        case 'single-sends show' 'single-sends get'
            echo 'single-sends show'
        case 'single-sends create' 'single-sends add'
            echo 'single-sends create'
        case 'single-sends update'
            echo 'single-sends update'
        case 'single-sends reschedule'
            echo 'single-sends reschedule'
        case 'single-sends cancel'
            echo 'single-sends cancel'
        case 'single-sends copy'
            echo 'single-sends copy'
        case 'single-sends duplicate'
            echo 'single-sends duplicate'
        case 'single-sends check'
            echo 'single-sends check'
        case 'single-sends prepare'
            echo 'single-sends prepare'
        case 'single-sends test'
            echo 'single-sends test'
        case 'single-sends wait'
            echo 'single-sends wait'
        case 'single-sends stats'
            echo 'single-sends stats'
        case 'single-sends delete' 'single-sends rm'
            echo 'single-sends delete'
        case 'automations list' 'automations ls'
            echo 'automations list'
        case 'automations show' 'automations get'
            echo 'automations show'
        case 'automations create' 'automations add'
            echo 'automations create'
        case 'automations duplicate'
            echo 'automations duplicate'
        case 'automations pause'
            echo 'automations pause'
        case 'automations set-live'
            echo 'automations set-live'
        case 'automations check'
            echo 'automations check'
        case 'automations stats'
            echo 'automations stats'
        case 'automations delete' 'automations rm'
            echo 'automations delete'
        case 'automations schedules' 'automations schedule'
            echo 'automations schedules'
        case 'automations schedules list' 'automations schedules ls'
            echo 'automations schedules list'
        case 'automations schedules add' 'automations schedules create'
            echo 'automations schedules add'
        case 'automations schedules delete' 'automations schedules rm'
            echo 'automations schedules delete'
        case 'notification-recipients list' 'notification-recipients ls'
            echo 'notification-recipients list'
        case 'notification-recipients add' 'notification-recipients create'
            echo 'notification-recipients add'
        case 'notification-recipients delete' 'notification-recipients rm'
            echo 'notification-recipients delete'
        case 'locations countries'
            echo 'locations countries'
        case 'locations states'
            echo 'locations states'
        case 'locations cities'
            echo 'locations cities'
        case 'account pull'
            echo 'account pull'
        case 'account plan'
            echo 'account plan'
        case 'account apply'
            echo 'account apply'
        case 'account destroy'
            echo 'account destroy'
        case 'account diff'
            echo 'account diff'
        case 'account schema'
            echo 'account schema'
        case 'seed clean'
            echo 'seed clean'
        case 'seed runs'
            echo 'seed runs'
        case 'seed schema'
            echo 'seed schema'
        case 'auth login'
            echo 'auth login'
        case 'auth logout'
            echo 'auth logout'
        case 'auth status'
            echo 'auth status'
        case 'auth list' 'auth ls'
            echo 'auth list'
        case 'auth switch'
            echo 'auth switch'
        case 'config get'
            echo 'config get'
        case 'config set'
            echo 'config set'
        case 'config unset'
            echo 'config unset'
        case 'config list' 'config ls'
            echo 'config list'
        case 'config path'
            echo 'config path'
        case 'sandbox tour'
            echo 'sandbox tour'
        case 'sandbox run'
            echo 'sandbox run'
        case 'sandbox serve'
            echo 'sandbox serve'
        case 'sandbox reset'
            echo 'sandbox reset'
        case 'sandbox path'
            echo 'sandbox path'
        case 'sandbox log'
            echo 'sandbox log'
        case 'sandbox mail'
            echo 'sandbox mail'
        case '*'
            return 1
    end
end

# The words that lead on from a place, or their other names.
function __emk_words --argument-names at
    switch "$at"
        case ''
            printf '%s\n' 'contact-types'\t'Lists of people: the API calls a list a contact type' \
'contacts'\t'People you can write to' \
'fields'\t'Fields of a contact: reserved and custom' \
'segments'\t'People grouped by what they have in common' \
'unsubscribers'\t'People who unsubscribed' \
'unsubscribe-groups'\t'Kinds of mail people can unsubscribe from' \
'senders'\t'Addresses you write from' \
'templates'\t'Design templates and their tags' \
'single-sends'\t'One-off mailings, at once or at a set time' \
'automations'\t'Emails that send themselves' \
'agenda'\t'Upcoming mail, and anything blocking it' \
'report'\t'The account at a glance, in the terminal or as a page' \
'notification-recipients'\t'Addresses stored for notifications' \
'locations'\t'Countries, states and cities' \
'account'\t'The account as files, under version control' \
'export'\t'Copy the whole account into a folder, for a warehouse' \
'tap'\t'All records for a Singer target, such as those of Meltano' \
'seed'\t'Test data that cleans up after itself' \
'restore'\t'Bring back what emk has deleted' \
'auth'\t'Log in, and choose between accounts' \
'config'\t'Settings' \
'sandbox'\t'A local copy of the service, to try things safely' \
'api'\t'Send any request, when there is no command for it' \
'doctor'\t'Find out what is wrong and how to fix it' \
'completion'\t'Completion for your shell' \
'man'\t'Manual pages, to install or to print' \
'schema'\t'The shape of everything that emk prints as JSON' \
'mcp'\t'The account as tools for an agent' \
'commands'\t'All commands, as JSON' \
'help'\t'Explain a command or a topic'
        case 'help'
            printf '%s\n' 'contact-types'\t'Lists of people: the API calls a list a contact type' \
'contacts'\t'People you can write to' \
'fields'\t'Fields of a contact: reserved and custom' \
'segments'\t'People grouped by what they have in common' \
'unsubscribers'\t'People who unsubscribed' \
'unsubscribe-groups'\t'Kinds of mail people can unsubscribe from' \
'senders'\t'Addresses you write from' \
'templates'\t'Design templates and their tags' \
'single-sends'\t'One-off mailings, at once or at a set time' \
'automations'\t'Emails that send themselves' \
'agenda'\t'Upcoming mail, and anything blocking it' \
'report'\t'The account at a glance, in the terminal or as a page' \
'notification-recipients'\t'Addresses stored for notifications' \
'locations'\t'Countries, states and cities' \
'account'\t'The account as files, under version control' \
'export'\t'Copy the whole account into a folder, for a warehouse' \
'tap'\t'All records for a Singer target, such as those of Meltano' \
'seed'\t'Test data that cleans up after itself' \
'restore'\t'Bring back what emk has deleted' \
'auth'\t'Log in, and choose between accounts' \
'config'\t'Settings' \
'api'\t'Send any request, when there is no command for it' \
'doctor'\t'Find out what is wrong and how to fix it' \
'completion'\t'Completion for your shell' \
'man'\t'Manual pages, to install or to print' \
'schema'\t'The shape of everything that emk prints as JSON' \
'mcp'\t'The account as tools for an agent' \
'commands'\t'All commands, as JSON' \
'sending'\t'Topic' \
'lists'\t'Topic' \
'dates'\t'Topic' \
'files'\t'Topic' \
'undo'\t'Topic' \
'import'\t'Topic' \
'warehouse'\t'Topic' \
'output'\t'Topic' \
'options'\t'Topic' \
'contract'\t'Topic' \
'exit-codes'\t'Topic' \
'errors'\t'Topic' \
'environment'\t'Topic' \
'sandbox'\t'Topic' \
'testing'\t'Topic' \
'recipes'\t'Topic' \
'agents'\t'Topic' \
'scripting'\t'Topic' \
'topics'\t'Topic'
        case 'contact-types'
            printf '%s\n' 'list'\t'Show your lists' \
'show'\t'Show one list' \
'create'\t'Create a list' \
'update'\t'Rename a list' \
'delete'\t'Delete lists'
        case 'contacts'
            printf '%s\n' 'list'\t'List contacts' \
'show'\t'Show one contact, or one address in all lists' \
'find'\t'Find contacts by any part of their data' \
'create'\t'Add a contact, or several as you paste them' \
'update'\t'Change a contact. Fields you don\'t name keep their value' \
'check'\t'Find duplicates, dead addresses and gaps in your lists' \
'index'\t'Read all contacts once, so that emk finds any address quickly' \
'erase'\t'Erase a person from the account and this machine, with a certificate' \
'dossier'\t'Everything the account knows about one person, as JSON or as a page to hand over' \
'import'\t'Import contacts from a CSV file' \
'sync'\t'Make a list match a file' \
'dedupe'\t'Delete the extra contacts of people who are on a list more than once' \
'edit'\t'Change many contacts in your editor or a spreadsheet' \
'export'\t'Export contacts to a CSV file that you can import again' \
'sample'\t'Get an example CSV file to import' \
'delete'\t'Delete contacts'
        case 'contacts import'
            printf '%s\n' 'resume'\t'Continue an import that stopped' \
'status'\t'Show past imports and what they did' \
'wait'\t'Wait for an import to end, and show the result' \
'undo'\t'Undo an import'
        case 'fields'
            printf '%s\n' 'list'\t'List the fields of a contact: reserved, custom, or both' \
'create'\t'Add a custom field' \
'delete'\t'Delete custom fields and the values contacts have in them'
        case 'segments'
            printf '%s\n' 'list'\t'List segments' \
'delete'\t'Delete segments' \
'recipients'\t'People in a segment'
        case 'segments recipients'
            printf '%s\n' 'list'\t'List the people in a segment' \
'add'\t'Add people to a segment, one by one or from a file' \
'delete'\t'Remove people from a segment'
        case 'unsubscribers'
            printf '%s\n' 'list'\t'List people who unsubscribed, from all mail or from one group' \
'add'\t'Unsubscribe addresses from all mail' \
'delete'\t'Remove addresses from the list, so that they get mail again'
        case 'unsubscribe-groups'
            printf '%s\n' 'list'\t'List unsubscribe groups' \
'show'\t'Show one unsubscribe group' \
'create'\t'Create an unsubscribe group' \
'update'\t'Change an unsubscribe group. Fields you don\'t name keep their value' \
'recipients'\t'People who unsubscribed from a group'
        case 'unsubscribe-groups recipients'
            printf '%s\n' 'list'\t'List the people who unsubscribed from a group' \
'add'\t'Unsubscribe addresses from a group' \
'delete'\t'Remove addresses from a group, so that they get its mail again'
        case 'senders'
            printf '%s\n' 'list'\t'List senders' \
'show'\t'Show one sender' \
'create'\t'Create a sender. The service mails it a verification link' \
'update'\t'Change a sender. Fields you don\'t name keep their value' \
'delete'\t'Delete senders' \
'verify'\t'Mail the verification link to a sender again' \
'wait'\t'Wait until a sender is verified'
        case 'templates'
            printf '%s\n' 'list'\t'List design templates' \
'show'\t'Show one design template' \
'tags'\t'List the tags that a template can use, such as ((first_name))' \
'lint'\t'Find mistakes in the HTML of a mailing' \
'save'\t'Save a template to a file, as HTML or JSON' \
'preview'\t'See a mailing as readers get it: in the inbox, on a desktop, on a phone'
        case 'single-sends'
            printf '%s\n' 'list'\t'Show your mailings' \
'show'\t'Show one mailing' \
'create'\t'Create a mailing. With --now it goes out at once' \
'update'\t'Change a mailing. Fields you don\'t name keep their value' \
'reschedule'\t'Move a scheduled mailing to another time' \
'cancel'\t'Stop a scheduled mailing, and keep a copy to send later' \
'copy'\t'Send a mailing again at another time, with new dates in its name and subject' \
'duplicate'\t'Copy a mailing. The copy of an immediate one may go out, so emk asks first' \
'check'\t'Check a mailing before it goes out' \
'prepare'\t'Show what sending would do, and give a digest to send exactly that' \
'test'\t'Mail a test of a mailing to yourself' \
'wait'\t'Wait until a mailing is sent' \
'stats'\t'Show how mailings did: delivered, opened, bounced, unsubscribed' \
'delete'\t'Delete mailings'
        case 'automations'
            printf '%s\n' 'list'\t'List automations' \
'show'\t'Show one automation and the timeline of its emails' \
'create'\t'Create an automation as a draft' \
'duplicate'\t'Copy an automation as a draft' \
'pause'\t'Pause a live automation' \
'set-live'\t'Start an automation: it mails people who join from now on' \
'check'\t'Check an automation before you set it live' \
'stats'\t'Show how automations did: delivered, opened, bounced, unsubscribed' \
'delete'\t'Delete automations' \
'schedules'\t'The emails of an automation'
        case 'automations schedules'
            printf '%s\n' 'list'\t'List the emails of an automation' \
'add'\t'Add an email to an automation' \
'delete'\t'Remove emails from an automation'
        case 'notification-recipients'
            printf '%s\n' 'list'\t'List notification recipients' \
'add'\t'Add one or several notification recipients' \
'delete'\t'Delete notification recipients'
        case 'locations'
            printf '%s\n' 'countries'\t'List countries' \
'states'\t'List states' \
'cities'\t'List cities'
        case 'account'
            printf '%s\n' 'pull'\t'Save the account as files' \
'plan'\t'Show what applying the files would change' \
'apply'\t'Change the account to match the files' \
'destroy'\t'Delete what these files created in the account' \
'diff'\t'Compare the accounts of two profiles' \
'schema'\t'Print the JSON Schema of the files'
        case 'seed'
            printf '%s\n' 'clean'\t'Delete the test data of seeds' \
'runs'\t'Show the runs that have data in the account' \
'schema'\t'Print the JSON Schema of a seed file'
        case 'auth'
            printf '%s\n' 'login'\t'Log in: check the keys of an account and save them as a profile' \
'logout'\t'Log out: delete the keys of a profile from this machine' \
'status'\t'Show which account emk uses, and where each value comes from' \
'list'\t'List the profiles' \
'switch'\t'Make a profile the current one'
        case 'config'
            printf '%s\n' 'get'\t'Show one setting' \
'set'\t'Change a setting' \
'unset'\t'Set a setting back to its default' \
'list'\t'Show every setting' \
'path'\t'Show where profiles and settings are stored'
        case 'sandbox'
            printf '%s\n' 'tour'\t'See emk at work: real commands in a sandbox, deleted afterwards' \
'run'\t'Run a command in a new sandbox, deleted afterwards' \
'serve'\t'Serve a sandbox to other programs' \
'reset'\t'Reset the account of --sandbox' \
'path'\t'Show where the account of --sandbox is stored' \
'log'\t'Show the requests the sandbox received' \
'mail'\t'Show which mail people got, with the tags filled'
    end
end

function __emk_others --argument-names at
    switch "$at"
        case ''
            printf '%s\n' 'contact-type'\t'Lists of people: the API calls a list a contact type' \
'contact'\t'People you can write to' \
'field'\t'Fields of a contact: reserved and custom' \
'segment'\t'People grouped by what they have in common' \
'unsubscriber'\t'People who unsubscribed' \
'unsubscribe-group'\t'Kinds of mail people can unsubscribe from' \
'sender'\t'Addresses you write from' \
'template'\t'Design templates and their tags' \
'single-send'\t'One-off mailings, at once or at a set time' \
'automation'\t'Emails that send themselves' \
'notification-recipient'\t'Addresses stored for notifications' \
'location'\t'Countries, states and cities'
        case 'help'
            printf '%s\n' 'contact-type'\t'Lists of people: the API calls a list a contact type' \
'contact'\t'People you can write to' \
'field'\t'Fields of a contact: reserved and custom' \
'segment'\t'People grouped by what they have in common' \
'unsubscriber'\t'People who unsubscribed' \
'unsubscribe-group'\t'Kinds of mail people can unsubscribe from' \
'sender'\t'Addresses you write from' \
'template'\t'Design templates and their tags' \
'single-send'\t'One-off mailings, at once or at a set time' \
'automation'\t'Emails that send themselves' \
'notification-recipient'\t'Addresses stored for notifications' \
'location'\t'Countries, states and cities'
        case 'contact-types'
            printf '%s\n' 'ls'\t'Show your lists' \
'get'\t'Show one list' \
'add'\t'Create a list' \
'rm'\t'Delete lists'
        case 'contacts'
            printf '%s\n' 'ls'\t'List contacts' \
'get'\t'Show one contact, or one address in all lists' \
'add'\t'Add a contact, or several as you paste them' \
'rm'\t'Delete contacts'
        case 'fields'
            printf '%s\n' 'ls'\t'List the fields of a contact: reserved, custom, or both' \
'add'\t'Add a custom field' \
'rm'\t'Delete custom fields and the values contacts have in them'
        case 'segments'
            printf '%s\n' 'ls'\t'List segments' \
'rm'\t'Delete segments' \
'recipient'\t'People in a segment'
        case 'segments recipients'
            printf '%s\n' 'ls'\t'List the people in a segment' \
'create'\t'Add people to a segment, one by one or from a file' \
'rm'\t'Remove people from a segment'
        case 'unsubscribers'
            printf '%s\n' 'ls'\t'List people who unsubscribed, from all mail or from one group' \
'create'\t'Unsubscribe addresses from all mail' \
'rm'\t'Remove addresses from the list, so that they get mail again'
        case 'unsubscribe-groups'
            printf '%s\n' 'ls'\t'List unsubscribe groups' \
'get'\t'Show one unsubscribe group' \
'add'\t'Create an unsubscribe group' \
'recipient'\t'People who unsubscribed from a group'
        case 'unsubscribe-groups recipients'
            printf '%s\n' 'ls'\t'List the people who unsubscribed from a group' \
'create'\t'Unsubscribe addresses from a group' \
'rm'\t'Remove addresses from a group, so that they get its mail again'
        case 'senders'
            printf '%s\n' 'ls'\t'List senders' \
'get'\t'Show one sender' \
'add'\t'Create a sender. The service mails it a verification link' \
'rm'\t'Delete senders'
        case 'templates'
            printf '%s\n' 'ls'\t'List design templates' \
'get'\t'Show one design template'
        case 'single-sends'
            printf '%s\n' 'ls'\t'Show your mailings' \
'get'\t'Show one mailing' \
'add'\t'Create a mailing. With --now it goes out at once' \
'rm'\t'Delete mailings'
        case 'automations'
            printf '%s\n' 'ls'\t'List automations' \
'get'\t'Show one automation and the timeline of its emails' \
'add'\t'Create an automation as a draft' \
'rm'\t'Delete automations' \
'schedule'\t'The emails of an automation'
        case 'automations schedules'
            printf '%s\n' 'ls'\t'List the emails of an automation' \
'create'\t'Add an email to an automation' \
'rm'\t'Remove emails from an automation'
        case 'notification-recipients'
            printf '%s\n' 'ls'\t'List notification recipients' \
'create'\t'Add one or several notification recipients' \
'rm'\t'Delete notification recipients'
        case 'auth'
            printf '%s\n' 'ls'\t'List the profiles'
        case 'config'
            printf '%s\n' 'ls'\t'Show every setting'
    end
end

# The numbers of the options at a place.
function __emk_uses --argument-names at
    switch "$at"
        case ''
            printf '%s\n' 26 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
        case 'contact-types list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'contact-types show'
            printf '%s\n' 34
        case 'contact-types create'
            printf '%s\n' 35 36 37 38 34
        case 'contact-types update'
            printf '%s\n' 35 34
        case 'contact-types delete'
            printf '%s\n' 39 40 41
        case 'contacts list'
            printf '%s\n' 42 27 28 29 30 31 32 33
        case 'contacts show'
            printf '%s\n' 43 44 34
        case 'contacts find'
            printf '%s\n' 45 27 28 29 30 31 32 33
        case 'contacts create'
            printf '%s\n' 46 47 48 49 50 51 52 53 54 55 56 36 37 57 58 59 34
        case 'contacts update'
            printf '%s\n' 46 60 48 49 50 51 52 53 54 55 56 61 57 58 59 34
        case 'contacts check'
            printf '%s\n' 62 63 64 27 28 29 30 31 32 33
        case 'contacts erase'
            printf '%s\n' 65 66
        case 'contacts dossier'
            printf '%s\n' 67
        case 'contacts import'
            printf '%s\n' 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93
        case 'contacts import resume'
            printf '%s\n' 85
        case 'contacts import wait'
            printf '%s\n' 94
        case 'contacts import undo'
            printf '%s\n' 95 96 40
        case 'contacts sync'
            printf '%s\n' 97 69 70 71 72 98 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 99 100 101 102 103 104 105 106
        case 'contacts dedupe'
            printf '%s\n' 40
        case 'contacts edit'
            printf '%s\n' 107 28 108 109 59 91 92 93
        case 'contacts export'
            printf '%s\n' 42 28 110 111
        case 'contacts sample'
            printf '%s\n' 112
        case 'contacts delete'
            printf '%s\n' 40 41
        case 'fields list'
            printf '%s\n' 113 114 27 28 29 30 31 32 33
        case 'fields create'
            printf '%s\n' 115 116 36 37 38 34
        case 'fields delete'
            printf '%s\n' 117 40 41
        case 'segments list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'segments delete'
            printf '%s\n' 39 40 41
        case 'segments recipients list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'segments recipients add'
            printf '%s\n' 118 49 50 47 119 120 121 122 41 57 58 59 34
        case 'segments recipients delete'
            printf '%s\n' 123 40 41
        case 'unsubscribers list'
            printf '%s\n' 124 27 28 29 30 31 32 33
        case 'unsubscribers add'
            printf '%s\n' 125 126 120 121 127 128 129 130 131
        case 'unsubscribers delete'
            printf '%s\n' 40 41
        case 'unsubscribe-groups list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'unsubscribe-groups show'
            printf '%s\n' 34
        case 'unsubscribe-groups create'
            printf '%s\n' 132 133 134 135 36 37 38 34
        case 'unsubscribe-groups update'
            printf '%s\n' 132 133 134 135 34
        case 'unsubscribe-groups recipients list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'unsubscribe-groups recipients add'
            printf '%s\n' 136 125 126 120 121 127
        case 'unsubscribe-groups recipients delete'
            printf '%s\n' 137 40 41
        case 'senders list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'senders show'
            printf '%s\n' 34
        case 'senders create'
            printf '%s\n' 138 139 140 141 142 143 144 145 146 147 36 37 38 34
        case 'senders update'
            printf '%s\n' 138 139 140 141 142 143 144 145 146 147 34
        case 'senders delete'
            printf '%s\n' 148 40 41
        case 'senders wait'
            printf '%s\n' 149 94 34
        case 'templates list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'templates show'
            printf '%s\n' 34
        case 'templates tags'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'templates lint'
            printf '%s\n' 150 27 28 29 30 31 32 33
        case 'templates save'
            printf '%s\n' 151
        case 'templates preview'
            printf '%s\n' 152 153 154 155 67 156
        case 'single-sends list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'single-sends show'
            printf '%s\n' 34
        case 'single-sends create'
            printf '%s\n' 157 158 159 160 161 162 163 164 165 166 154 167 168 169 170 171 172 150 173 36 37 38 34
        case 'single-sends update'
            printf '%s\n' 157 158 159 160 161 162 163 164 165 166 154 168 169 170 171 172 150 173 34
        case 'single-sends reschedule'
            printf '%s\n' 174 170 171 150 173 34
        case 'single-sends copy'
            printf '%s\n' 174 175 176 170 171 150 173 36 37 38 34
        case 'single-sends duplicate'
            printf '%s\n' 170 171 150 173 38 34
        case 'single-sends check'
            printf '%s\n' 157 158 159 160 161 162 163 164 165 166 154 168 169 170 171 150 173 27 28 29 30 31 32 33
        case 'single-sends prepare'
            printf '%s\n' 157 158 159 160 161 162 163 164 165 166 154 168 169 170 171 150 173
        case 'single-sends test'
            printf '%s\n' 157 158 159 160 161 164 165 166 154 177 178 150 173
        case 'single-sends wait'
            printf '%s\n' 179 94 34
        case 'single-sends stats'
            printf '%s\n' 180 181 182 183 184 185 27 28 29 30 31 32 33
        case 'single-sends delete'
            printf '%s\n' 186 40 41
        case 'automations list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'automations show'
            printf '%s\n' 34
        case 'automations create'
            printf '%s\n' 187 188 189 161 36 37 38 34
        case 'automations duplicate'
            printf '%s\n' 38 34
        case 'automations set-live'
            printf '%s\n' 150 190
        case 'automations check'
            printf '%s\n' 150 190 27 28 29 30 31 32 33
        case 'automations stats'
            printf '%s\n' 180 181 182 183 184 185 27 28 29 30 31 32 33
        case 'automations delete'
            printf '%s\n' 186 40 41
        case 'automations schedules list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'automations schedules add'
            printf '%s\n' 191 192 158 193 194 195 196 165 166 154 38 59 150 190 34
        case 'automations schedules delete'
            printf '%s\n' 197 198 40 41
        case 'agenda'
            printf '%s\n' 199 200 201
        case 'report'
            printf '%s\n' 202 203 67 204 205
        case 'notification-recipients list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'notification-recipients add'
            printf '%s\n' 47 206 36 37 38 34
        case 'notification-recipients delete'
            printf '%s\n' 40 41
        case 'locations countries'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'locations states'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'locations cities'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'account pull'
            printf '%s\n' 207 208 209 210
        case 'account plan'
            printf '%s\n' 207 208 211 212 213 214 215 216
        case 'account apply'
            printf '%s\n' 207 208 217 214 218 219 213 220 221 150 173 59 40 222
        case 'account destroy'
            printf '%s\n' 40 222
        case 'account diff'
            printf '%s\n' 207 208 223
        case 'export'
            printf '%s\n' 224
        case 'tap'
            printf '%s\n' 225 226 227 228 229
        case 'seed'
            printf '%s\n' 230 231 232 233 221 150 173 59 222
        case 'seed clean'
            printf '%s\n' 234 235 236 40
        case 'restore'
            printf '%s\n' 237 58 59
        case 'auth login'
            printf '%s\n' 238 239 240 241
        case 'auth status'
            printf '%s\n' 242
        case 'auth list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'config list'
            printf '%s\n' 27 28 29 30 31 32 33
        case 'sandbox tour'
            printf '%s\n' 243
        case 'sandbox run'
            printf '%s\n' 244 245 246 247 248 249 250
        case 'sandbox serve'
            printf '%s\n' 251 252 253 254 255 256 257 258 259 260 244 245 246 247 248 249 250
        case 'sandbox reset'
            printf '%s\n' 261 244 245 246 247
        case 'sandbox path'
            printf '%s\n' 261
        case 'sandbox log'
            printf '%s\n' 261 262
        case 'sandbox mail'
            printf '%s\n' 261 263 264
        case 'api'
            printf '%s\n' 265 266 267 268 58 59 269
        case 'completion'
            printf '%s\n' 270 271
        case 'man'
            printf '%s\n' 272 273
        case 'schema'
            printf '%s\n' 274 275 276 277
        case 'mcp'
            printf '%s\n' 278 279 280 281 282 283 284
        case 'commands'
            printf '%s\n' 285
    end
    printf '%s\n' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
end

# What stands by position, "..." when the last may be repeated.
function __emk_args --argument-names at
    switch "$at"
        case 'contact-types show'
            printf '%s\n' '+contact-types'
        case 'contact-types update'
            printf '%s\n' '+contact-types'
        case 'contact-types delete'
            printf '%s\n' '+contact-types' \
'...'
        case 'contacts show'
            printf '%s\n' '-'
        case 'contacts find'
            printf '%s\n' '-'
        case 'contacts update'
            printf '%s\n' '-'
        case 'contacts erase'
            printf '%s\n' '-'
        case 'contacts dossier'
            printf '%s\n' '-' \
'-'
        case 'contacts import'
            printf '%s\n' '/'
        case 'contacts import resume'
            printf '%s\n' '-'
        case 'contacts import status'
            printf '%s\n' '-'
        case 'contacts import wait'
            printf '%s\n' '-'
        case 'contacts import undo'
            printf '%s\n' '-'
        case 'contacts sync'
            printf '%s\n' '/'
        case 'contacts dedupe'
            printf '%s\n' '/'
        case 'contacts edit'
            printf '%s\n' '-' \
'...'
        case 'contacts export'
            printf '%s\n' '/'
        case 'contacts sample'
            printf '%s\n' '/'
        case 'contacts delete'
            printf '%s\n' '-' \
'...'
        case 'fields delete'
            printf '%s\n' '+custom-fields' \
'...'
        case 'segments delete'
            printf '%s\n' '+segments' \
'...'
        case 'segments recipients list'
            printf '%s\n' '+segments'
        case 'segments recipients delete'
            printf '%s\n' '-' \
'...'
        case 'unsubscribers delete'
            printf '%s\n' '-' \
'...'
        case 'unsubscribe-groups show'
            printf '%s\n' '+unsubscribe-groups'
        case 'unsubscribe-groups update'
            printf '%s\n' '+unsubscribe-groups'
        case 'unsubscribe-groups recipients list'
            printf '%s\n' '+unsubscribe-groups'
        case 'unsubscribe-groups recipients delete'
            printf '%s\n' '-' \
'...'
        case 'senders show'
            printf '%s\n' '+senders'
        case 'senders update'
            printf '%s\n' '+senders'
        case 'senders delete'
            printf '%s\n' '+senders' \
'...'
        case 'senders verify'
            printf '%s\n' '+senders'
        case 'senders wait'
            printf '%s\n' '+senders'
        case 'templates show'
            printf '%s\n' '+templates'
        case 'templates lint'
            printf '%s\n' '-'
        case 'templates save'
            printf '%s\n' '-' \
'/'
        case 'templates preview'
            printf '%s\n' '-' \
'-'
        case 'single-sends show'
            printf '%s\n' '+single-sends'
        case 'single-sends update'
            printf '%s\n' '+single-sends'
        case 'single-sends reschedule'
            printf '%s\n' '+single-sends'
        case 'single-sends cancel'
            printf '%s\n' '+single-sends'
        case 'single-sends copy'
            printf '%s\n' '+single-sends'
        case 'single-sends duplicate'
            printf '%s\n' '+single-sends'
        case 'single-sends check'
            printf '%s\n' '+single-sends'
        case 'single-sends prepare'
            printf '%s\n' '+single-sends'
        case 'single-sends test'
            printf '%s\n' '+single-sends'
        case 'single-sends wait'
            printf '%s\n' '+single-sends'
        case 'single-sends stats'
            printf '%s\n' '+single-sends' \
'...'
        case 'single-sends delete'
            printf '%s\n' '+single-sends' \
'...'
        case 'automations show'
            printf '%s\n' '+automations'
        case 'automations duplicate'
            printf '%s\n' '+automations'
        case 'automations pause'
            printf '%s\n' '+automations'
        case 'automations set-live'
            printf '%s\n' '+automations'
        case 'automations check'
            printf '%s\n' '+automations'
        case 'automations stats'
            printf '%s\n' '+automations' \
'...'
        case 'automations delete'
            printf '%s\n' '+automations' \
'...'
        case 'automations schedules list'
            printf '%s\n' '+automations'
        case 'automations schedules delete'
            printf '%s\n' '-' \
'...'
        case 'report'
            printf '%s\n' '-'
        case 'notification-recipients delete'
            printf '%s\n' '-' \
'...'
        case 'account pull'
            printf '%s\n' '-'
        case 'account plan'
            printf '%s\n' '-'
        case 'account apply'
            printf '%s\n' '-'
        case 'account destroy'
            printf '%s\n' '-'
        case 'account diff'
            printf '%s\n' '+profiles' \
'+profiles'
        case 'export'
            printf '%s\n' '-'
        case 'seed'
            printf '%s\n' '/'
        case 'restore'
            printf '%s\n' '-'
        case 'auth login'
            printf '%s\n' '-'
        case 'auth logout'
            printf '%s\n' '+profiles'
        case 'auth switch'
            printf '%s\n' '+profiles'
        case 'config get'
            printf '%s\n' 'output,timeout,retries,max-wait,lock-timeout,min-rate,rps,color,pager,completion-cache,address-index,test-list,keep-deleted,guard,timezone'
        case 'config set'
            printf '%s\n' 'output,timeout,retries,max-wait,lock-timeout,min-rate,rps,color,pager,completion-cache,address-index,test-list,keep-deleted,guard,timezone' \
'-'
        case 'config unset'
            printf '%s\n' 'output,timeout,retries,max-wait,lock-timeout,min-rate,rps,color,pager,completion-cache,address-index,test-list,keep-deleted,guard,timezone'
        case 'sandbox run'
            printf '%s\n' '-' \
'...'
        case 'sandbox mail'
            printf '%s\n' '-'
        case 'api'
            printf '%s\n' 'GET,POST,DELETE' \
'-'
        case 'completion'
            printf '%s\n' 'bash,zsh,fish,powershell'
        case 'man'
            printf '%s\n' '-' \
'...'
        case 'schema'
            printf '%s\n' '-' \
'...'
    end
end

function __emk_options --argument-names at
    printf '%s\n' $__emk_abouts[(__emk_uses "$at")]
end

# What an option takes, when it takes a value.
function __emk_takes --argument-names at option
    for number in (__emk_uses "$at")
        set -l words (string split ' ' -- $__emk_values[$number])
        if contains -- "$option" $words[2..]
            echo $words[1]
            return
        end
    end
    return 1
end

# The argument at a position.
function __emk_arg --argument-names at count
    set -l args (__emk_args "$at")
    if test "$args[-1]" = ...
        set -e args[-1]
        test $count -ge (count $args); and set count (math (count $args) - 1)
    end
    set -l index (math $count + 1)
    set -q args[$index]; and echo "$args[$index]"
end

# Values of a kind, each behind what stands before it in the same word. The place and the words before it are for emk.
# Unlike __fish_complete_path, this knows ~, quotes and backslashes.
function __emk_paths --argument-names typed
    complete -C"'' $typed"
end

function __emk_values --argument-names kind before typed at
    switch "$kind"
        case '' -
        case '%*' '+*'
            for value in (command emk completion values fish "$kind" "$at" "$typed" $argv[5..] 2>/dev/null)
                printf '%s\n' "$before$value"
            end
        case /
            printf "$before%s\n" (__emk_paths "$typed")
        case @
            string match -q '@*' -- "$typed"; and printf "$before@%s\n" (__emk_paths (string sub -s 2 -- "$typed"))
        case '=@'
            set -l parts (string split -m 1 '=@' -- "$typed")
            set -q parts[2]; and printf "$before$parts[1]=@%s\n" (__emk_paths "$parts[2]")
        case '*'
            printf "$before%s\n" (string split , -- "$kind")
    end
end

function __emk_complete
    set -l line (commandline -opc)
    set -l typed (commandline -ct)
    set -l at ''
    set -l awaits ''
    set -l bare ''
    set -l count 0
    for word in $line[2..]
        if test -n "$awaits"
            set awaits ''
        else if test -n "$bare"
            set count (math $count + 1)
        else if test "$word" = --
            set bare 1
        else if string match -q -- '-*' "$word"
            set awaits (__emk_takes "$at" "$word"; or echo '')
        else if set -l next (__emk_step "$at" "$word")
            set at $next
        else
            set count (math $count + 1)
        end
    end

    if test -n "$awaits"
        __emk_values "$awaits" '' "$typed" "$at" $line[2..]
    else if test -n "$bare"
        set -l arg (__emk_arg "$at" $count)
        if string match -q -- '+*' "$arg"
            __emk_values (string replace -r '^\+' % -- "$arg") '' "$typed" "$at" $line[2..]
        else
            __emk_paths "$typed"
        end
    else if string match -q -- '--*=*' "$typed"
        set -l parts (string split -m 1 = -- "$typed")
        set -l kind (__emk_takes "$at" $parts[1]); and __emk_values "$kind" "$parts[1]=" "$parts[2]" "$at" $line[2..]
    else if string match -q -- '-*' "$typed"
        __emk_options "$at"
    else
        if test $count -eq 0
            set -l words (__emk_words "$at")
            string match -q -- "$typed*" $words; and printf '%s\n' $words; or test -z "$typed"; or __emk_others "$at"
        end
        __emk_values (__emk_arg "$at" $count; or echo '') '' "$typed" "$at" $line[2..]
    end
end

complete -c emk -f -a '(__emk_complete)'

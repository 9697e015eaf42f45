/** Mistakes that people make, with everything that they read: the sentence, the hint, and the exit code. */
import {expect, test} from 'vitest';
import {useShell} from './use-shell.js';

const shell = useShell();

const send = 'single-sends create --name May --subject a --preheader b --from 1 --group 1 --template 2';

type Mistake = readonly [line: string, sentence: string, hint: string | undefined, exit: number];

const mistakes: readonly Mistake[] = [
  ['login', '"emk" has no command "login".', 'Did you mean "emk auth login"?', 2],
  ['lgoin', '"emk" has no command "lgoin".', 'Did you mean "emk auth login"?', 2],
  ['logout', '"emk" has no command "logout".', 'Did you mean "emk auth logout"?', 2],
  ['whoami', '"emk" has no command "whoami".', 'Did you mean "emk auth status"?', 2],
  ['import', '"emk" has no command "import".', 'Did you mean "emk contacts import"?', 2],
  ['stats', '"emk" has no command "stats".', 'Did you mean "emk single-sends stats"?', 2],
  ['version', '"emk" has no command "version".', 'Did you mean "emk --version"?', 2],
  ['--profle x', '"emk" has no option --profle.', 'Did you mean --profile?', 2],
  ['--profle x contacts list', '"emk" has no option --profle.', 'Did you mean --profile?', 2],
  [
    'contacts --limti 3 list',
    '"emk contacts" has no option --limti.',
    'Name the command before its options. Run "emk contacts --help" to see what there is.',
    2,
  ],
  ['campaigns', '"emk" has no command "campaigns".', 'Did you mean "emk single-sends"?', 2],
  ['recipients list 1', '"emk" has no command "recipients".', 'Did you mean "emk segments recipients"?', 2],
  ['list', '"emk" has no command "list".', 'Name the kind of record first, as in: emk contacts list', 2],
  ['constructor', '"emk" has no command "constructor".', 'Run "emk --help" to see what there is.', 2],
  ['--versoin', '"emk" has no option --versoin.', 'Did you mean --version?', 2],
  ['contcts list', '"emk" has no command "contcts".', 'Did you mean "emk contacts"?', 2],
  ['contacts lst', '"emk contacts" has no command "lst".', 'Did you mean "emk contacts list"?', 2],
  ['contacts remove 3', '"emk contacts" has no command "remove".', 'Did you mean "emk contacts delete"?', 2],
  [
    'contacts frobnicate',
    '"emk contacts" has no command "frobnicate".',
    'Its commands are list, show, find, create, update, check, index, erase, dossier, import, sync, dedupe, edit, export, sample and delete.',
    2,
  ],
  [
    'contacts --type 3',
    '"emk contacts" has no option --type.',
    'Name the command before its options. Run "emk contacts --help" to see what there is.',
    2,
  ],
  [
    'segments create',
    '"emk segments" has no command "create".',
    'You can create segments only in the service. emk lists, fills and deletes them.',
    2,
  ],
  [
    'segments new --name x',
    '"emk segments" has no command "new".',
    'You can create segments only in the service. emk lists, fills and deletes them.',
    2,
  ],
  [
    'templates create',
    '"emk templates" has no command "create".',
    'You can design templates only in the service. To mail your own HTML: --template 1 --html @FILE',
    2,
  ],
  [
    'automations start Welcome',
    '"emk automations" has no command "start".',
    'Did you mean "emk automations set-live"?',
    2,
  ],
  [
    'automations show --at Welcome',
    '"emk automations show" has no option --at.',
    'To see its options: emk automations show --help',
    2,
  ],
  ['automations stop Welcome', '"emk automations" has no command "stop".', 'Did you mean "emk automations pause"?', 2],
  ['help nosuch', '"emk" has no command "nosuch".', 'Run "emk --help" to see what there is.', 2],
  ['contacts list --format json', '"emk contacts list" has no option --format.', 'Did you mean --output?', 2],
  ['contacts list --csv', '"emk contacts list" has no option --csv.', 'Did you mean --output csv?', 2],
  ['contacts list --filter country=Germany', '"emk contacts list" has no option --filter.', 'Did you mean --where?', 2],
  ['contacts list --query Ann', '"emk contacts list" has no option --query.', 'Did you mean --where?', 2],
  ['contacts list --fields id', '"emk contacts list" has no option --fields.', 'Did you mean --columns?', 2],
  ['contacts list --id 3', '"emk contacts list" has no option --id.', 'To see one record: emk contacts show <id>', 2],
  ['contacts list -n 5', '"emk contacts list" has no option -n.', 'Did you mean --limit?', 2],
  ['contacts list --limt 3', '"emk contacts list" has no option --limt.', 'Did you mean --limit?', 2],
  [
    'contacts list --out json',
    '--out needs a file, and "json" is a format.',
    'Did you mean --output json? For a file of that name, write --out ./json',
    2,
  ],
  [
    'contacts list --frobnicate',
    '"emk contacts list" has no option --frobnicate.',
    'To see its options: emk contacts list --help',
    2,
  ],
  [
    'contacts list --constructor',
    '"emk contacts list" has no option --constructor.',
    'To see its options: emk contacts list --help',
    2,
  ],
  [
    'contacts list country=Germany',
    '"emk contacts list" takes only options, and "country=Germany" is not one.',
    'Did you mean --where country=Germany?',
    2,
  ],
  [
    'contacts list extra',
    '"emk contacts list" takes only options, and "extra" is not one.',
    'To see its options: emk contacts list --help',
    2,
  ],
  ['contacts list --type', '--type needs a value.', 'Write it as --type <type>.', 2],
  ['contacts list --type=', '--type must not be blank.', undefined, 2],
  ['contacts list --limit five', '--limit must be a whole number, not "five".', undefined, 2],
  ['contacts list --limit -1', '--limit must be a whole number, not "-1".', undefined, 2],
  ['contacts list --yes=no', '--yes takes no value.', 'Write --yes alone, or remove it.', 2],
  [
    'contacts list --where email',
    '--where "email" is not a condition.',
    "Write a field, one of = != > >= < <= ~ and a value: --where 'status=sent'",
    2,
  ],
  [
    'contacts list --where emial=x',
    '--where names a field "emial" that these records do not have.',
    'Did you mean email?',
    2,
  ],
  [
    'contacts list --sort emial',
    '--sort names a field "emial" that these records do not have.',
    'Did you mean email?',
    2,
  ],
  ['contacts list --columns ,', '--columns names no field.', 'Write it as in --columns id,name.', 2],
  [
    'contacts list --profile nosuch',
    '--profile names "nosuch", but the environment names an account too (EMK_PUBLIC_KEY and EMK_SECRET_KEY).',
    'Unset EMK_PUBLIC_KEY and EMK_SECRET_KEY to use the profile, or remove --profile to use the environment.',
    3,
  ],
  [
    'contacts list --timeout soon',
    '--timeout takes a time such as 500ms, 30s or 2m, above zero, not "soon".',
    undefined,
    2,
  ],
  [
    'contacts list --retries many',
    '--retries takes a whole number from 1 (a single try) to 20, not "many".',
    undefined,
    2,
  ],
  ['contacts list --debug-pii', '--debug-pii works only with --debug.', 'Add --debug, or remove --debug-pii.', 2],
  ['contacts show', 'Missing: <contact>.', 'For example: emk contacts show ann@example.com', 2],
  ['contacts show --id 3', '"emk contacts show" has no option --id.', 'Write: emk contacts show <contact>', 2],
  [
    'contacts show 1 2',
    '"emk contacts show" takes only <contact>, so "2" is one too many.',
    'To see its options: emk contacts show --help',
    2,
  ],
  ['contacts show 999999', 'There is no contact 999999.', 'To see them: emk contacts list', 4],
  [
    'contacts show nobody@example.com',
    'None of the contacts is called "nobody@example.com".',
    'To look in segments and unsubscribes too: emk contacts show nobody@example.com --everywhere',
    4,
  ],
  [
    'contacts delete 3',
    'emk needs a yes to delete contact Chloé Dubois <chloe@example.fr>.',
    'Nothing was changed. In a script, add --yes.',
    2,
  ],
  [
    'contacts delete 3 --force',
    '--force allows replacing a file, but --out names none.',
    'Name the file with --out. To answer yes to every question, pass --yes.',
    2,
  ],
  [
    'contacts delete 3 --yes --concurrency 99',
    '--concurrency must be from 1 to 16.',
    'Remove it to send one at a time.',
    2,
  ],
  [
    'contacts create --type Newsletter --email nope --country Germany',
    '"nope" is not an email address: it has no @.',
    undefined,
    2,
  ],
  ['contacts import', 'Missing: <file>.', 'For example: emk contacts import leads.csv --type Newsletter --dry-run', 2],
  [
    'contacts import --file a.csv',
    '"emk contacts import" has no option --file.',
    'Write: emk contacts import <file>',
    2,
  ],
  ['contacts import nope.csv --type 1', 'There is no file ~/nope.csv.', 'Check the path and the spelling.', 2],
  [
    'contacts import empty.csv --type 1',
    'empty.csv is empty.',
    'Export the list again, with a header and at least one row.',
    2,
  ],
  [
    'contacts import a.csv',
    'Missing: --type.',
    'Name the contact type to import into. To see them: emk contact-types list',
    2,
  ],
  [
    'contacts import a.csv --type Nowhere',
    'None of the contact types is called "Nowhere".',
    'To create it, add --create-type. Run: emk contact-types list',
    4,
  ],
  [
    'contacts export --type Nowhere',
    'None of the contact types is called "Nowhere".',
    'Run: emk contact-types list',
    4,
  ],
  [
    'contact-types create Spring leads',
    '"emk contact-types create" takes only <name>, so "leads" is one too many.',
    'Put a name of several words in quotation marks: "Spring leads"',
    2,
  ],
  [
    'contact-types create Leads --name Other',
    'The name is given twice: "Leads" and --name "Other".',
    'Use one of them.',
    2,
  ],
  [
    'contact-types delete Newsletter',
    'emk needs a yes to delete contact type "Newsletter", which holds 13 people and is the audience of 1 single send and 1 automation.',
    'Nothing was changed. In a script, add --yes.',
    2,
  ],
  [
    "fields create 'first name' --type text",
    '--name may hold only letters A-Z, digits and underscores, not "first name".',
    undefined,
    2,
  ],
  [
    'fields create age --type txt',
    '--type must be one of text, number, datetime-local, not "txt".',
    'Did you mean text?',
    2,
  ],
  ['segments list --dryrun', '"emk segments list" has no option --dryrun.', 'Did you mean --dry-run?', 2],
  ['senders verify nobody@acme.com', 'None of the senders is called "nobody@acme.com".', 'Run: emk senders list', 4],
  [
    'senders create --from-email news',
    '"news" is not an email address: it has no @. Missing: --from-name, --reply-to, --country, --company-address, --nickname.',
    'For example: emk senders create --from-name Acme --from-email news@acme.com --reply-to help@acme.com --country Germany --company-address "1 Main St" --nickname news',
    2,
  ],
  [
    'unsubscribers add',
    'Missing: --email or --file.',
    'Give addresses, or a file of them. --file - reads what you pipe in.',
    2,
  ],
  ['unsubscribers add --email nope', '"nope" is not an email address: it has no @.', undefined, 2],
  ['unsubscribers add --file nope.txt', 'There is no file ~/nope.txt.', 'Check the path and the spelling.', 2],
  [
    'single-sends list --where status=posted',
    'status cannot be "posted": it is new, scheduled, sending or sent.',
    undefined,
    2,
  ],
  [
    'single-sends list --where status=complete',
    'status cannot be "complete": it is new, scheduled, sending or sent.',
    'Did you mean status=completed?',
    2,
  ],
  ['automations list --where status=paused', 'status cannot be "paused": it is draft or live.', undefined, 2],
  [
    `${send}`,
    'Missing: --to.',
    'For example: emk single-sends create --name May --subject "Hello" --preheader "News" --from news@acme.example --group "Weekly news" --to type:Newsletter --template Newsletter --at "2030-05-01 09:00"',
    2,
  ],
  [
    `${send} --to Newsletter --now`,
    '--to must look like type:Newsletter, segment:VIP, contacts_<contact type id> or segments_<segment id>, not "Newsletter".',
    'Did you mean "type:Newsletter" or "segment:Newsletter"?',
    2,
  ],
  [
    `${send} --to type:Newsletter --at "2026-13-01 09:00"`,
    'There is no month 13.',
    'Write it like "2030-05-01 09:30", "tomorrow 9am", "friday 18:30" or "1 May 2030 9:00".',
    2,
  ],
  [
    `${send} --to type:Newsletter --at "2020-01-01 09:00"`,
    '--at "2020-01-01 09:00" is Wednesday 1 January 2020 at 09:00 (the account\'s time), which is past in every time zone.',
    'Give a time in the future, in the time zone of the account, or --now to send at once.',
    2,
  ],
  [
    `${send} --to type:Newsletter --date 2026-05-01`,
    '"emk single-sends create" has no option --date.',
    'Did you mean --at?',
    2,
  ],
  [
    `${send} --to type:Newsletter --now --yes --html @nope.html`,
    'emk cannot read the file nope.html.',
    'Check the path after the @.',
    2,
  ],
  [
    `${send} --to type:Newsletter --now --yes --html x --template-json {}`,
    '--template-json and --html cannot be used together.',
    'Use one of them.',
    2,
  ],
  [
    `${send} --to --now --yes`,
    '--to needs a value, but --now follows it.',
    'If --now is the value, write --to=--now',
    2,
  ],
  ['automations set-live Onboard', 'None of the automations is called "Onboard".', 'Run: emk automations list', 4],
  [
    'automations set-live Birthday',
    'emk needs a yes to set automation "Birthday" live, to mail people who join Customers (8 people): no emails yet.',
    'Nothing was changed. In a script, add --yes.',
    2,
  ],
  [
    'automations schedules add --automation Welcome --from 1 --subject x --wait soon --unit days --template 2 --preview x',
    '--wait must be a whole number, not "soon".',
    undefined,
    2,
  ],
  [
    'automations schedules delete "Two days with us"',
    'The schedule "Two days with us" can only be found with --automation.',
    'Add --automation, or give the id, which emk automations schedules list shows.',
    2,
  ],
  [
    'api POST /contacts-type/add name=x',
    '"emk api" takes only <method> <path>, so "name=x" is one too many.',
    'Did you mean -f name=x?',
    2,
  ],
  [
    'api GET /contacts/details?contact_id=999',
    'There is no such record. The service answered "Record Not Found".',
    'Check the ids on the line.',
    4,
  ],
  ['auth switch nosuch', 'There is no profile "nosuch".', 'To create it: emk auth login nosuch', 3],
  ['auth login --nokey', '"emk auth login" has no option --nokey.', 'To see its options: emk auth login --help', 2],
  [
    'config set colour never',
    '<setting> must be one of output, timeout, retries, max-wait, lock-timeout, min-rate, rps, color, pager, completion-cache, address-index, test-list, keep-deleted, guard, timezone, not "colour".',
    'Did you mean color?',
    2,
  ],
  ['completion tcsh', '<shell> must be one of bash, zsh, fish, powershell, not "tcsh".', undefined, 2],
  [
    'sandbox strat',
    '"emk sandbox" has no command "strat".',
    'Its commands are tour, run, serve, reset, path, log and mail.',
    2,
  ],
];

test.each(mistakes)('emk %s', async (line, sentence, hint, exit) => {
  shell().write('a.csv', 'email\na@b.example\n');
  shell().write('empty.csv', '');
  const {code, stdout, stderr} = await shell().emk(line);
  const expected = [`error: ${sentence}`, ...(hint === undefined ? [] : [`  ${hint}`]), ''].join('\n');
  expect({code, stdout, stderr: stderr.replaceAll(shell().folder, '~')}).toEqual({
    code: exit,
    stdout: '',
    stderr: expected,
  });
});

const none = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};

test.each([
  [
    'nobody is logged in',
    none,
    'emk has no keys yet.',
    'Log in with "emk auth login", or set EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY.',
    3,
  ],
  [
    'only the address is set',
    {...none, EMK_BASE_URL: 'http://127.0.0.1:9/api'},
    'There are no keys for EMK_BASE_URL.',
    'Log in with "emk auth login", or set EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY.',
    3,
  ],
  [
    'the service is away',
    {EMK_BASE_URL: 'http://127.0.0.1:9/api'},
    'Could not reach 127.0.0.1:9 (ECONNREFUSED).',
    'Check the base URL and the network, then try again.',
    6,
  ],
  [
    'the address is no address',
    {EMK_BASE_URL: 'acme'},
    'The base URL from EMK_BASE_URL is not a web address.',
    'Copy it from your account page. It looks like https://mail.example.com/api',
    3,
  ],
])('%s', async (_, env, sentence, hint, exit) => {
  const {code, stdout, stderr} = await shell().emk('contacts list --retries 1', {env});
  expect({code, stdout, stderr}).toEqual({code: exit, stdout: '', stderr: `error: ${sentence}\n  ${hint}\n`});
});

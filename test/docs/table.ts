/** What a reader has, answers and sees beyond the lines of a page. Each entry says why. */
import {readFileSync} from 'node:fs';
import type {RunningSandbox as Started} from '../../src/sandbox/running/start.js';
import {keys} from '../support/terminal.js';

const {enter, ctrlC} = keys;

type Sandbox = Pick<Started, 'baseUrl' | 'publicKey' | 'secretKey'>;

/** A question, what the reader types, and whether only some of the pages with the line lead to it. */
export type Answers = ReadonlyArray<readonly [question: string, keys: string, onSomePages?: true]>;

/** A line as the tables below name it. */
export const withoutComment = (line: string): string => line.replace(/ +# .*$/, '');

/** What readers did before they came to a page about what follows. */
export const before: Readonly<Record<string, readonly string[]>> = {
  'import.md': ['emk import leads.csv --list Customers --yes'],
  'undo.md': [
    'emk account apply account --yes',
    'emk import people.csv --list Customers --yes',
    'emk contacts delete 4 --yes',
  ],
};

/** The profiles that readers have, the current one first; elsewhere it is `default`. The first page begins without an account. */
export const profiles: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['default', 'acme'],
  'start.md': [],
  'agents.md': ['default', 'acme', 'live'],
  'environment.md': ['default', 'staging'],
};

/** A column that emk does not know is skipped. */
const columns: Answers = [['❯ Skip it', enter]];

const accountPage = ({baseUrl, publicKey, secretKey}: Sandbox): Answers => [
  ['Address of the service', `${baseUrl}${enter}`],
  ['ublic key', `${publicKey}${enter}`],
  ['ecret key', `${secretKey}${enter}`],
];

/** What emk asks in these lines, and what the reader types. */
export const asked = (sandbox: Sandbox): ReadonlyMap<string, Answers> =>
  new Map<string, Answers>([
    // Every stop of the tour is played in test/sandbox/tour.test.ts.
    ['npx -y emk-cli sandbox tour', [['? Run it?', ctrlC]]],
    ['emk login', accountPage(sandbox)],
    ['emk login live --guard protected', accountPage(sandbox)],
    ['emk --sandbox import leads.csv', [['❯ Newsletter', enter]]],
    [
      'emk --sandbox send',
      [
        ['Subject line', `May${enter}`],
        ['Which email?', 'Newsletter'],
        ['❯ Newsletter', enter],
        ['❯ ◯ Newsletter', ' '],
        ['Who gets it?', enter],
        ['❯ Weekly news', enter],
        ['When does it go out?', `tomorrow 9am${enter}`],
      ],
    ],
    ['emk import export.csv --list Newsletter --create-list --dry-run', columns],
    ['emk import export.csv --list Newsletter --create-list', columns],
  ]);

/** What the screen shows of these lines: of an export, who comes along and who gets no mail. */
export const shows: ReadonlyMap<string, string> = new Map([
  ['emk unsubscribes add --file unsubscribed.csv --yes', '3 people unsubscribed; 0 rows skipped'],
  ['emk unsubscribes add --file cleaned.csv --bounced --yes', '3 bounced; 0 rows skipped'],
  ['emk contacts show bob@example.com', 'Newsletter (since'],
  ['emk segments recipients list "Customers in Germany"', '3 recipients'],
  ['emk results --compare "Spring news" "Summer offer"', 'Too few people'],
]);

/** Lines that an agent's program starts, which ends them by closing their input. */
export const closed: readonly string[] = ['emk mcp --profile acme', 'emk --sandbox mcp'];

/** Lines that serve until the reader stops them: what they say first, and the key. */
export const stopped: ReadonlyMap<string, Answers> = new Map<string, Answers>([
  ['emk sandbox serve --port 8025', [['The sandbox is ready', ctrlC]]],
]);

/** Lines whose page says that they end with another code than 0. */
export const endsWith: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ['npx -y emk-cli sandbox tour', [130]],
  // Nothing is scheduled in the next days.
  ['emk agenda --days 1 --fail-if-empty > /dev/null', [10]],
  // The names of copies hold the day.
  ['emk undo 2030-05-01-1', [4]],
  // A container has its secrets there.
  ['EMK_SECRET_KEY_FILE=/run/secrets/mail emk senders list', [3]],
  // Imports are interrupted in test/faults.
  ['emk import resume', [4]],
]);

const people = 'email,first_name,country\nada@example.com,Ada,India\nbo@example.com,Bo,Germany\n';
const exported =
  'Email,First name,Last name,Status,Rating\nada@example.com,Ada,Byron,Active,2\nbo@example.com,Bo,Eriksen,Unsubscribed,\n';
const html = '<html><body><p>May ((first_name)) ((unsubscribe_preferences)) ((sender_address))</p></body></html>';
const script = '#!/bin/sh\nemk lists create --name Leads\n';
const seed = 'lists:\n  - name: QA\ncontacts:\n  - {list: QA, count: 5, fake: true, country: Germany}\n';

/** The export of another tool, as the tests of the import have it. */
const exportOf = (tool: string): string => readFileSync(`test/import/layouts/${tool}.csv`, 'utf8');

/** Files that readers bring along: the export of another tool, and an email of their own. */
export const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': {'seed.sh': script, 'test-data.yaml': seed},
  'ci.md': {'test-data.yaml': seed},
  'moving.md': {
    'export.csv': exported,
    'newsletter.html': html,
    'unsubscribed.csv': exportOf('mailchimp-unsubscribed'),
    'cleaned.csv': exportOf('mailchimp-cleaned'),
  },
  'sandbox.md': {'seed.sh': script},
  'lists.md': {'people.csv': people},
  'files.md': {'people.csv': people, 'may.html': html},
  'testing.md': {'account/lists.yaml': 'lists:\n  - name: Leads\n'},
  'undo.md': {'people.csv': people, 'account/lists.yaml': 'lists:\n  - name: Fair\n'},
  'import.md': {'leads.csv': people},
  'recipes.md': {'crm.csv': people, 'leads.csv': people, 'other-tool.csv': exported},
  'scripting.md': {'seed.sh': script, 'may.html': html},
};

/** What CI and chats give to a line. */
export const variables: Readonly<Record<string, string>> = {
  SHELL: '/bin/bash',
  RUN_ID: '12',
  WEBHOOK_URL: 'http://127.0.0.1:9/hook',
  EMAIL: 'ada@lovelace.example',
};

/** Stand-ins for programs that not every machine has, or that would reach others: they check how they are called. */
export const otherPrograms: Readonly<Record<string, string>> = {
  // `.ci/run` installs the packed package.
  npm: `case "$*" in
  install) : > .clone ;;
  test) ;;
  pack) : > emk-cli-0.0.0.tgz ;;
  'install -g ./emk-cli-0.0.0.tgz') test -f emk-cli-0.0.0.tgz ;;
  'uninstall -g emk-cli') ;;
  *) echo "npm: $*" >&2; exit 1 ;; esac`,
  // Outside of a clone, emk is a stranger's package.
  npx: `test "$1" = -y && shift; case $1 in emk-cli) ;; emk) test -f .clone || exit 1 ;; *) exit 1 ;; esac; shift; exec emk "$@"`,
  curl: 'for word; do case $word in @*) test -s "$(echo "$word" | cut -c2-)" || exit 1 ;; esac; done',
  duckdb: 'test -s contacts.jsonl',
  sqlite3: 'test -s contacts.csv',
  jq: `exec "${process.execPath}" -e '
    const last = process.argv.at(-1);
    const isField = last === ".html_code";
    const text = require("fs").readFileSync(isField ? 0 : last, "utf8").trim();
    const isSeed = last === "seed.json";
    if (isField) console.log(JSON.parse(text).html_code);
    if (isSeed) console.log(JSON.parse(text).made.lists[0].id);
    const people = isField || isSeed ? [] : text.includes("\\n ") ? JSON.parse(text).contacts.gone : text.split("\\n").map(line => JSON.parse(line));
    for (const {email} of people) console.log(email)' -- "$@"`,
  'xdg-open': ':',
};

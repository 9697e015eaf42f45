/** Two commands that change one account at the same moment, whatever the pair: nothing is doubled, and nothing is lost. */
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {beforeAll, expect} from 'vitest';
import {tree} from '../src/cli/tree.js';
import {commandsOf, loadTree} from '../src/reference/load-tree.js';
import {changingLines} from './changing-lines.js';
import {longTest, test} from './in-two-parts.js';
import {NOON} from './shell.js';
import {useShell} from './use-shell.js';

const shell = useShell({clock: `x900@${NOON}`, settings: {unsubscribeRate: 0}});

const emk = async (line: string, code = 0): Promise<void> => {
  const ran = await shell().emk(`${line} --yes`);
  expect({line, ...ran}).toMatchObject({code});
};

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(shell().folder, path)), {recursive: true});
  shell().write(path, text);
};

const change = (path: string, from: RegExp, to: string): void => {
  const text = readFileSync(join(shell().folder, path), 'utf8');
  expect(text).toMatch(from);
  write(path, text.replace(from, to));
};

const lastIn = (folder: string, end = ''): string =>
  readdirSync(join(shell().folder, folder))
    .filter(name => name.endsWith(end) && /^\d/.test(name))
    .sort((one, other) => one.localeCompare(other, 'en', {numeric: true}))
    .at(-1)
    ?.replace(end, '') ?? '';

const known = {UNDONE: '', OPEN: '', KEPT: ''};
let kept = '';

/** What the lines need: earlier imports, copies and folders, kept aside with the rows of the account. */
beforeAll(async () => {
  const people = 'email,country\nann@leads.example,India\nbo@gmail.com,India\neve@leads.example,India\n';
  write('leads.csv', people);
  write('undone.csv', 'email,country\nuna@leads.example,India\n');
  write('doubles.csv', 'line,email,keep,surplus\n2,dan@leads.example,25,26\n');
  await emk('contacts create --type 3 --email bo@gmial.com --country 101');
  for (const _ of [1, 2])
    await emk('contacts create --type 3 --email dan@leads.example --country 101 --allow-duplicate');
  await emk('contacts create --type 3 --email kim@leads.example --country 101');
  await emk('contacts delete kim@leads.example');
  known.KEPT = lastIn('state/deleted', '.jsonl');
  await emk('unsubscribe-groups recipients add --group 1 --email ria@leads.example');
  await emk('contacts import undone.csv --type Staff');
  known.UNDONE = lastIn('state/imports');
  await emk('contacts edit --type Staff --columns city,country --out edited.csv');
  change('edited.csv', /$/, 'ann@leads.example,Ulm,India,\n');
  write('account/contact-types.yaml', 'contact-types:\n  - name: Leads\n');
  write('account/fields.yaml', 'fields:\n  - name: shoe_size\n    type: number\n');
  write('account/unsubscribe-groups.yaml', 'unsubscribe-groups:\n  - name: Fresh news\n    description: Fruits\n');
  write(
    'account/notification-recipients.yaml',
    'notification-recipients:\n  - email: night@acme.example\n    owner: Night\n',
  );
  write('people/contact-types.yaml', 'contact-types:\n  - name: Staff\n');
  write('people/contacts/staff.csv', people);
  write('out/unsubscribers.yaml', 'unsubscribers:\n  - email: nia@leads.example\n');
  write('destroyed/contact-types.yaml', 'contact-types:\n  - name: Gone\n');
  write(
    'seed.yaml',
    'contact-types:\n  - name: QA\ncontacts:\n  - {type: QA, email: a@example.com, country: France}\n',
  );
  await emk('account apply destroyed');
  await emk('seed seed.yaml --run r1');
  await emk('account pull joined --only segments');
  change(
    'joined/segments.yaml',
    /recipients:\n/,
    'recipients:\n      - email: ann@leads.example\n        first-name: Ada\n        last-name: L\n',
  );
  await emk('account pull mailed --only automations');
  const email =
    '    emails:\n      - {subject: Hello, from: News, wait: 1, unit: instantly, template: Welcome, preview: welcome.svg}\n';
  change('mailed/automations.yaml', /( {4}for: type:Customers\n {4}live: false\n)/, `$1${email}`);
  shell().write('open.csv', 'email,country\neve@leads.example,India\n');
  shell().sandbox.misbehave('POST /contacts/upload-csv=500');
  await shell().emk('contacts import open.csv --type Staff --yes --max-wait 0s');
  shell().sandbox.faults.clear();
  known.OPEN = lastIn('state/imports');
  for (const folder of ['account', 'people', 'out', 'joined', 'mailed'])
    cpSync(join(shell().folder, folder), join(shell().folder, `${folder}2`), {recursive: true});
  kept = join(mkdtempSync(join(tmpdir(), 'emk-kept-')), 'kept');
  cpSync(shell().folder, kept, {recursive: true});
  await inAccount(db => {
    for (const name of tablesOf(db)) db.run(`CREATE TABLE kept_${name} AS SELECT * FROM ${name}`);
  });
}, 60_000);

type Db = Parameters<Parameters<ReturnType<typeof shell>['sandbox']['account']['store']['transaction']>[0]>[0];
const inAccount = <T>(work: (db: Db) => T): Promise<T> => shell().sandbox.account.store.transaction(work);

/** The tables of the account. Contacts are first, because their triggers count in the lists. */
const tablesOf = (db: Db): string[] =>
  db
    .all<{name: string}>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name <> 'contacts'")
    .map(({name}) => name)
    .filter(name => !/^(sqlite|sandbox|kept)_/.test(name));

async function putBack(): Promise<void> {
  await inAccount(db => {
    for (const name of tablesOf(db)) {
      db.run(`DELETE FROM ${name}`);
      db.run(`INSERT INTO ${name} SELECT * FROM kept_${name}`);
    }
  });
  for (const name of readdirSync(shell().folder)) rmSync(join(shell().folder, name), {recursive: true, force: true});
  cpSync(kept, shell().folder, {recursive: true});
}

/** What tells the records of each table apart for people. */
const keys = {
  contact_types: 'name',
  contacts: "(SELECT name FROM contact_types t WHERE t.id = contact_type_id) || ' ' || COALESCE(email, id)",
  fields: 'field_name',
  segments: 'segment_name',
  segment_recipients: "segment_id || ' ' || email",
  unsubscribe_groups: 'group_name',
  unsubscribers: "COALESCE(unsubscribe_groups_id, '') || ' ' || email_address",
  senders: 'nickname',
  single_sends: 'single_send_name',
  automations: 'automation_name',
  automation_schedules: "(SELECT automation_name FROM automations a WHERE a.id = automation_id) || ' ' || subject",
  notification_recipients: 'email_address',
} as const;

type Counts = ReadonlyMap<string, number>;

/** How often each record is there. */
const counted = (): Promise<Counts> =>
  inAccount(db => {
    const counts = new Map<string, number>();
    for (const [table, key] of Object.entries(keys)) {
      const isDeleted = db.all<{name: string}>(`PRAGMA table_info(${table})`).some(({name}) => name === 'deleted_at');
      const rows = db.all<{key: string}>(
        `SELECT ${key} AS key FROM ${table} ${isDeleted ? 'WHERE deleted_at IS NULL' : ''}`,
      );
      for (const {key: text} of rows) {
        const name = `${table}: ${String(text).toLowerCase()}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    return counts;
  });

const sleep = (milliseconds: number): Promise<void> => pause(Math.min(milliseconds, 10));

/** Runs lines at once, from the same beginning, and says how they ended and what the account then holds. */
async function played(...lines: readonly string[]): Promise<{readonly ends: readonly Ran[]; readonly after: Counts}> {
  await putBack();
  const typed = lines.map((line, at) =>
    Object.entries(known).reduce((text, [word, id]) => text.replace(word, id), second(line, at)),
  );
  const ends = await Promise.all(typed.map(line => shell().emk(`${line} --yes`, {host: {sleep, random: Math.random}})));
  return {ends, after: await counted()};
}

type Ran = Awaited<ReturnType<ReturnType<typeof shell>['emk']>>;

/** Two applies are of two folders, because those of one folder take turns anyway. */
const second = (line: string, at: number): string => (at === 0 ? line : line.replace(/^(account apply \w+)/, '$12'));

const lines = Object.entries(changingLines).flatMap(([command, all]) =>
  all.map(({line, adds}) => ({line: `${command} ${line}`, adds})),
);
const pairs = lines.flatMap((one, at) => lines.slice(at).map(other => ({one, other})));
const isEveryday = ({one, other}: (typeof pairs)[number]): boolean =>
  one.adds.some(what => {
    const sharing = lines.filter(({adds}) => adds.includes(what));
    return one === sharing[0] && other === sharing.at(-1);
  });

const alone = new Map<string, Promise<Counts>>();
const afterAlone = (line: string): Promise<Counts> => {
  const found =
    alone.get(line) ??
    played(line).then(({ends, after}) => {
      expect({line, ...ends[0]}).toMatchObject({code: 0});
      return after;
    });
  alone.set(line, found);
  return found;
};

async function playPair(one: string, other: string): Promise<void> {
  const before = await (alone.get('') ?? putBack().then(counted));
  alone.set('', Promise.resolve(before));
  const [first, then] = [await afterAlone(one), await afterAlone(other)];
  const {ends, after} = await played(one, other);
  for (const {code, stderr} of ends) {
    expect([0, 2, 4, 5, 8, 11], stderr).toContain(code);
    expect(stderr).not.toMatch(/unforeseen|\n\s+at /);
  }
  const of = (counts: Counts, name: string): number => counts.get(name) ?? 0;
  const some = [one, other];
  const isDone = ends.every(({code}) => code === 0) && !some.some(line => takesPeople.test(line));
  const wrong = [...new Set([before, first, then, after].flatMap(counts => [...counts.keys()]))].flatMap(name => {
    const [was, now] = [of(before, name), of(after, name)];
    const changes = [of(first, name) - was, of(then, name) - was];
    const both = changes.reduce((sum, each) => sum + each, 0);
    const most = was + Math.max(0, ...(some.every(line => repeats.test(line)) ? [both] : changes));
    const least =
      was + (isDone && changes.every(each => each >= 0) ? Math.max(...changes) : Math.min(0, ...changes, both));
    return now > most || now < least ? [`${name}: ${now}, and not ${least} to ${most}`] : [];
  });
  expect(wrong, ends.map(({code, stderr, stdout}) => `${code} ${stdout}${stderr}`).join('\n')).toEqual([]);
}

/** Copies are records of their own each time, and so are emails that a person adds. */
const repeats = /^(?:automations|single-sends) (?:duplicate|copy|schedules add)/;

/** A list that is deleted takes people along whom the other line has just put on it. */
const takesPeople = /^contact-types delete/;

test('every command that changes an account has a line', async () => {
  const all = commandsOf(await loadTree(tree));
  const changing = all.filter(({calls}) => calls.some(({effect}) => effect !== 'reads'));
  expect(changing.map(({path}) => path.join(' ')).sort()).toEqual(Object.keys(changingLines).sort());
});

const inWords = (some: typeof pairs) => some.map(({one, other}) => [one.line, other.line] as const);

test.each(inWords(pairs.filter(isEveryday)))('%s, and %s', playPair);

/** Of pairs that make nothing in common, the long tests play every fifth; with EMK_PAIRS=all they play all 1,600. */
const isLong = (pair: (typeof pairs)[number], at: number): boolean =>
  process.env['EMK_PAIRS'] === 'all' || at % 5 === 0 || pair.one.adds.some(what => pair.other.adds.includes(what));

longTest.each(inWords(pairs.filter((pair, at) => !isEveryday(pair) && isLong(pair, at))))('%s, and %s', playPair);

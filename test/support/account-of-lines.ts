/** An account with all that changing lines need: earlier imports, copies and folders, put back as often as a test wants. */
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {beforeAll, expect} from 'vitest';
import {NOON, type Shell} from './shell.js';
import {useShell} from './use-shell.js';

/** The account, and what two tests of its lines need. */
type OfLines = {
  readonly shell: () => Shell;
  /** A line with the ids of earlier imports and copies. */
  filled(line: string): string;
  inAccount<T>(work: (db: Db) => T): Promise<T>;
  putBack(): Promise<void>;
};

type Db = Parameters<Parameters<Shell['sandbox']['account']['store']['transaction']>[0]>[0];

export function useAccountOfLines(): OfLines {
  const shell = useShell({clock: `x900@${NOON}`, settings: {unsubscribeRate: '0'}});

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
    await emk('contacts create --list 3 --email bo@gmial.com --country 101');
    for (const _ of [1, 2])
      await emk('contacts create --list 3 --email dan@leads.example --country 101 --allow-duplicate');
    await emk('contacts create --list 3 --email kim@leads.example --country 101');
    await emk('contacts delete kim@leads.example');
    known.KEPT = lastIn('state/deleted', '.jsonl');
    await emk('groups recipients add --group 1 --email ria@leads.example');
    await emk('contacts import undone.csv --list Staff');
    known.UNDONE = lastIn('state/imports');
    write('account/lists.yaml', 'lists:\n  - name: Leads\n');
    write('account/fields.yaml', 'fields:\n  - name: shoe_size\n    kind: number\n');
    write('account/groups.yaml', 'groups:\n  - name: Fresh news\n    description: Fruits\n');
    write('account/notifications.yaml', 'notifications:\n  - email: night@acme.example\n    owner: Night\n');
    write('people/lists.yaml', 'lists:\n  - name: Staff\n');
    write('people/contacts/staff.csv', people);
    write('out/unsubscribes.yaml', 'unsubscribes:\n  - email: nia@leads.example\n');
    write('destroyed/lists.yaml', 'lists:\n  - name: Gone\n');
    write('seed.yaml', 'lists:\n  - name: QA\ncontacts:\n  - {list: QA, email: a@example.com, country: France}\n');
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
    change('mailed/automations.yaml', /( {4}for: list:Customers\n {4}live: false\n)/, `$1${email}`);
    shell().write('open.csv', 'email,country\neve@leads.example,India\n');
    shell().sandbox.misbehave('POST /contacts/upload-csv=500');
    await shell().emk('contacts import open.csv --list Staff --yes EMK_MAX_WAIT=0s');
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

  const filled = (line: string): string =>
    Object.entries(known).reduce((text, [word, id]) => text.replace(word, id), line);
  return {shell, filled, inAccount, putBack};
}

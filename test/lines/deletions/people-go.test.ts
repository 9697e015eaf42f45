/** A deletion counts people, not lists; nobody goes who joined after somebody agreed; and all of them come back. */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {said} from '../../support/said.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

/** A list of 40 people. */
async function fillList(): Promise<void> {
  const rows = Array.from({length: 40}, (_, at) => `p${at}@example.com,Germany`);
  shell().write('people.csv', `email,country\n${rows.join('\n')}\n`);
  expect((await shell().emk('contacts import people.csv --list Guests --create-list --yes')).code).toBe(0);
}

const peopleOnList = async (): Promise<number> => {
  const {code, stdout} = await shell().emk('contacts list --list Guests --count');
  return code === 0 ? Number(stdout) : 0;
};

const join41 = 'contacts create --list Guests --email late@example.com --country Germany --yes';

describe('lists delete', () => {
  test('of a list of 40 needs --max-delete 40 in a script, and deletes nobody without', async () => {
    await fillList();
    for (const line of ['', ' --max-delete 39'])
      expect(await shell().emk(`lists delete Guests --yes${line}`)).toMatchObject(
        said(2, /1 list with 40 people.*To delete all 40, add --max-delete 40/s),
      );
    expect(await peopleOnList()).toBe(40);
    const {code, stderr} = await shell().emk('lists delete Guests --yes --max-delete 40');
    expect([code, stderr]).toEqual([0, expect.stringContaining('To bring it back: emk undo')]);
    expect(await peopleOnList()).toBe(0);
    const [line = ''] = /emk undo \S+/.exec(stderr) ?? [];
    expect((await shell().emk(`${line.slice(4)} --yes`)).code).toBe(0);
    expect(await peopleOnList()).toBe(40);
  });

  test('says in a dry run who goes too', async () => {
    await fillList();
    expect(await shell().emk('lists delete Guests --dry-run')).toMatchObject(
      said(0, /40 people would be deleted too\./),
    );
    expect(await peopleOnList()).toBe(40);
  });

  test('keeps a copy of who joined while somebody was asked, too', async () => {
    await fillList();
    const joins = async (): Promise<string> => {
      expect((await shell().emk(join41)).code).toBe(0);
      return 'y\r';
    };
    const line = 'lists delete Guests';
    const {code, stderr} = await atTerminal(shell(), line, ['Delete list "Guests" with 40 people on it?', joins]);
    expect([code, await peopleOnList()]).toEqual([0, 0]);
    const [, copy = ''] = /emk (undo \S+)/.exec(stderr) ?? [];
    expect((await shell().emk(`${copy} --yes`)).code).toBe(0);
    expect(await peopleOnList()).toBe(41);
  });
});

describe('account apply --prune', () => {
  /** A folder whose files have every list but "Guests". */
  async function without(): Promise<void> {
    expect((await shell().emk('account pull account --only lists')).code).toBe(0);
    const path = join(shell().folder, 'account/lists.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^ *- name: Guests\n/m, ''));
  }

  test('says in a dry run that 40 people go with the list', {tags: ['long']}, async () => {
    await fillList();
    await without();
    for (const line of [
      'account apply account --only lists --prune --dry-run',
      'account plan account --only lists --prune',
    ])
      expect((await shell().emk(line)).stdout).toContain(
        'Changes: 1 to delete, 40 contacts to delete with their lists.',
      );
  });

  test('of a saved plan deletes nobody who joined after it was made', async () => {
    await fillList();
    await without();
    const plan = 'account plan account --only lists --prune --out plan.json --overwrite';
    expect((await shell().emk(plan)).code).toBe(0);
    expect((await shell().emk(join41)).code).toBe(0);
    expect((await shell().emk('contacts delete p3@example.com --yes')).code).toBe(0);
    // As many people as before, and not the same.
    expect(await peopleOnList()).toBe(40);
    expect(await shell().emk('account apply plan.json --yes --max-delete 100')).toMatchObject(
      said(2, /have changed since.*Nothing was changed/s),
    );
    expect(await peopleOnList()).toBe(40);
    expect((await shell().emk(plan)).code).toBe(0);
    expect((await shell().emk('account apply plan.json --yes --max-delete 40')).code).toBe(0);
    expect(await peopleOnList()).toBe(0);
  });

  test('of a plan that an older emk has saved deletes no list of whose people it knows nothing', {
    tags: ['long'],
  }, async () => {
    await fillList();
    await without();
    const path = join(shell().folder, 'plan.json');
    await shell().emk('account plan account --only lists --prune --out plan.json');
    const {
      basis: {print: _, ...basis},
      ...plan
    } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({...plan, basis: {...basis, version: 1}}));
    expect((await shell().emk('account apply plan.json --yes --max-delete 100')).code).toBe(2);
    expect(await peopleOnList()).toBe(40);
  });
});

const demo = useFreshShell({seed: {kind: 'demo'}});

test('an email of an automation that is deleted by its code leaves a copy, which brings it back', async () => {
  const emails = async (automation: string): Promise<ReadonlyArray<{utr: string; subject: string}>> =>
    JSON.parse((await demo().emk(`automations emails list ${automation} -o json --columns utr,subject`)).stdout);
  const [automation = ''] = (await demo().emk('automations list -o id')).stdout.split('\n');
  const before = await emails(automation);
  const [first] = before;
  const {code, stderr} = await demo().emk(
    `automations emails delete ${first?.utr} --automation ${automation} --yes --force no-emails`,
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('emk undo')]);
  expect((await emails(automation)).length).toBe(before.length - 1);
  const [copy = ''] = readdirSync(join(demo().folder, 'state/deleted'));
  expect((await demo().emk(`undo ${copy.replace('.jsonl', '')} --yes --allow-automations`)).code).toBe(0);
  expect((await emails(automation)).map(({subject}) => subject).sort()).toEqual(
    before.map(({subject}) => subject).sort(),
  );
});

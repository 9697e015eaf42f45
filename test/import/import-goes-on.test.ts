/** What an import or a sync leaves so that it can go on or be taken back, and what it notices of a service that is not as it says. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {type Instead, type Passing, standBetween} from '../support/in-between.js';
import {moveClock} from '../support/move-clock.js';
import {realFs, replaceInFs} from '../support/replace-in-fs.js';
import {errorOf} from '../support/said.js';
import {tries} from '../support/sample.js';
import {untilStruck} from '../support/until-struck.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const leads = (count: number, from = 0): string =>
  `email,first_name,country\n${Array.from({length: count}, (_, at) => `p${from + at}@example.com,First${from + at},India\n`).join('')}`;

const IMPORT = 'contacts import leads.csv --list Leads --create-list --yes';
const SYNC = 'contacts sync leads.csv --list Leads --yes';
const RESUME = 'contacts import resume --yes';

async function emk(line: string, given: Parameters<ReturnType<typeof shell>['emk']>[1] = {}) {
  const {code, stdout, stderr} = await shell().emk(`${line} -o json`, given);
  return {
    code,
    data: stdout === '' ? undefined : JSON.parse(stdout),
    error: errorOf({stderr}),
  };
}

const people = async (): Promise<readonly {readonly id: number; readonly email: string; readonly city: string}[]> =>
  (await emk('contacts list')).data ?? [];
const listed = async (): Promise<readonly string[]> => (await people()).map(({email}) => email).sort();
const addresses = (count: number) => Array.from({length: count}, (_, at) => `p${at}@example.com`).sort();
const uploads = async (): Promise<number> =>
  (await shell().sandbox.requests()).filter(({path}) => path.endsWith('/upload-csv')).length;
const read = (name: string): string => readFileSync(join(shell().folder, name), 'utf8');

/** The folder of the latest run. */
function runFolder(): string {
  const imports = join(shell().folder, 'state/imports');
  const id = readdirSync(imports)
    .filter(name => /^\d/.test(name))
    .sort()
    .at(-1);
  return join(imports, id ?? '');
}
const journal = (): string => join(runFolder(), 'journal.jsonl');

/** An import of 600 rows that breaks off after its first requests. */
async function brokenOff(): Promise<void> {
  shell().write('leads.csv', leads(600));
  shell().sandbox.misbehave('POST /contacts/upload-csv=503-maintenance,after=2');
  expect((await emk(IMPORT, {env: {EMK_MAX_WAIT: '1s'}})).code).toBe(8);
  shell().sandbox.faults.clear();
}

describe('the journal of an import', () => {
  test('holds no address, no name and no key, and only its owner may read it', async () => {
    await brokenOff();
    const text = readFileSync(journal(), 'utf8');
    expect([statSync(journal()).mode & 0o777, statSync(runFolder()).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(text).not.toMatch(/@example|First3/);
    expect(text).not.toContain(shell().sandbox.publicKey);
  });

  test('that is damaged in its middle is named, and nothing is sent', async () => {
    await brokenOff();
    const lines = readFileSync(journal(), 'utf8').split('\n');
    writeFileSync(journal(), [lines[0], lines[1]?.replace('begun', 'begin'), ...lines.slice(2)].join('\n'));
    const before = await uploads();
    const {code, error} = await emk(RESUME);
    expect([code, error?.code, error?.message, await uploads()]).toEqual([
      ...[3, 'config', expect.stringContaining(journal()), before],
    ]);
    const another = await emk(IMPORT);
    expect([another.code, another.error?.hint, await uploads()]).toEqual([
      ...[3, expect.stringContaining(`Move ${runFolder()}`), before],
    ]);
    renameSync(runFolder(), join(shell().folder, 'away'));
    expect((await emk(IMPORT)).code).toBe(0);
    expect(await listed()).toEqual(addresses(600));
  });

  test('whose last line a kill has cut is read up to there', async () => {
    await brokenOff();
    writeFileSync(journal(), readFileSync(journal(), 'utf8').slice(0, -9));
    expect((await emk(RESUME)).code).toBe(0);
    expect(await listed()).toEqual(addresses(600));
  });

  test('of a file that has changed since names other rows, so nothing is sent', async () => {
    await brokenOff();
    shell().write('leads.csv', leads(600, 1));
    const before = await uploads();
    expect([(await emk(RESUME)).code, await uploads()]).toEqual([2, before]);
  });

  test('of another account is not gone on with', async () => {
    await brokenOff();
    const before = await uploads();
    expect([(await emk(RESUME, {env: {EMK_PUBLIC_KEY: 'pk-of-another'}})).code, await uploads()]).toEqual([4, before]);
  });

  test('that is not complete is gone on with before it is taken back', async () => {
    await brokenOff();
    const [run = '', before] = [runFolder().split('/').at(-1), await listed()];
    expect([(await emk(`undo ${run} --yes --max-delete 999`)).code, await listed()]).toEqual([2, before]);
    expect((await emk(RESUME)).code).toBe(0);
    expect((await emk('contacts import status')).data).toMatchObject([{added: 600}]);
    expect((await emk(`undo ${run} --yes --max-delete 999`)).code).toBe(0);
    expect(await listed()).toEqual([]);
  });

  test('whose list is gone is refused at once, and nothing is sent', async () => {
    await brokenOff();
    expect((await emk('lists delete Leads --yes --max-delete 999')).code).toBe(0);
    const before = await uploads();
    const {code, error} = await emk(RESUME);
    expect([code, error?.message, await uploads()]).toEqual([4, expect.stringContaining('"Leads" is gone'), before]);
  });

  test('keeps a copy of standard input until the import is complete', async () => {
    shell().sandbox.misbehave('POST /contacts/upload-csv=503-maintenance,after=1');
    const line = 'contacts import - --list Leads --create-list --yes';
    await emk(line, {stdin: leads(40), env: {EMK_MAX_WAIT: '1s'}});
    const copy = join(runFolder(), 'source.csv');
    expect(existsSync(copy)).toBe(true);
    shell().sandbox.faults.clear();
    expect((await emk(RESUME)).code).toBe(0);
    expect([existsSync(copy), await listed()]).toEqual([false, addresses(40)]);
  });
});

describe.runIf(process.platform === 'linux')('a disk that is full at some write', () => {
  /** Runs a line with a disk that takes so many writes more, and says whether it was full. */
  async function fullAt(write: number, line: string): Promise<{readonly code: number; readonly wasFull: boolean}> {
    let left = write;
    const really = realFs.writeSync as (file: number, ...rest: unknown[]) => number;
    replaceInFs('writeSync', (file: number, ...rest: unknown[]) => {
      // The database of the sandbox is written in this process too.
      if (!readlinkSync(`/proc/self/fd/${file}`).includes('/imports/')) return really(file, ...rest);
      left -= 1;
      if (left >= 0) return really(file, ...rest);
      throw Object.assign(new Error('no space left on device'), {code: 'ENOSPC'});
    });
    const {code} = await emk(line);
    replaceInFs('writeSync', realFs.writeSync);
    return {code, wasFull: left < 0};
  }

  const step = tries(4, 1);

  test('stops an import before it sends what it cannot note, and a second run completes it', async () => {
    shell().write('leads.csv', leads(300));
    for (let write = 0; ; write += step) {
      const {code, wasFull} = await fullAt(write, IMPORT);
      if (!wasFull) break;
      if (code === 0) expect(await listed()).toEqual(addresses(300));
      const {code: resumed} = await emk(RESUME);
      // Where nothing was begun there is nothing to resume.
      expect(resumed === 0 || (await emk(IMPORT)).code === 0, `write ${write}`).toBe(true);
      expect(await listed(), `write ${write}`).toEqual(addresses(300));
      await emk('lists delete Leads --yes --max-delete 999');
    }
  });

  test('stops a sync, and a second run leaves the list as the file is', async () => {
    for (let write = 0; ; write += step) {
      shell().write('leads.csv', leads(5));
      expect((await emk(IMPORT)).code).toBe(0);
      shell().write('leads.csv', `${leads(3).replace('First1', 'Ada')}new@example.com,New,India\n`);
      const line = `${SYNC} --update --gone delete --max-gone 9`;
      const {wasFull} = await fullAt(write, line);
      if (!wasFull) break;
      expect((await emk(line)).code, `write ${write}`).toBe(0);
      expect(await listed(), `write ${write}`).toEqual([...addresses(3), 'new@example.com'].sort());
      await emk('lists delete Leads --yes --max-delete 999');
    }
  });
});

test('who is on the list already is not added again, in capitals either, and another list does not count', async () => {
  shell().write('leads.csv', leads(3));
  expect((await emk(IMPORT)).code).toBe(0);
  shell().write('leads.csv', leads(4).replace('p1@', 'P1@'));
  expect(await emk(IMPORT)).toMatchObject({code: 0, data: {added: 1}});
  expect(await listed()).toEqual(addresses(4));
  expect(await emk(IMPORT.replace('Leads', 'Others'))).toMatchObject({code: 0, data: {added: 4}});
});

test('a sync of the same rows goes on where an earlier one stopped, and an undo takes back whom both added', async () => {
  expect((await emk('lists create Leads')).code).toBe(0);
  shell().write('leads.csv', leads(300));
  shell().sandbox.misbehave('POST /contacts/upload-csv=503-maintenance,after=1');
  expect((await emk(SYNC, {env: {EMK_MAX_WAIT: '1s'}})).code).toBe(8);
  shell().sandbox.faults.clear();
  expect(await emk(SYNC)).toMatchObject({code: 0, data: {done: {added: 290}}});
  const {data} = await emk('contacts import status');
  expect(data).toMatchObject([{result: 'done', resumable: false, added: 300}]);
  expect((await emk('undo')).data).toMatchObject([{id: data[0].id}]);
  expect((await emk(`undo ${data[0].id} --yes --max-delete 999`)).code).toBe(0);
  expect(await listed()).toEqual([]);
});

describe('a service that does with rows what it does not say', () => {
  const passing =
    (change: (body: string) => string) =>
    (request: Passing): Instead =>
      request.path.startsWith('/contacts/upload-csv') ? {passOn: change(request.body)} : undefined;

  test('is found out with the first rows where it puts cells into other columns', async () => {
    shell().write('leads.csv', leads(100));
    const {env} = await standBetween(
      shell().sandbox,
      passing(body => body.replace('first_name', 'city')),
    );
    const {code, error} = await emk(IMPORT, {env});
    expect([code, error?.code, await uploads(), (await people()).length]).toEqual([8, 'partial', 1, 10]);
  });

  test('is told by the rows that it skips, in the file of rejected rows', async () => {
    shell().write('leads.csv', leads(100));
    const {env} = await standBetween(
      shell().sandbox,
      passing(body => body.replace(/^.*p50@example\.com.*\n/m, '')),
    );
    expect(await emk(IMPORT, {env})).toMatchObject({code: 8, data: {result: 'partial', verified: 99, missing: 1}});
    const first = read('leads.rejected.csv');
    expect(first).toMatch(/^email,first_name,country,.*\np50@example.com,First50,India,".*"\n$/);
    shell().write('leads.rejected.csv', 'mended');
    expect((await emk(IMPORT.replace('Leads', 'Others'), {env})).code).toBe(8);
    expect([read('leads.rejected.csv'), read('leads.rejected.2.csv')]).toEqual(['mended', first]);
  });

  test('is told by those whom it keeps twice', async () => {
    shell().write('leads.csv', leads(30));
    const {env} = await standBetween(
      shell().sandbox,
      passing(body => body.replace(/^.*p5@example\.com.*\n/m, '$&$&')),
    );
    expect(await emk(IMPORT, {env})).toMatchObject({code: 8, data: {duplicates: 1, missing: 0}});
  });
});

describe.each([
  ['delete', 'deleted'],
  ['unsubscribe', 'unsubscribed'],
])('while the question of a sync with --gone %s is open', (gone, done) => {
  test('who moves away, or gets an address of the file, is not gone any more', async () => {
    shell().write('leads.csv', leads(5));
    expect((await emk(IMPORT)).code).toBe(0);
    expect((await emk('lists create Others')).code).toBe(0);
    const [, , third, fourth, fifth] = await people();
    shell().write('leads.csv', `${leads(2)}right@example.com,Right,India\n`);
    // Another machine knows nothing of the turns of this one.
    const host = {cwd: mkdtempSync(join(shell().folder, 'other-'))};
    const meanwhile = async (): Promise<string> => {
      expect((await emk(`contacts update ${third?.id} --list Others --yes`, {host})).code).toBe(0);
      expect((await emk(`contacts update ${fourth?.id} --email Right@example.com --yes`, {host})).code).toBe(0);
      return 'y\r';
    };
    const line = `contacts sync leads.csv --list Leads --gone ${gone} --max-gone 9 -o json`;
    const {code, stdout} = await atTerminal(shell(), line, ['(y/N)', meanwhile]);
    const result = JSON.parse(stdout);
    expect([code, result.done[done], result.to_do[gone]]).toEqual([8, 1, 3]);
    const left: readonly {readonly email_address: string}[] = (await emk('unsubscribes list')).data ?? [];
    const [ids, out] = [(await people()).map(({id}) => id), left.map(one => one.email_address)];
    const isGone = (one: typeof third) => out.includes(one?.email ?? '') || !ids.includes(one?.id ?? 0);
    expect([third, fourth, fifth].map(isGone)).toEqual([false, false, true]);
  });
});

/** What another machine does, which knows nothing of the turns of this one. */
const elsewhere = async (...lines: readonly string[]): Promise<void> => {
  const host = {cwd: mkdtempSync(join(shell().folder, 'other-'))};
  for (const line of lines) expect([line, (await emk(`${line} --yes`, {host})).code]).toEqual([line, 0]);
};

test('while the question of a sync is open, who moves away or becomes somebody else is not changed any more', async () => {
  shell().write('leads.csv', leads(4));
  expect((await emk(IMPORT)).code).toBe(0);
  expect((await emk('lists create Others')).code).toBe(0);
  const [first, second, third, fourth] = await people();
  shell().write('leads.csv', `${leads(4).replaceAll(',First', ',Other')}new@example.com,New,India\n`);
  // The first change is looked at, so the others are the ones that go unseen.
  const meanwhile = async (): Promise<string> => {
    await elsewhere(
      `contacts update ${second?.id} --list Others`,
      `contacts update ${third?.id} --email else@example.com`,
      `contacts delete ${fourth?.id}`,
    );
    return 'y\r';
  };
  const line = 'contacts sync leads.csv --list Leads --update -o json';
  const {code, stdout} = await atTerminal(shell(), line, ['(y/N)', meanwhile]);
  expect([code, JSON.parse(stdout).done.changed]).toEqual([8, 1]);
  const named = new Map(
    (await emk('contacts list')).data.map((one: {id: number; first_name: string}) => [one.id, one.first_name]),
  );
  expect([first, second, third, fourth].map(one => named.get(one?.id))).toEqual([
    'Other0',
    'First1',
    'First2',
    undefined,
  ]);
});

test('while the question of an undo is open, who is changed stays', async () => {
  shell().write('leads.csv', leads(3));
  expect((await emk(IMPORT)).code).toBe(0);
  const [{id}] = (await emk('undo')).data;
  const [first, second] = await people();
  const meanwhile = async (): Promise<string> => {
    await moveClock(shell().sandbox, '1m');
    await elsewhere('lists create Others', `contacts update ${first?.id} --city Pune`);
    await elsewhere(`contacts update ${second?.id} --list Others`);
    return 'y\r';
  };
  expect((await atTerminal(shell(), `undo ${id}`, ['(y/N)', meanwhile])).code).toBe(8);
  expect((await people()).map(one => one.id)).toEqual([first?.id, second?.id]);
});

test('a list of the name that somebody else makes and fills meanwhile is not filled: its people were not looked at', async () => {
  shell().write('leads.csv', leads(2));
  let isMade = false;
  const {env} = await standBetween(shell().sandbox, async ({path}) => {
    if (path.startsWith('/global-unsubscribes') && !isMade) {
      isMade = true;
      await elsewhere('lists create Leads', 'contacts create p0@example.com --list Leads --country India');
    }
    return undefined;
  });
  expect([(await emk(IMPORT, {env})).code, isMade]).toEqual([8, true]);
  expect(await listed()).toEqual(['p0@example.com']);
  expect((await emk(IMPORT)).code).toBe(0);
  expect(await listed()).toEqual(addresses(2));
});

test('a sync that is refused leaves an interrupted one as it is', async () => {
  shell().write('leads.csv', leads(30));
  expect((await emk(IMPORT)).code).toBe(0);
  shell().write('leads.csv', leads(300));
  shell().sandbox.misbehave('POST /contacts/upload-csv=503-maintenance,after=1');
  expect((await emk(SYNC, {env: {EMK_MAX_WAIT: '1s'}})).code).toBe(8);
  shell().sandbox.faults.clear();
  const open = async () =>
    ((await emk('contacts import status')).data as {resumable: boolean; kind: string}[]).filter(
      ({kind, resumable}) => kind === 'sync' && resumable,
    ).length;
  expect(await open()).toBe(1);
  shell().write('other.csv', leads(3));
  expect((await emk('contacts sync other.csv --list Leads --gone delete --yes')).code).toBe(2);
  expect(await open()).toBe(1);
});

test('a sync that deleted people and could read nothing more does not say that nothing was changed', async () => {
  shell().write('leads.csv', leads(40));
  expect((await emk(IMPORT)).code).toBe(0);
  shell().write('leads.csv', leads(5).replaceAll('India', 'Italy'));
  shell().sandbox.misbehave('GET /contacts/list=500,after=2');
  shell().sandbox.misbehave('GET /contacts/details=500');
  const line = `${SYNC} --update --gone delete --max-gone 100%`;
  const {code, error} = await emk(line, {env: {EMK_MAX_WAIT: '0'}});
  expect([code, error?.message]).toEqual([8, expect.stringContaining('35 contacts failed')]);
  shell().sandbox.faults.clear();
  expect([(await emk(line)).code, await listed()]).toEqual([0, addresses(5)]);
});

describe('changes of a sync', () => {
  const differing = async (count: number): Promise<void> => {
    shell().write('leads.csv', leads(count));
    expect((await emk(IMPORT)).code).toBe(0);
    shell().write('leads.csv', leads(count).replaceAll(',First', ',Other'));
  };

  test('that are all refused are all left, and made by the next run', async () => {
    await differing(30);
    const refused = {json: {status: 'failed', errors: 'No.'}};
    const {env} = await standBetween(shell().sandbox, ({path}) =>
      path.startsWith('/contacts/update') ? refused : undefined,
    );
    const {code, data} = await emk(`${SYNC} --update`, {env});
    expect([code, data.done.changed, data.to_do.change]).toEqual([8, 0, 30]);
    expect(await emk(`${SYNC} --update`)).toMatchObject({code: 0, data: {done: {changed: 30}}});
    expect((await emk(`${SYNC} --update --dry-run`)).code).toBe(0);
  });

  test('of which one is refused go on with the others, and the refused one is named', async () => {
    await differing(12);
    const between = await standBetween(shell().sandbox, ({path, body}) =>
      path.startsWith('/contacts/update') && body.includes('Other7')
        ? {json: {status: 'failed', errors: {first_name: ['No.']}}}
        : undefined,
    );
    const {code, data} = await emk(`${SYNC} --update`, {env: between.env});
    expect([code, data.done.changed, data.to_do.change]).toEqual([8, 11, 12]);
  });
});

test('an undo does not take back a part of an import whose last look did not show all, and a resume looks again', async () => {
  shell().write('leads.csv', leads(300));
  expect((await emk('lists create Leads')).code).toBe(0);
  shell().sandbox.misbehave('GET /contacts/list=list-cap,n=100,after=2');
  expect((await emk(IMPORT)).code).toBe(9);
  const undo = `undo ${runFolder().split('/').at(-1)} --yes --max-delete 999`;
  expect((await emk(undo)).code).toBe(2);
  shell().sandbox.faults.clear();
  expect([(await emk(undo)).code, (await listed()).length]).toEqual([2, 300]);
  expect((await emk(RESUME)).code).toBe(0);
  expect([(await emk(undo)).code, await listed()]).toEqual([0, []]);
});

test('an undo of more than a script may delete is refused before the list is read, and what was deleted before counts no more', async () => {
  shell().write('leads.csv', leads(40));
  expect((await emk(IMPORT)).code).toBe(0);
  const run = runFolder().split('/').at(-1);
  const before = (await shell().sandbox.requests()).length;
  for (const line of [`undo ${run} --yes`, `undo ${run} --yes --max-delete 39`]) {
    const {code, error} = await emk(line);
    expect([code, error?.hint]).toEqual([2, expect.stringContaining('--max-delete 40')]);
  }
  expect((await shell().sandbox.requests()).slice(before)).toEqual([]);
  const [first] = await people();
  await moveClock(shell().sandbox, '1m');
  expect((await emk(`contacts update ${first?.id} --city Pune --yes`)).code).toBe(0);
  expect((await emk(`undo ${run} --yes --max-delete 40`)).code).toBe(0);
  expect((await people()).map(({id}) => id)).toEqual([first?.id]);
  expect([(await emk(`undo ${run} --yes --force`)).code, await listed()]).toEqual([0, []]);
});

/** A chunk of 250 that the service applies and never answers, at which Ctrl-C strikes. */
async function struckIn(line: string) {
  const [signal, before] = [new AbortController(), (await shell().sandbox.requests()).length];
  shell().sandbox.misbehave('POST /contacts/upload-csv=hang,applied,after=1');
  const cut = emk(line, {host: {interrupted: signal.signal}});
  await untilStruck(shell().sandbox, before);
  shell().sandbox.faults.clear();
  /** The journal as a kill at this moment would leave it. */
  const left = readFileSync(journal(), 'utf8');
  signal.abort('SIGINT');
  return {...(await cut), left};
}

describe('an import of which a chunk arrived without an answer', () => {
  const undo = () => emk(`undo ${runFolder().split('/').at(-1)} --yes --max-delete 9999`);

  test('says how many rows are unknown, and not that nobody else was added', async () => {
    shell().write('leads.csv', `${leads(1000)}wrong,Row,India\n`);
    const {code, data, error} = await struckIn(`${IMPORT} --max-errors 1`);
    expect([code, data.unknown, data.sum.doubtful]).toEqual([130, 250, 250]);
    expect(error?.message).toMatch(/250 rows.*\b10 of 1,000 rows/);
    expect(error?.message).not.toContain('Nobody else');
    expect(JSON.stringify(error)).toContain('contacts import resume');
    expect([(await undo()).code, (await listed()).length]).toEqual([2, 260]);
  });

  test.each([
    ['stopped', 1],
    ['stopped', 2],
    ['killed', 1],
    ['killed', 2],
  ])('and whose resume was %s (%i times) is taken back whole', async (how, times) => {
    shell().write('leads.csv', leads(2000));
    await struckIn(IMPORT);
    await elsewhere('contacts create else@example.com --list Leads --country India');
    for (let time = 0; time < times; time++) {
      const {left} = await struckIn(RESUME);
      if (how === 'killed') writeFileSync(journal(), left);
    }
    expect((await undo()).code).toBe(2);
    expect((await emk(RESUME)).code).toBe(0);
    expect((await emk('contacts import status')).data).toMatchObject([{result: 'done', added: 2000, verified: 2000}]);
    expect([(await undo()).code, await listed()]).toEqual([0, ['else@example.com']]);
  });

  test('keeps in an undo whom somebody changed before the resume', async () => {
    shell().write('leads.csv', leads(1000));
    const {left} = await struckIn(IMPORT);
    writeFileSync(journal(), left);
    await moveClock(shell().sandbox, '1m');
    const [first] = await people();
    expect((await emk(`contacts update ${first?.id} --city Pune --yes`)).code).toBe(0);
    expect((await emk(RESUME)).code).toBe(0);
    expect([(await undo()).code, (await people()).map(({id}) => id)]).toEqual([0, [first?.id]]);
  });

  test('goes on with the same line, and an undo takes back whom both added', async () => {
    shell().write('leads.csv', leads(1000));
    const {left} = await struckIn(IMPORT);
    writeFileSync(journal(), left);
    expect((await emk(IMPORT)).code).toBe(0);
    expect((await emk('contacts import status')).data).toMatchObject([{result: 'done', added: 1000}]);
    expect([(await undo()).code, await listed()]).toEqual([0, []]);
  });

  test('and may still arrive is waited for by another import into its list', async () => {
    shell().write('leads.csv', leads(1000));
    const {left} = await struckIn(IMPORT);
    writeFileSync(journal(), left);
    shell().write('others.csv', leads(20, 990));
    const {code, stderr} = await shell().emk('contacts import others.csv --list Leads --yes');
    expect([code, stderr]).toEqual([0, expect.stringContaining('stopped in the middle of a request')]);
  });

  test('and brought back who was deleted goes on with the same line, and is taken back whole', async () => {
    shell().write('leads.csv', leads(1000));
    expect((await emk(IMPORT)).code).toBe(0);
    const ids = (await people()).map(({id}) => id).join(' ');
    expect((await emk(`contacts delete ${ids} --yes --max-delete 1000`)).code).toBe(0);
    const newest = async (): Promise<string> => (await emk('undo')).data[0].id;
    const line = `undo ${await newest()} --yes`;
    const {left} = await struckIn(line);
    writeFileSync(journal(), left);
    expect((await emk(line)).code).toBe(0);
    expect(await listed()).toEqual(addresses(1000));
    expect([(await emk(`undo ${await newest()} --yes --max-delete 1000`)).code, await listed()]).toEqual([0, []]);
  });

  test('and whom a resume did not find is not taken back if somebody else adds them then', async () => {
    shell().write('leads.csv', leads(1000));
    const signal = new AbortController();
    shell().sandbox.misbehave('POST /contacts/upload-csv=hang,after=2');
    const cut = emk(IMPORT, {host: {interrupted: signal.signal}});
    await untilStruck(shell().sandbox);
    signal.abort('SIGINT');
    await cut;
    shell().sandbox.faults.clear();
    await struckIn(RESUME);
    await elsewhere('contacts create p700@example.com --list Leads --country India');
    expect((await emk(RESUME)).code).toBe(0);
    expect([(await undo()).code, await listed()]).toEqual([0, ['p700@example.com']]);
  });
});

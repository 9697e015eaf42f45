/** An import loses no row and doubles none: what is refused, what did not arrive, what is written beside the file. */
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {standBetween} from '../support/in-between.js';
import {errorOf} from '../support/said.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const leads = (count: number, from = 0): string =>
  `email,first_name,country\n${Array.from({length: count}, (_, at) => `p${from + at}@example.com,First${from + at},India\n`).join('')}`;

const IMPORT = 'contacts import leads.csv --list Leads --create-type --yes';

type Imported = {
  readonly code: number;
  readonly data: Record<string, number> & {
    files: Record<string, string>;
    sum: Record<string, number>;
    read: Record<string, unknown>;
    result: string;
  };
  readonly error: ReturnType<typeof errorOf>;
  /** All that it said, as it said it. */
  readonly stderr: string;
};

async function emk(line: string, given: Parameters<ReturnType<typeof shell>['emk']>[1] = {}): Promise<Imported> {
  const {code, stdout, stderr} = await shell().emk(`${line} -o json`, given);
  return {
    code,
    data: stdout === '' ? undefined : JSON.parse(stdout),
    error: errorOf({stderr}),
    stderr,
  };
}

/** The addresses of the list, each as often as it is there. */
async function listed(): Promise<readonly string[]> {
  const {stdout} = await shell().emk('contacts list -o json');
  return JSON.parse(stdout === '' ? '[]' : stdout).map(({email}: {email: string}) => email);
}

const read = (name: string): string => readFileSync(join(shell().folder, name), 'utf8');

/** Exactly these people are there, each once. */
async function expectOnce(count: number, but: readonly string[] = []): Promise<void> {
  const wanted = Array.from({length: count}, (_, at) => `p${at}@example.com`).filter(email => !but.includes(email));
  expect([...(await listed())].sort()).toEqual([...wanted].sort());
}

const isUpload = (path: string): boolean => path.startsWith('/contacts/upload-csv');
const refusal = {json: {status: 'failed', message: {csv_file: ['Something is wrong with the file.']}}} as const;

describe('a row that the service refuses', () => {
  test('is found alone, told with its reason, and all others arrive', async () => {
    shell().write('leads.csv', leads(300));
    const between = await standBetween(shell().sandbox, ({path, body}) =>
      isUpload(path) && body.includes('p123@example.com') ? refusal : undefined,
    );
    const {code, data, error} = await emk(IMPORT, {env: between.env});
    expect([code, error?.code]).toEqual([8, 'partial']);
    expect(data).toMatchObject({result: 'partial', added: 299, verified: 299, rejected: 1, missing: 0});
    expect(data.sum).toMatchObject({wanted: 300, done: 299, doubtful: 0});
    const [file = ''] = Object.values(data.files);
    const [header, row, ...more] = readFileSync(file, 'utf8').trim().split('\n');
    expect([header, /^p123@example\.com,First123,India,./.test(row ?? ''), more]).toEqual([
      expect.stringMatching(/^email,first_name,country,/),
      true,
      [],
    ]);
    await expectOnce(300, ['p123@example.com']);
  });

  test('of a service that refuses all is not looked for among all', async () => {
    shell().write('leads.csv', leads(300));
    const between = await standBetween(shell().sandbox, ({path}) => (isUpload(path) ? refusal : undefined));
    const {code} = await emk(IMPORT, {env: between.env});
    expect(code).toBe(5);
    expect(between.passed.filter(({path}) => isUpload(path)).length).toBeLessThan(40);
    expect(await listed()).toEqual([]);
  });

  test('is not taken for one that is too large', async () => {
    shell().write('leads.csv', leads(200));
    const between = await standBetween(shell().sandbox, ({path, body}) =>
      isUpload(path) && body.length > 2500 ? {status: 413, json: {}} : undefined,
    );
    expect(await emk(IMPORT, {env: between.env})).toMatchObject({
      code: 0,
      data: {added: 200, verified: 200, rejected: 0},
    });
    await expectOnce(200);
  });
});

describe('"Imported"', () => {
  const missing = async (data: Imported['data']): Promise<number> => {
    const there = await listed();
    expect(data['verified']).toBe(there.length);
    return 40 - there.length;
  };

  test('of which only a part arrived is told by the rows that did not, and their file brings them', async () => {
    shell().write('leads.csv', leads(40));
    shell().sandbox.misbehave('POST /contacts/upload-csv=accept-part:1');
    const {code, data, error} = await emk(IMPORT);
    expect([code, error?.code, data.result]).toEqual([8, 'partial', 'partial']);
    const gone = await missing(data);
    expect([gone > 0, data['missing'], data.sum['left']]).toEqual([true, gone, gone]);
    expect(read('leads.rejected.csv').trim().split('\n')).toHaveLength(gone + 1);
    expect((await emk('contacts import leads.rejected.csv --list Leads --yes')).code).toBe(0);
    await expectOnce(40);
  });

  test('of which only a part arrived is not told as done by whoever is stopped before the second look', async () => {
    shell().write('leads.csv', leads(40));
    shell().sandbox.misbehave('POST /contacts/upload-csv=accept-part:1,after=1,n=5');
    const stop = new AbortController();
    const sleep = async () => stop.abort('SIGINT');
    const {code, data} = await emk(IMPORT, {host: {interrupted: stop.signal, sleep}});
    expect([code, data['missing'], data.sum]).toEqual([130, 25, expect.objectContaining({done: 15, left: 25})]);
    expect((await emk('contacts import resume --yes')).code).toBe(0);
    await expectOnce(40);
  });

  test('of which nothing arrived stops before the rest is sent', async () => {
    shell().write('leads.csv', leads(400));
    shell().sandbox.misbehave('POST /contacts/upload-csv=accept-part,n=0');
    const before = (await shell().sandbox.requests()).length;
    const {code, data} = await emk(IMPORT);
    const uploads = (await shell().sandbox.requests()).slice(before).filter(({path}) => path.endsWith('/upload-csv'));
    expect([code === 0, data?.['verified'] ?? 0, uploads.length < 3]).toEqual([false, 0, true]);
    expect(await listed()).toEqual([]);
  });

  test('is not believed where the list cannot be read whole, and a resume finds all', async () => {
    shell().write('leads.csv', leads(40));
    shell().sandbox.misbehave('GET /contacts/list=truncate,after=1,bytes=300');
    const {code, data, error} = await emk(IMPORT);
    expect([code === 0, data?.result]).toEqual([false, expect.not.stringMatching(/^done$/)]);
    expect(error?.exit).toBe(code);
    shell().sandbox.faults.clear();
    expect((await emk('contacts import resume --yes')).code).toBe(0);
    await expectOnce(40);
  });

  test.each([
    'lost-reply:1',
    'late-commit:1,s=3',
    '500:1',
    '500:1,applied',
    'reset-before:1',
    '502-html:1,applied',
    'hang:1,applied',
  ])('that is never said (%s) loses no row and doubles none', async fault => {
    shell().write('leads.csv', leads(40));
    shell().sandbox.misbehave(`POST /contacts/upload-csv=${fault}`);
    const {code} = await emk(`${IMPORT} --timeout 1s`);
    shell().sandbox.faults.clear();
    if (code !== 0) expect((await emk('contacts import resume --yes')).code).toBe(0);
    await expectOnce(40);
  });
});

describe('the clock', () => {
  const DAY = 86_400_000;
  test.each([
    ['is set forwards by a day at each request', DAY, 0],
    ['is set backwards by a day at each request', -DAY, 0],
    ['stands still while the machine sleeps an hour at each wait', 0, 3_600_000],
  ])('that %s loses and doubles nothing', async (_, set, slept) => {
    shell().write('leads.csv', leads(60));
    let [at, passed] = [Date.parse('2026-03-04T12:00:00Z'), 0];
    const between = await standBetween(shell().sandbox, ({path}) => {
      if (isUpload(path) || path.startsWith('/contacts-type')) at += set;
      return undefined;
    });
    shell().sandbox.misbehave('POST /contacts/upload-csv=lost-reply:1');
    const sleep = async (milliseconds: number): Promise<void> => {
      at += milliseconds + slept;
      passed += milliseconds;
    };
    const host = {now: () => new Date(at), elapsed: () => passed, sleep};
    const {code, data} = await emk(IMPORT, {env: between.env, host});
    expect([code, data.result, data['verified']]).toEqual([0, 'done', 60]);
    expect(passed).toBeLessThan(10 * 60_000);
    await expectOnce(60);
  });
});

test.each([
  ['quick', 0, [10, 250, 500, 40]],
  ['not quick', 3000, [10, 250, 250, 250, 40]],
  ['slow', 11_000, [10, 250, 125, 62, 31, 15]],
])('a service that is %s gets as many rows a request as it can take', async (_, took, wanted) => {
  shell().write('leads.csv', leads(800));
  const sizes: number[] = [];
  let now = 0;
  const {env} = await standBetween(shell().sandbox, ({path, body}) => {
    if (!path.endsWith('/upload-csv')) return undefined;
    sizes.push(body.match(/@example\.com/g)?.length ?? 0);
    now += took;
    return undefined;
  });
  expect((await emk(IMPORT, {env, host: {elapsed: () => now}})).code).toBe(0);
  expect(sizes.slice(0, wanted.length)).toEqual(wanted);
  await expectOnce(800);
});

test('a text for a country must mean one that the service lists', async () => {
  shell().write('leads.csv', 'email,country\na@example.com,Deutschlnd\n');
  const {code, error} = await emk(`${IMPORT} --country Deutschlnd=Germnay`);
  expect([code, error?.message, await listed()]).toEqual([2, expect.stringContaining('“Germnay”'), []]);
  expect((await emk(`${IMPORT} --country Deutschlnd=Germany`)).code).toBe(0);
  expect(JSON.parse((await shell().emk('contacts list -o json')).stdout)).toMatchObject([{country: 'Germany'}]);
});

describe('rejected rows', () => {
  const bad = 'email,first_name,country\na@example.com,Ada,India\nnobody,Bob,India\ncy-at-example,Cy,India\n';

  test('stop an import in a script before anything is sent, and stand beside the file with their reasons', async () => {
    shell().write('leads.csv', bad);
    const {code, data} = await emk(IMPORT);
    expect([code, await listed()]).toEqual([2, []]);
    const file = Object.values(data.files).find(path => path.endsWith('.csv')) ?? '';
    const rows = readFileSync(file, 'utf8').trim().split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatch(/^nobody,Bob,India,./);
  });

  test('that were mended are found: the column of reasons is dropped, and nobody comes twice', async () => {
    shell().write('leads.csv', bad);
    const {code, data} = await emk(`${IMPORT} --max-errors 2`);
    expect([code, await listed()]).toEqual([8, ['a@example.com']]);
    const file = Object.values(data.files).find(path => path.endsWith('.csv')) ?? '';
    const mended = readFileSync(file, 'utf8')
      .replace('nobody,', 'bob@example.com,')
      .replace('cy-at-example', 'c@example.com');
    shell().write('mended.csv', mended);
    const again = await emk('contacts import mended.csv --list Leads --yes');
    expect([again.code, again.data['rejected']]).toEqual([0, 0]);
    expect([...(await listed())].sort()).toEqual(['a@example.com', 'bob@example.com', 'c@example.com']);
  });

  test('that are still bad stand in a file of the next number', async () => {
    shell().write('leads.csv', bad);
    await emk(`${IMPORT} --max-errors 2`);
    const first = read('leads.rejected.csv');
    shell().write('leads.rejected.csv', first.replace('nobody,', 'bob@example.com,'));
    const {code} = await emk('contacts import leads.rejected.csv --list Leads --yes --max-errors 1');
    expect(code).toBe(8);
    const rows = read('leads.rejected.2.csv').trim().split('\n');
    expect([rows.length, rows[1]]).toEqual([2, expect.stringMatching(/^cy-at-example,Cy,/)]);
    expect([...(await listed())].sort()).toEqual(['a@example.com', 'bob@example.com']);
  });

  test('of an earlier import stay, since somebody may have mended them', async () => {
    shell().write('leads.csv', bad);
    await emk(`${IMPORT} --max-errors 2`);
    const first = read('leads.rejected.csv');
    shell().write('leads.rejected.csv', 'mended');
    const others = await emk(`${IMPORT.replace('Leads', 'Others')} --max-errors 2 --set city=Rome`);
    expect(others.data.files['rejected']).toMatch(/leads\.rejected\.2\.csv$/);
    expect(others.error?.hint).toContain('leads.rejected.2.csv --list Others');
    expect([read('leads.rejected.csv'), read('leads.rejected.2.csv')]).toEqual(['mended', first]);
  });

  test('are in one file however often the same rows are rejected, as by a nightly import', async () => {
    shell().write('leads.csv', bad);
    for (const line of [IMPORT, IMPORT, IMPORT.replace('Leads', 'Others')])
      expect((await emk(`${line} --max-errors 2`)).data.files['rejected']).toMatch(/leads\.rejected\.csv$/);
    expect(existsSync(join(shell().folder, 'leads.rejected.2.csv'))).toBe(false);
  });

  test('that somebody mends while the import goes on stay mended, and those that did not arrive stand in another file', async () => {
    shell().write('leads.csv', `${leads(40)}nobody,No,India\n`);
    shell().sandbox.misbehave('POST /contacts/upload-csv=accept-part:1,n=4');
    const {env} = await standBetween(shell().sandbox, ({path}) => {
      if (path.endsWith('/upload-csv')) shell().write('leads.rejected.csv', 'mended');
      return undefined;
    });
    const {code, data} = await emk(`${IMPORT} --max-errors 1`, {env});
    expect([code, data['missing'], data.files['rejected']]).toEqual([8, 6, expect.stringContaining('.rejected.2.csv')]);
    expect(read('leads.rejected.csv')).toBe('mended');
    expect(read('leads.rejected.2.csv').trim().split('\n')).toHaveLength(1 + 1 + 6);
  });

  test('are written nowhere by a dry run', async () => {
    shell().write('leads.csv', bad);
    expect((await emk(`${IMPORT} --dry-run`)).code).toBe(2);
    expect(existsSync(join(shell().folder, 'leads.rejected.csv'))).toBe(false);
  });
});

describe('bytes', () => {
  const text = 'email,first_name,country\nz@example.com,Zoë,India\ny@example.com,Jürgen,India\n';
  const utf16 = (little: boolean): Buffer => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    return little ? bytes : bytes.swap16();
  };

  test.each<readonly [string, Buffer, string]>([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ['UTF-16, little end first, with a mark', utf16(true), 'utf-16le'],
    ['UTF-16, big end first, with a mark', utf16(false), 'utf-16be'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
    ['lines that end with CR', Buffer.from(text.replaceAll('\n', '\r')), 'utf-8'],
    ['lines that end with CRLF', Buffer.from(text.replaceAll('\n', '\r\n')), 'utf-8'],
  ])('of %s arrive as they are', async (_, bytes, encoding) => {
    shell().write('leads.csv', bytes);
    const {code, data} = await emk(IMPORT);
    expect([code, data.read['encoding']]).toEqual([0, encoding]);
    const people = JSON.parse((await shell().emk('contacts list -o json')).stdout);
    expect(people.map((one: {first_name: string}) => one.first_name).sort()).toEqual(['Jürgen', 'Zoë']);
  });

  test.each<readonly [string, Buffer]>([
    ['a ZIP, as a sheet of Excel is', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 8, 0, 8, 0, 0, 0, 0x21])],
    ['a page of HTML', Buffer.from('<!doctype html>\n<html><body>Log in</body></html>\n')],
    ['nothing', Buffer.from('')],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\n1 0 obj\n', 'latin1')],
    ['JSON', Buffer.from('[{"email": "a@example.com"}]\n')],
  ])('of %s are no list of people', async (_, bytes) => {
    shell().write('leads.csv', bytes);
    const {code, error} = await emk(IMPORT);
    expect([code, error?.exit]).toEqual([2, 2]);
    expect(await listed()).toEqual([]);
  });

  test('that are no text of the encoding are named with their line', async () => {
    shell().write(
      'leads.csv',
      Buffer.concat([Buffer.from(leads(2)), Buffer.from('x@example.com,Zo\xff\xfe,India\n', 'latin1')]),
    );
    const {code, stderr} = await emk(`${IMPORT} --encoding utf-8`);
    expect([code, await listed()]).toEqual([2, []]);
    const {error} = JSON.parse(stderr.trim());
    expect(error.message).toMatch(/\b4\b.*not UTF-8/);
  });

  test('with a NUL in a row are refused before anything is sent', async () => {
    shell().write('leads.csv', `${leads(2)}x@example.com,Zo\u0000e,India\n`);
    const {code} = await emk(`${IMPORT} --max-errors 1`);
    expect([code, await listed()]).toEqual([2, []]);
  });

  test('of a row of many megabytes are refused before anything is sent', async () => {
    shell().write('leads.csv', `${leads(2)}x@example.com,${'Z'.repeat(3_000_000)},India\n${leads(3).split('\n')[3]}\n`);
    const {code} = await emk(`${IMPORT} --max-errors 1`);
    expect([code, await listed()]).toEqual([2, []]);
  });
});

test('a damaged cell is left empty where that is asked for, and gets what --set says', async () => {
  await emk('fields create join_date --kind datetime-local');
  shell().write('leads.csv', 'email,joined,country\na@example.com,soon,India\nb@example.com,2026-01-02,India\n');
  const cells = '--map joined=join_date --leave-empty joined --set join_date=2020-01-01';
  expect(await emk(`${IMPORT} ${cells}`)).toMatchObject({code: 0, data: {added: 2}});
  const {stdout} = await shell().emk('contacts list --columns custom_field.join_date -o csv');
  expect(stdout).toMatch(/^2020-01-01.*\n2026-01-02/m);
});

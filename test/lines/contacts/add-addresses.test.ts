import {beforeEach, describe, expect, test} from 'vitest';
import {standBetween} from '../../support/in-between.js';
import {said} from '../../support/said.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
beforeEach(() => shell().sandbox.faults.clear());

const addressesIn = async (list: string): Promise<string[]> => {
  const {stdout} = await shell().emk(`${list} -o json`);
  return (JSON.parse(stdout) as Array<{email_address: string}>).map(({email_address}) => email_address);
};

const sentTo = async (path: string): Promise<number> =>
  (await shell().sandbox.requests()).filter(request => request.path.includes(path)).length;

test('addresses of options, each once and none that is there, end up on the list', async () => {
  const {code, stdout} = await shell().emk(
    'unsubscribes add --email "Ada@Example.com, bo@example.com" --email ada@example.com --email gone@example.org -o json',
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({done: [expect.any(Number), expect.any(Number)], failed: []});
  const listed = await addressesIn('unsubscribes list');
  expect(listed.filter(address => /^(ada|bo|gone)@/i.test(address))).toHaveLength(3);
});

test('who left one group only is not taken for somebody who gets no mail at all', async () => {
  const {code, stderr} = await shell().emk('unsubscribes add --email ines.costa@example.com');
  expect(code).toBe(0);
  expect(stderr).toContain('ines.costa@example.com');
});

test('a file goes in batches of at most 50 addresses', {tags: ['long']}, async () => {
  const addresses = Array.from({length: 230}, (_, at) => `person-with-a-rather-long-name-${at}@mail.example.com`);
  shell().write('left.csv', ['name;E-mail', ...addresses.map(address => `x;${address}`)].join('\r\n'));
  const before = await sentTo('/manually-add');
  const {code, stderr} = await shell().emk('groups recipients add --group 3 --file left.csv');
  expect(stderr).toContain('230 addresses');
  expect(code).toBe(0);
  expect(await addressesIn('groups recipients list 3')).toEqual(addresses);
  expect((await sentTo('/manually-add')) - before).toBe(Math.ceil(230 / 50));
});

test('standard input is read one address a line', async () => {
  const {code} = await shell().emk('unsubscribes add --file -', {stdin: 'first@example.net\nsecond@example.net\n'});
  expect(code).toBe(0);
  expect(await addressesIn('unsubscribes list')).toEqual(
    expect.arrayContaining(['first@example.net', 'second@example.net']),
  );
});

test('one bad line of a file does not stop the others, and is named', async () => {
  const {code, stdout} = await shell().emk('unsubscribes add --file - -o json', {
    stdin: 'fine@example.net\nnot-an-address@\n',
  });
  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toMatchObject({
    done: [expect.any(Number)],
    failed: [
      {
        id: 'line 2',
        error: {
          code: 'partial',
          message: '"not-an-address@" is not an email address: it is not like name@example.com.',
        },
      },
    ],
  });
  expect(await addressesIn('unsubscribes list')).toContain('fine@example.net');
  // Existing addresses do not change that the line is bad.
  expect((await shell().emk('unsubscribes add --file -', {stdin: 'fine@example.net\nnot-an-address@\n'})).code).toBe(8);
});

test.each([
  ['--file - --strict', 'also@example.net\nnot-an-address@\n'],
  ['--email not-an-address@ --file -', 'also@example.net\n'],
  ['--file -', 'not-an-address@\n'],
])('nothing is sent: %s', async (options, stdin) => {
  const before = await sentTo('/global-unsubscribes/save');
  expect(await shell().emk(`unsubscribes add ${options}`, {stdin})).toMatchObject(said(2, 'not-an-address@'));
  expect(await sentTo('/global-unsubscribes/save')).toBe(before);
});

describe('a file with a column that says who left gives exactly those', () => {
  const audience = [
    'Email Address,First Name,Status,UNSUB_TIME',
    'stayed@example.net,Ada,subscribed,',
    'went@example.net,Bo,unsubscribed,2024-05-06 07:08:09',
    'Went@example.net,Bo,unsubscribed,2024-05-06 07:08:09',
    'hard@example.net,Cy,cleaned,',
    'never@example.net,Di,non-subscribed,',
    'went-too@,Ed,unsubscribed,',
    '',
  ].join('\n');

  test('and says those whose mail bounced apart', async () => {
    shell().write('audience.csv', audience);
    const {code, stderr} = await shell().emk('unsubscribes add --file audience.csv');
    expect(code).toBe(8);
    expect(stderr).toContain(
      'By “Status” and “UNSUB_TIME”: 1 person unsubscribed, 1 bounced (--bounced adds them too); 2 rows skipped (--status-column none takes everybody).',
    );
    expect(stderr).toContain('line 7');
    const listed = await addressesIn('unsubscribes list');
    expect(listed).toContain('went@example.net');
    for (const other of ['stayed', 'hard', 'never']) expect(listed).not.toContain(`${other}@example.net`);
  });

  test('with --bounced those too', async () => {
    shell().write('audience.csv', audience.replace(/^went-too.*\n/m, ''));
    expect((await shell().emk('unsubscribes add --file audience.csv --bounced')).code).toBe(0);
    expect(await addressesIn('unsubscribes list')).toContain('hard@example.net');
  });

  test('and everybody where no column says it, or --status-column none', async () => {
    shell().write('plain.csv', 'Email,City\nplain@example.net,Ulm\n');
    for (const more of ['--bounced', '--status Ulm=out']) {
      const {code, stderr} = await shell().emk(`unsubscribes add --file plain.csv ${more}`);
      expect([code, stderr]).toEqual([2, expect.stringContaining('plain.csv')]);
    }
    expect(await shell().emk('unsubscribes add --file plain.csv')).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('skipped'),
    });
    shell().write('all.csv', audience.replace(/^went-too.*\n/m, ''));
    expect((await shell().emk('unsubscribes add --file all.csv --status-column none')).code).toBe(0);
    const listed = await addressesIn('unsubscribes list');
    for (const each of ['plain', 'stayed', 'went', 'hard', 'never']) expect(listed).toContain(`${each}@example.net`);
  });

  test('but from a group everybody, because the column is about all mail', async () => {
    shell().write('audience.csv', audience.replace(/^went-too.*\n/m, ''));
    expect((await shell().emk('groups recipients add Offers --file audience.csv')).code).toBe(0);
    expect(await addressesIn('groups recipients list Offers')).toContain('stayed@example.net');
  });

  test('and stops where nobody can say who left', async () => {
    shell().write('odd.csv', 'Email,Status\na@example.net,Lead\nb@example.net,unsubscribed\n');
    const odd = await shell().emk('unsubscribes add --file odd.csv');
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('“Lead” (line 2)')]);
    expect(odd.stderr).toContain('--file odd.csv --status Lead=out');
    const from = await shell().emk('unsubscribes add --from odd.csv');
    expect([from.code, from.stderr]).toEqual([2, expect.stringContaining('--file')]);
    expect(await addressesIn('unsubscribes list')).not.toContain('b@example.net');
  });
});

test('what was lost on the way is looked for, and unknown only where it is not there', {tags: ['long']}, async () => {
  shell().sandbox.misbehave('POST /global-unsubscribes/save=lost-reply:1');
  expect((await shell().emk('unsubscribes add --email lost@example.net')).code).toBe(0);
  shell().sandbox.misbehave('POST /global-unsubscribes/save=500:1');
  expect((await shell().emk('unsubscribes add --email later@example.net')).code).toBe(0);
  shell().sandbox.misbehave('POST /global-unsubscribes/save=500');
  const unsaved = await shell().emk('unsubscribes add --email unsaved@example.net EMK_MAX_WAIT=3s');
  expect([unsaved.code, unsaved.stdout, unsaved.stderr]).toEqual([9, '', expect.not.stringContaining('0 addresses')]);
});

test('additions that the service dropped in silence, or refused one by one, are named', async () => {
  const addresses = [
    'a@dropping.example',
    'dropped@dropping.example',
    'refused@dropping.example',
    'b@dropping.example',
  ];
  const between = await standBetween(shell().sandbox, ({path, body}) => {
    if (!path.startsWith('/global-unsubscribes/save')) return undefined;
    if (body.includes('refused@')) return {json: {status: 'failed', errors: 'No.'}};
    return {passOn: body.replace('dropped@dropping.example', 'else@dropping.example')};
  });
  const line = `unsubscribes add --email "${addresses.join(', ')}" -o json`;
  const {code, stdout} = await shell().emk(line, {env: between.env});
  const {done, failed} = JSON.parse(stdout);
  expect([code, done.length, failed.map(({id}: {id: string}) => id)]).toEqual([8, 2, [addresses[1], addresses[2]]]);
  const there = await addressesIn('unsubscribes list');
  expect(addresses.map(address => there.includes(address))).toEqual([true, false, false, true]);
});

test('when the service goes away half-way, what was done is told from what was not', async () => {
  const addresses = Array.from({length: 150}, (_, at) => `half${at}@example.net`);
  shell().write('half.txt', addresses.join('\n'));
  shell().sandbox.misbehave('POST /global-unsubscribes/save=503-maintenance,after=1');
  const {code, stdout} = await shell().emk('unsubscribes add --file half.txt -o json EMK_MAX_WAIT=1s');
  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toMatchObject({done: {length: 50}, failed: {length: 100}});
});

test('a dry run sends nothing', async () => {
  const before = await sentTo('/global-unsubscribes/save');
  const {code, stdout} = await shell().emk('unsubscribes add --email dry@example.net --dry-run -o json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([
    {path: '/global-unsubscribes/save', fields: {email_address: 'dry@example.net'}},
  ]);
  expect(await sentTo('/global-unsubscribes/save')).toBe(before);
});

test('a dry run names the bad lines of its file', async () => {
  const stdin = 'fine@example.net\nnot-an-address@\n';
  expect((await shell().emk('unsubscribes add --file - --dry-run', {stdin})).stderr).toContain('Line 2: ');
});

test('nothing to add, and a group that is not there', async () => {
  expect((await shell().emk('unsubscribes add')).code).toBe(2);
  expect((await shell().emk('groups recipients add --group 99 --email a@example.net')).code).toBe(4);
});

test('a file in another encoding is read by its name, as an import reads it', async () => {
  // In Mac Roman, é is the byte 8E.
  const bytes = Buffer.from('\x8emetteur;e\nPrénom;remi@people.example\n', 'latin1');
  shell().write('mac.csv', bytes);
  const column = '--column émetteur';
  expect((await shell().emk(`unsubscribes add --file mac.csv ${column} --dry-run`)).code).toBe(2);
  const named = await shell().emk(`unsubscribes add --file mac.csv ${column} --encoding macintosh --dry-run`);
  expect(named.stderr).toContain('"Pr');
  expect((await shell().emk('unsubscribes add --file mac.csv --encoding klingon')).stderr).toContain('“klingon”');
  const from = Buffer.from('Name;E-Mail;Statut\nRen\x8e;rene.mac@people.example;d\x8esabonn\x8e\n', 'latin1');
  shell().write('from.csv', from);
  expect((await shell().emk('unsubscribes add --file from.csv --encoding macintosh')).code).toBe(0);
  expect(await addressesIn('unsubscribes list')).toContain('rene.mac@people.example');
});

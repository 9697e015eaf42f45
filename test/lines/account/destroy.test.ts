/** What a destroy may delete: only records that are unchanged since an apply made them, and that nobody uses. */
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {printed, said} from '../../support/said.js';
import {untilStruck} from '../../support/until-struck.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const put = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(shell().folder, 'a', path)), {recursive: true});
    writeFileSync(join(shell().folder, 'a', path), text);
  }
};

const types = (...names: readonly string[]): string => `lists:\n${names.map(name => `  - name: ${name}\n`).join('')}`;

const ok = async (line: string): Promise<string> => {
  const {code, stdout, stderr} = await shell().emk(line);
  expect([code, stderr], line).toEqual([0, expect.anything()]);
  return stdout;
};

const namesOf = async (kind: string, field: string, more = ''): Promise<readonly unknown[]> =>
  (JSON.parse(await ok(`${kind} list ${more} -o json`)) as ReadonlyArray<Record<string, unknown>>).map(
    one => one[field],
  );

const AUTOMATION = {
  'lists.yaml': types('Leads'),
  'groups.yaml': 'groups:\n  - name: News\n    description: Our weekly email\n    display: true\n',
  'senders.yaml':
    'senders:\n  - nickname: news\n    from-name: News\n    from-email: news@example.com\n    reply-to: news@example.com\n    country: Germany\n    state: Berlin\n    city: Berlin\n    postal-code: "10115"\n    address-line1: Street 1\n',
  'automations.yaml':
    'automations:\n  - name: Hello\n    kind: welcome\n    for: list:Leads\n    group: News\n    emails:\n      - subject: One\n        from: news\n        wait: 1\n        unit: instantly\n        template: Blank\n        preview: blank.png\n        html: one.html\n',
  'one.html': '<p>One ((unsubscribe_preferences))</p>\n',
};

test('an automation that waits to go live is made as a draft, and goes with a list of its name', async () => {
  const live = AUTOMATION['automations.yaml'].replace('    for:', '    live: true\n    for:');
  const named = (text: string): string => text.replaceAll('Hello', 'Leads');
  put({...AUTOMATION, 'automations.yaml': named(live)});
  expect((await shell().emk('account apply a --yes')).code).toBe(0);
  expect(await namesOf('automations', 'status')).toEqual([0]);
  await ok('undo a --yes');
  expect([await namesOf('automations', 'utr'), await namesOf('lists', 'name')]).toEqual([[], []]);
});

describe('a list that somebody uses by now', () => {
  test('stays, and is named with who uses it', async () => {
    put({'lists.yaml': types('Leads', 'Others')});
    await ok('account apply a --yes');
    await ok('groups create News --description Letters --display');
    await ok('automations create --name Mine --kind welcome --for list:Leads --group News');
    expect(await shell().emk('undo a --yes')).toMatchObject(printed(8, /"Leads" .*"Mine"/));
    expect(await namesOf('lists', 'name')).toEqual(['Leads']);
  });
});

describe('an automation that somebody has set live', () => {
  test('stays with its emails, and with all that it names', {tags: ['long']}, async () => {
    put(AUTOMATION);
    await ok('account apply a --yes');
    await ok('automations set-live Hello --yes --force sender-verified');
    const {code, stdout} = await shell().emk('undo a --yes');
    expect(code).toBe(8);
    for (const kept of ['"Hello" ', '"news" ', '"Leads" ']) expect(stdout).toContain(kept);
    expect(await namesOf('automations', 'automation_schedule_count')).toEqual([1]);
    expect([await namesOf('senders', 'nickname'), await namesOf('lists', 'name')]).toEqual([['news'], ['Leads']]);
  });
});

describe('a record that an apply left unfinished', () => {
  const breakOff = async (): Promise<void> => {
    put(AUTOMATION);
    shell().sandbox.misbehave('POST /automations/schedule/create=413:1');
    expect(await shell().emk('account apply a --yes')).toMatchObject({code: 8});
  };

  test('stays, until its apply is finished', async () => {
    await breakOff();
    expect(await shell().emk('undo a --yes')).toMatchObject(printed(8, '"Hello"'));
    expect(await namesOf('automations', 'automation_name')).toEqual(['Hello']);
    await ok('account apply a --yes');
    await ok('undo a --yes');
    expect(await namesOf('automations', 'automation_name')).toEqual([]);
  });
});

describe('what was added to a record that was there before', () => {
  const group = (...people: readonly string[]) => ({
    'groups.yaml': `groups:\n  - name: News\n    description: Ours\n    recipients: [${people.join(', ')}]\n`,
  });
  const inGroup = () => namesOf('groups recipients', 'email_address', 'News');

  test('goes, and who was there or came in again stays', async () => {
    await ok('groups create News --description Ours');
    await ok('groups recipients add --group News --email old@example.com');
    put(group('old@example.com', 'ann@example.com', 'bo@example.com'));
    await ok('account apply a --yes');
    const {id} = JSON.parse(await ok('groups recipients list News -o json')).at(-1);
    await ok(`groups recipients delete ${id} --group News --yes`);
    await ok('groups recipients add --group News --email bo@example.com');
    expect(await ok('undo a --dry-run')).toContain('1 person will get mail again: ann@example.com');
    await ok('undo a --yes');
    expect(await inGroup()).toEqual(['old@example.com', 'bo@example.com']);
    await ok('undo a --yes');
  });

  test('goes where its request is in doubt, and who came into it meanwhile stays', async () => {
    put(group('ann@example.com'));
    const signal = new AbortController();
    shell().sandbox.misbehave('POST /unsubscribes-groups/manually-add=hang:1,applied');
    const cut = shell().emk('account apply a --yes', {host: {interrupted: signal.signal}});
    await untilStruck(shell().sandbox);
    signal.abort('SIGINT');
    expect((await cut).code).toBe(130);
    await ok('groups recipients add --group News --email bo@example.com');
    await ok('undo a --yes EMK_SETTLE=1ms');
    expect(await inGroup()).toEqual(['bo@example.com']);
  });

  test('goes from an automation, whose other emails stay', async () => {
    put(AUTOMATION);
    await ok('account apply a --yes');
    rmSync(join(shell().folder, 'a'), {recursive: true});
    const [, email = ''] = AUTOMATION['automations.yaml'].split('emails:\n');
    put({...AUTOMATION, 'automations.yaml': AUTOMATION['automations.yaml'] + email.replace('One', 'Two')});
    await ok('account apply a --yes');
    const subjects = () => namesOf('automations emails', 'subject', 'Hello');
    expect(await subjects()).toEqual(['One', 'Two']);
    await ok('undo a --yes');
    expect(await subjects()).toEqual(['One']);
  });
});

test('what an apply left in doubt is what the next one finds, and not what somebody makes later', async () => {
  put({'lists.yaml': types('Leads')});
  const signal = new AbortController();
  shell().sandbox.misbehave('POST /contacts-type/add=hang:1,applied');
  const cut = shell().emk('account apply a --yes', {host: {interrupted: signal.signal}});
  await untilStruck(shell().sandbox);
  signal.abort('SIGINT');
  expect((await cut).code).toBe(130);
  await ok('account apply a --yes EMK_SETTLE=1ms');
  await ok('lists delete Leads --yes');
  await ok('lists create Leads');
  await ok('undo a --yes');
  expect(await namesOf('lists', 'name')).toEqual(['Leads']);
});

test('an undo of one apply says that it takes back the others of its folder too', async () => {
  for (const names of [['Aa'], ['Aa', 'Bb']]) {
    put({'lists.yaml': types(...names)});
    await ok('account apply a --yes');
  }
  const [{id}] = JSON.parse(await ok('undo -o json'));
  expect(await shell().emk(`undo ${id} --yes`)).toMatchObject(said(0, 'what 2 applies of this folder made together'));
  expect(await namesOf('lists', 'name')).toEqual([]);
});

describe('deletions of which one fails', () => {
  test('are all told by a destroy', async () => {
    put({'lists.yaml': types('Aa', 'Bb', 'Cc')});
    await ok('account apply a --yes');
    shell().sandbox.misbehave('DELETE /contacts-type/delete=413:1');
    expect((await shell().emk('undo a --yes')).code).toBe(8);
    expect(await namesOf('lists', 'name')).toHaveLength(1);
    await ok('undo a --yes');
    expect(await namesOf('lists', 'name')).toEqual([]);
    await ok('undo a --yes');
  });

  test('are all told by an apply', async () => {
    put({'lists.yaml': types('Aa', 'Bb', 'Cc', 'Dd')});
    await ok('account apply a --yes');
    put({'lists.yaml': types('Dd')});
    shell().sandbox.misbehave('DELETE /contacts-type/delete=413:1');
    expect((await shell().emk('account apply a --yes --prune')).code).toBe(8);
    expect(await namesOf('lists', 'name')).toHaveLength(2);
  });
});

describe('contacts of an import', () => {
  const importPeople = async (count: number): Promise<void> => {
    const people = Array.from({length: count}, (_, at) => `p${at}@example.com,Germany\n`).join('');
    put({'lists.yaml': types('Leads', 'Others'), 'contacts/leads.csv': `email,country\n${people}`});
    await ok('account apply a --contacts --yes');
  };

  test('count among what may be deleted', {tags: ['long']}, async () => {
    await importPeople(30);
    expect(await shell().emk('undo a --yes')).toMatchObject(said(2, '--max-delete 32'));
    await ok('undo a --yes --max-delete 32');
    expect([await namesOf('contacts', 'email'), await namesOf('lists', 'name')]).toEqual([[], []]);
  });

  test('are counted in the question, and named in the plan alone', async () => {
    put({'lists.yaml': types('Leads'), 'contacts/leads.csv': 'email,country\nada@example.com,Germany\n'});
    expect(await shell().emk('account apply a --contacts')).toMatchObject(said(2, /1 person .*"Leads"/));
    expect(await namesOf('lists', 'name')).toEqual([]);
  });

  test('are not alone on their list: it stays whole, and its undo says so before it begins', async () => {
    await importPeople(3);
    await ok('contacts create --list Leads --email own@example.com --country Germany --allow-automations --yes');
    const {code, stdout} = await shell().emk('undo a --dry-run -o json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {impossible: [{action: 'delete', kind: 'lists', name: 'Leads'}]},
    ]);
    expect((await shell().emk('undo a --yes')).code).toBe(8);
    expect([await namesOf('lists', 'name'), await namesOf('contacts', 'email')]).toEqual([
      ['Leads'],
      ['own@example.com'],
    ]);
  });

  test('stay where another machine has imported them, and nothing else does', async () => {
    await importPeople(3);
    const elsewhere = {env: {EMK_STATE_DIR: join(shell().folder, 'another-machine')}};
    expect((await shell().emk('undo a --yes', elsewhere)).code).toBe(8);
    expect([await namesOf('lists', 'name'), await namesOf('contacts', 'id')]).toEqual([['Leads'], [1, 2, 3]]);
    await ok('undo a --yes');
    expect(await namesOf('contacts', 'id')).toEqual([]);
  });
});

test('people who would get mail again are counted as deletions, and named in the question', async () => {
  const group = (people: string): string =>
    `${AUTOMATION['groups.yaml']}    recipients:\n${people}      - last@example.com\n`;
  put({'groups.yaml': group(Array.from({length: 30}, (_, at) => `      - p${at}@example.com\n`).join(''))});
  await ok('account apply a --yes');
  put({'groups.yaml': group('')});
  await ok('account apply a --yes');
  await ok('account apply a --yes --prune');
  expect(await namesOf('groups recipients', 'email', '--group News')).toHaveLength(31);
  expect(await shell().emk('account apply a --yes --prune --mail-again')).toMatchObject(said(2, '--max-delete 30'));
  const asked = await shell().emk('account apply a --prune --mail-again --max-delete 30');
  expect(asked).toMatchObject(said(2, /30 people .*p0@example\.com, p10@example\.com.* 25 more/));
  await ok('account apply a --yes --prune --mail-again --max-delete 30');
});

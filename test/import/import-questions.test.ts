/** What a person at a terminal is asked about a file, and the line that a script gets instead of each question. */
import {beforeEach, describe, expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {errorOf} from '../support/said.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
const IMPORT = 'contacts import leads.csv --list Leads';

beforeEach(async () => {
  await shell().emk('lists create Leads');
});

const write = (...rows: readonly string[]) => shell().write('leads.csv', `${rows.join('\n')}\n`);

/** Runs the line in a script, and gives what programs learn. */
async function emk(line: string) {
  const {code, stdout, stderr} = await shell().emk(`${line} -o json`);
  return {code, data: stdout === '' ? undefined : JSON.parse(stdout), error: errorOf({stderr})};
}

const people = async () => (await emk('contacts list --list Leads --sort email')).data ?? [];
const addresses = async (): Promise<readonly string[]> =>
  (await people()).map(({email}: {readonly email: string}) => email.split('@')[0]);
const uploads = async (): Promise<number> =>
  (await shell().sandbox.requests()).filter(({path}) => path.endsWith('/upload-csv')).length;

type Answers = Parameters<typeof atTerminal> extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** Imports at a terminal with these answers, and says yes at the end. */
async function asked(...answers: Answers) {
  const {code, stderr} = await atTerminal(shell(), IMPORT, ...answers, ['Import ', 'y\r']);
  return {code, stderr};
}

describe('columns', () => {
  test('are matched one by one: one takes a field, the rest is skipped', async () => {
    write('E-Mail,Vorname,Wo,Rest', 'a@example.com,Ada,Bonn,x');
    const {code, stderr} = await asked(
      ['2 columns match no field: “Wo”, “Rest”', 'Choose\r'],
      ['What is in "Wo"?', 'City\r'],
      ['What is in "Rest"?', 'skip\r'],
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('--map Wo=city --map Rest=')]);
    expect(await people()).toMatchObject([{email: 'a@example.com', first_name: 'Ada', city: 'Bonn'}]);
  });

  test('become fields of text with one answer', async () => {
    write('E-Mail,Größe', 'a@example.com,42');
    expect((await asked(['1 column matches no field: “Größe”', 'Make\r'])).code).toBe(0);
    expect((await emk('fields list')).data).toContainEqual(
      expect.objectContaining({field_name: 'grosse', field_type: 'text'}),
    );
  });

  test('that no header names may be the address', async () => {
    write('Wer,Kontakt', 'Ada,a@example.com');
    expect((await asked(['Which column has the email addresses?', '\r'], ['matches no field', 'Skip\r'])).code).toBe(0);
    expect(await addresses()).toEqual(['a']);
  });
});

test('stopping ends an import after its columns were chosen', async () => {
  write('E-Mail,Vorname,Mail2', 'a@gmial.com,Ada,x');
  const {code, stderr} = await atTerminal(
    shell(),
    IMPORT,
    ['matches no field', 'Skip\r'],
    ['1 address looks mistyped', 'Stop\r'],
  );
  expect(code).toBe(130);
  expect(stderr).toContain('Nothing was changed.');
  expect(await uploads()).toBe(0);
});

describe('values that a field cannot hold', () => {
  const rows = ['a@example.com,soon', 'b@example.com,2026-01-02', 'c@example.com,', 'd@example.com,later'];

  beforeEach(async () => {
    await shell().emk('fields create joined --kind datetime-local');
    write('email,joined', ...rows);
  });

  test.each([
    ['Leave', '--leave-empty joined'],
    ['Skip "joined"', '--map joined='],
  ])('%s: one answer for all of them', async (answer, option) => {
    const {code, stderr} = await asked(['2 rows cannot be imported. What now?', `${answer}\r`]);
    expect(code).toBe(0);
    expect(stderr).toContain(option);
    expect(await addresses()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('stop a script, which gets each answer as an option that works', async () => {
    const {code, error} = await emk(IMPORT);
    expect([code, await uploads()]).toEqual([2, 0]);
    for (const option of ['--leave-empty joined', '--map joined=']) {
      expect(error?.hint).toContain(option);
      expect((await emk(`${IMPORT} ${option} --dry-run`)).code).toBe(0);
    }
  });
});

describe('words of a column that says who gets no mail', () => {
  beforeEach(() => {
    write(
      'email,Status',
      ...['a@example.com,active', 'b@example.com,test', 'c@example.com,Won it', 'd@example.com,TEST'],
      'e@example.com,unsubscribed',
    );
  });

  test('are explained once at a terminal', async () => {
    await asked(
      ['What does "test" in "Status" mean (2 rows)?', 'They get no\r'],
      ['What does "Won it"', 'They get mail\r'],
    );
    expect(await addresses()).toEqual(['a', 'c']);
  });

  test('stop a script, and are explained by options, those that emk knows too', async () => {
    const {code, error} = await emk(IMPORT);
    expect([code, await uploads()]).toEqual([2, 0]);
    expect(error?.hint).toContain("--status test=out --status 'Won it=out'");
    const all = await emk(`${IMPORT} --status test=out --status "Won it=out" --status active=out`);
    expect(all.data?.added ?? 0).toBe(0);
    expect((await emk(`${IMPORT} --status test=out --status "won it=active"`)).data?.added).toBe(2);
    expect(await addresses()).toEqual(['a', 'c']);
  });

  test('are known to a resume', async () => {
    shell().sandbox.misbehave('POST /contacts/upload-csv=503-maintenance');
    const line = `EMK_MAX_WAIT=1s ${IMPORT}`;
    const answers = [
      ['What does "test"', 'They get no\r'] as const,
      ['What does "Won it"', 'They get mail\r'] as const,
    ];
    expect((await atTerminal(shell(), line, ...answers, ['Import ', 'y\r'])).code).not.toBe(0);
    shell().sandbox.faults.clear();
    expect([(await emk('contacts import resume --yes')).code, await addresses()]).toEqual([0, ['a', 'c']]);
  });

  test('may be about something else', async () => {
    await asked(['What does "test"', '"Status" says\r'], ['1 column matches no field', 'Skip\r']);
    expect(await addresses()).toHaveLength(5);
  });

  test('are not asked about where they are many', async () => {
    write('email,Status', ...Array.from({length: 9}, (_, row) => `x${row}@example.com,word${row}`));
    expect((await atTerminal(shell(), IMPORT)).code).toBe(2);
  });

  test('have no meaning beyond the two, and none where no column says it', async () => {
    expect((await emk(`${IMPORT} --status test=left`)).error?.code).toBe('usage');
    write('email', 'a@example.com');
    expect((await shell().emk(`${IMPORT} --status test=out`)).stderr).toContain('--status has no effect');
  });

  test('are taken by a sync too', async () => {
    await emk('contacts sync leads.csv --list Leads --yes --status test=out --status "Won it=active"');
    expect(await addresses()).toEqual(['a', 'c']);
  });
});

describe('a column that may say who gets no mail', () => {
  beforeEach(() => write('email,Mailsperre,Tags', 'a@example.com,,vip', 'b@example.com,ja,vip'));

  test.each([
    ['Skip these', 'Skip', ['a'], '--status-column Mailsperre'],
    ['"Mailsperre" says', 'Skip', ['a', 'b'], '--map Mailsperre='],
    // A field of its own is no answer to the question who gets mail.
    ['Skip these', 'Make', ['a'], '--status-column Mailsperre'],
  ])('is asked about: %s, after %s on the screen', async (answer, screen, sent, option) => {
    const {stderr} = await asked(['match no field', `${screen}\r`], ['Does "Mailsperre" say', `${answer}\r`]);
    expect(stderr).toContain(option);
    expect(await addresses()).toEqual(sent);
  });

  test('stops a script with both lines that answer, and each of them imports', async () => {
    const {code, error} = await emk(IMPORT);
    expect([code, await uploads()]).toEqual([2, 0]);
    expect(error?.hint).toContain(`${IMPORT.replace('contacts ', '')}`);
    expect((await emk(`${IMPORT} --status-column Mailsperre`)).data?.added).toBe(1);
    expect((await emk(`${IMPORT} --map Mailsperre=`)).data?.added).toBe(1);
    expect(await addresses()).toEqual(['a', 'b']);
  });

  test('is asked about where its first rows say nothing', {tags: ['long']}, async () => {
    const rows = Array.from({length: 5000}, (_, row) => `p${row}@example.com,vip ${'x'.repeat(40)}`);
    write('email,Tags', ...rows, 'late@example.com,DND');
    await asked(
      ['matches no field', 'Skip\r'],
      ['Does "Tags" say who gets no mail? It says "DND" in 1 row', 'Skip these\r'],
    );
    expect((await emk('contacts list --where email=late@example.com')).data).toEqual([]);
  });
});

describe('countries that the service does not list', () => {
  test('are read as the ones that they mean, and the rest is asked about after that', async () => {
    write('email,country', 'a@example.com,Germny', 'b@example.com,Neverland', 'c@example.com,Frnace');
    const {code} = await asked(
      ['The service does not know “Germny”, “Neverland”, “Frnace” in "country" (3 rows)', 'Change\r'],
      ['The service does not know “Neverland”', 'Leave\r'],
    );
    expect(code).toBe(0);
    expect(JSON.stringify(await people())).not.toMatch(/Germny|Frnace|Neverland/);
  });
});

test('an encoding that is neither UTF-8 nor plainly Windows-1252 is asked for by name', async () => {
  const text = 'email,first_name\na@example.com,Andr\x8e\nb@example.com,M\x9fller\n';
  shell().write('leads.csv', Buffer.from(text, 'latin1'));
  const {code, error} = await emk(IMPORT);
  expect([code, error?.hint]).toEqual([2, expect.stringContaining('--encoding')]);
  expect((await emk(`${IMPORT} --encoding macintosh`)).data?.added).toBe(2);
});

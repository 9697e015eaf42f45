/** `emk tap`: every message is held to the Singer specification by a target that keeps tables. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv2020} from 'ajv/dist/2020.js';
import {beforeEach, describe, expect} from 'vitest';
import {closed} from '../held-to-schemas.js';
import {longTest, test} from '../in-two-parts.js';
import {useShell} from '../use-shell.js';
import {createTarget, type Target} from './singer-target.js';

const shell = useShell();
let target: Target;
beforeEach(() => {
  target = createTarget();
});

const tap = async (options = ''): Promise<string> => {
  const {code, stdout, stderr} = await shell().emk(`tap ${options} -q`);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};
const keep = (name: string, value: unknown): string => {
  shell().write(name, JSON.stringify(value));
  return name;
};
const rowsOf = (stream: string) => [...(target.tables.get(stream)?.values() ?? [])].map(({record}) => record);
const typesOf = (messages: string): readonly string[] =>
  messages
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).type);

longTest('all records of all streams reach the target, with types', async () => {
  shell().write('ages.csv', 'email,country,age\nage@example.com,Germany,36\n');
  await shell().emk('contacts import ages.csv --type Staff --allow-automations --yes --verify none');
  target.take(await tap());
  const {stdout} = await shell().emk('contacts list -o jsonl');
  const contacts = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(rowsOf('contacts').map(({id, email, contact_type}) => [id, email, JSON.parse(String(contact_type))])).toEqual(
    contacts.map(({id, email, contact_type}) => [id, email, contact_type]),
  );
  expect(rowsOf('contacts').find(({email}) => email === 'age@example.com')).toMatchObject({custom_age: 36});
  expect([...target.tables].map(([name, rows]) => `${name} ${rows.size}`)).toEqual(
    expect.arrayContaining(['segments_recipients 3', 'automations_schedules 2', 'unsubscribe_groups_recipients 2']),
  );
});

longTest('every line is as emk schema says', async () => {
  const schema = JSON.parse((await shell().emk('schema tap')).stdout);
  const validate = new Ajv2020({strict: false, validateFormats: false}).compile(closed(schema) as object);
  const messages = [...(await tap()).trim().split('\n'), await tap('--discover')].map(line => JSON.parse(line));
  expect(new Set(messages.map(({type}) => type))).toEqual(
    new Set(['SCHEMA', 'ACTIVATE_VERSION', 'RECORD', 'STATE', undefined]),
  );
  for (const message of messages) expect(validate(message), JSON.stringify([message, validate.errors])).toBe(true);
});

longTest('a record that was deleted is gone in the target after the next run', async () => {
  target.take(await tap('--streams contact_types,contacts'));
  const before = rowsOf('contact_types').length;
  await shell().emk('contact-types create Fleeting');
  target.take(await tap(`--streams contact_types,contacts --state ${keep('s1.json', target.state())}`));
  expect(rowsOf('contact_types')).toHaveLength(before + 1);
  await shell().emk('contact-types delete Fleeting --yes');
  target.take(await tap(`--streams contact_types --state ${keep('s2.json', target.state())}`));
  expect(rowsOf('contact_types')).toHaveLength(before);
  expect(Object.keys((target.state() as {bookmarks: object}).bookmarks)).toEqual(['contact_types', 'contacts']);
});

describe('a new version', () => {
  longTest('is activated at once where the target has none yet, and in the end', async () => {
    const types = typesOf(await tap('--streams senders'));
    expect(types).toEqual(['SCHEMA', 'ACTIVATE_VERSION', 'RECORD', 'RECORD', 'ACTIVATE_VERSION', 'STATE']);
    const state = keep('state.json', {bookmarks: {senders: {version: 99_999_999_999_999}}, secret_key: 'sk_1'});
    const again = await tap(`--streams senders --state ${state}`);
    expect(typesOf(again)).toEqual(['SCHEMA', 'RECORD', 'RECORD', 'ACTIVATE_VERSION', 'STATE']);
    expect(again.split('\n').at(-2)).toBe(
      '{"type":"STATE","value":{"bookmarks":{"senders":{"version":100000000000000}}}}',
    );
  });

  longTest('is not activated where a list breaks', async () => {
    target.take(await tap('--streams senders,automations'));
    const [before, state] = [rowsOf('automations'), keep('state.json', target.state())];
    shell().sandbox.misbehave('GET /automations=truncate');
    const {code, stdout} = await shell().emk(`tap --streams senders,automations --retries 1 --state ${state}`);
    shell().sandbox.faults.clear();
    expect(code).toBe(6);
    const ofAutomations = stdout.split('\n').filter(line => line.includes('"automations"'));
    expect(ofAutomations.filter(line => line.includes('ACTIVATE_VERSION'))).toEqual([]);
    target.take(stdout, {broke: true});
    expect(rowsOf('automations')).toEqual(expect.arrayContaining(before));
  });
});

longTest('a file of messages is there whole or not at all, whatever its ending', async () => {
  const {code, stderr} = await shell().emk('tap --streams senders,automations --out messages.jsonl');
  expect([code, stderr]).toEqual([0, 'Read 5 records of 2 streams.\nWrote messages.jsonl.\n']);
  target.take(readFileSync(join(shell().folder, 'messages.jsonl'), 'utf8'));
  expect([...target.tables.keys()]).toEqual(['senders', 'automations']);
  shell().sandbox.misbehave('GET /automations=truncate');
  const broken = await shell().emk('tap --streams senders,automations --retries 1 --out broken.jsonl');
  shell().sandbox.faults.clear();
  expect(broken.code).toBe(6);
  expect(readdirSync(shell().folder).filter(name => name.includes('broken'))).toEqual([]);
});

describe('the catalog', () => {
  longTest('has every stream and column, and selects all of them', async () => {
    const {streams} = JSON.parse(await tap('--discover'));
    expect(streams).toHaveLength(14);
    const contacts = streams.find((stream: {readonly stream: string}) => stream.stream === 'contacts');
    expect(contacts.schema.properties).toMatchObject({
      id: {type: ['integer']},
      created_at: {type: ['null', 'string'], format: 'date-time'},
      custom_age: {type: ['null', 'number']},
    });
    expect(
      typesOf(await tap(`--catalog ${keep('all.json', {streams})}`)).filter(type => type === 'STATE'),
    ).toHaveLength(14);
  });

  longTest('leaves out streams and columns that are not selected', async () => {
    const streams = [
      {
        tap_stream_id: 'contacts',
        metadata: [
          {breadcrumb: [], metadata: {selected: true}},
          {breadcrumb: ['properties', 'email'], metadata: {selected: false}},
          {breadcrumb: ['properties', 'id'], metadata: {selected: false}},
        ],
      },
      {tap_stream_id: 'senders', metadata: [{breadcrumb: [], metadata: {selected: false}}]},
    ];
    target.take(await tap(`--catalog ${keep('some.json', {streams})}`));
    expect([...target.tables.keys()]).toEqual(['contacts']);
    expect(rowsOf('contacts')[0]).toHaveProperty('id');
    expect(rowsOf('contacts')[0]).not.toHaveProperty('email');
  });
});

describe('a configuration', () => {
  longTest('may name streams', async () => {
    target.take(await tap(`--config ${keep('config.json', {streams: ['senders', 'templates']})}`));
    expect([...target.tables.keys()]).toEqual(['senders', 'templates']);
  });

  test.each([
    [{secret_key: 'sk_live_1'}, 'The configuration of the tap contains "secret_key".'],
    [{streams: 'contact'}, 'Did you mean contacts?'],
    [['contacts'], 'config.json does not hold a JSON object.'],
  ])('that is wrong is refused: %j', async (config, says) => {
    const {code, stdout, stderr} = await shell().emk(`tap --config ${keep('config.json', config)}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('sk_live_1');
  });
});

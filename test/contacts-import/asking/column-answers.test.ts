/** Values that a field cannot hold: one answer serves their whole column, for a person and for a script. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {customValue} from '../../../src/records/fields/path.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {answering} from '../person.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
  run.service.custom.push({id: 1, field_name: 'joined', field_type: 'datetime-local'});
  run.write(
    'leads.csv',
    'email,joined\na@example.com,soon\nb@example.com,2026-01-02\nc@example.com,later\nd@example.com,\ne@example.com,x\nf@example.com,y\n',
  );
});
afterEach(() => run.close());

const QUESTION = '4 rows cannot be imported. What now?';

test.each([
  ['--leave-empty joined', {leave_empty: ['joined']}, [undefined, '2026-01-02T00:00', ...Array(4).fill(undefined)]],
  ['--map joined=', {map: ['joined=']}, Array(6).fill(undefined)],
])('%s is one answer for all rows, and the line that needs no questions has it', async (note, options, stored) => {
  const told: unknown[] = [];
  Object.assign(run.context, {answered: (values: unknown) => told.push(values)});
  const asked = answering(run, {picks: {[QUESTION]: note}});
  expect(await run.import()).toMatchObject({exit: 0, data: {added: 6}});
  expect(asked).toEqual([QUESTION, 'Import 6 contacts into "Leads"?']);
  expect(told.pop()).toMatchObject(options);
  expect(run.service.listed.map(contact => customValue(contact['custom_field'], 'joined') || undefined)).toEqual(
    stored,
  );
});

test('the column as text goes into a field of its own', async () => {
  answering(run, {picks: {[QUESTION]: 'Keep "joined" as text in a new field'}});
  const {data} = await run.import();
  expect(data?.read.new_fields).toEqual(['joined_text']);
  expect(data).toMatchObject({added: 6, rejected: 0});
});

test('a script gets these answers as lines, with the real column, and each gets further', async () => {
  Object.assign(run.context, {line: 'LINE'});
  const {error} = await run.import();
  expect(error?.hint?.split('\n').slice(1)).toEqual([
    'Leave "joined" empty where it is damaged or does not fit: LINE --leave-empty joined',
    'Keep "joined" as text in a new field: LINE --map joined=+joined_text',
    'Skip "joined" in all rows: LINE --map joined=',
  ]);
  for (const options of [{leave_empty: ['joined']}, {map: ['joined=+joined_text']}, {map: ['joined=']}]) {
    Object.assign(run.context.globals, {dryRun: true});
    expect(await run.import(options)).toMatchObject({exit: 0, data: {to_add: 6}});
  }
});

test('the order of dates that all have two meanings is one answer too', {tags: ['long']}, async () => {
  run.write('leads.csv', 'email,joined\na@example.com,03/04/2026\nb@example.com,05/06/2026\n');
  const asked = answering(run, {picks: {'2 rows cannot be imported': 'Read 03/04/2026 with the day first'}});
  expect(await run.import()).toMatchObject({exit: 0, data: {added: 2}});
  expect(asked).toHaveLength(2);
});

/** Damaged values: a script gets the line for each answer, a person is asked once, and a resume knows the answer. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {gone} from '../fake-service.js';
import {answering} from '../person.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
  run.write('leads.csv', 'email,first_name\na@example.com,NULL\nb@example.com,Ada\n');
});
afterEach(() => run.close());

test('a script is refused with each answer, and the first one empties', async () => {
  Object.assign(run.context, {line: 'emk import leads.csv --list 7'});
  const {exit, error} = await run.import();
  expect({exit, message: error?.message, hint: error?.hint}).toEqual({
    exit: 2,
    message: '1 value of leads.csv is damaged: “NULL” in “first_name” (line 2).',
    hint: [
      'Empty them: emk import leads.csv --list 7 --damaged empty',
      'Keep them as they are: emk import leads.csv --list 7 --damaged keep',
      'Reject their rows: emk import leads.csv --list 7 --damaged reject',
    ].join('\n'),
  });
  expect(run.service.uploads).toEqual([]);
  expect((await run.import({damaged: 'empty'})).data?.sent).toBe(2);
  expect(run.service.listed.map(({first_name}) => first_name || '')).toEqual(['', 'Ada']);
});

test('a person is asked once, the line says the answer, and a resume knows it', async () => {
  const told: unknown[] = [];
  Object.assign(run.context, {answered: (values: unknown) => told.push(values)});
  const asked = answering(run, {picks: {'What should happen': 'Keep them as they are'}});
  run.service.fate = () => ({applied: 0, error: gone()});
  expect((await run.import({verify: 'none'})).exit).toBe(6);
  run.service.fate = () => undefined;
  expect((await run.resume()).exit).toBe(0);
  expect(asked.filter(question => !question.startsWith('Import'))).toEqual(['What should happen to 1 damaged value?']);
  expect(told.pop()).toMatchObject({damaged: 'keep'});
  expect(run.said).toContain('  “NULL” in “first_name” (line 2)');
  expect(run.service.listed.map(({first_name}) => first_name)).toEqual(['NULL', 'Ada']);
});

test('a single value is rejected with its row', async () => {
  expect((await run.import({damaged: 'reject', max_errors: '1'})).data?.sent).toBe(1);
  expect(run.said.join('\n')).toContain('1 damaged value is rejected with its row: “NULL”');
});

test('a sync takes the same answer', async () => {
  expect((await run.sync()).exit).toBe(2);
  expect((await run.sync({damaged: 'empty'})).exit).toBe(0);
  expect(run.service.listed.map(({first_name}) => first_name || '')).toEqual(['', 'Ada']);
});

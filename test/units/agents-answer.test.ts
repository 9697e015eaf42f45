/** How much an answer holds: never more than an agent's program takes, and what is cut says so. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type AnswerPart, toAnswer} from '../../src/agents/answer.js';
import {samples} from '../support/random-runs.js';

type Saying = {readonly result: unknown; readonly next?: number; readonly notices?: readonly string[]};

function said(data: unknown, part?: AnswerPart): Saying {
  const answer = toAnswer({exit: 0, data, error: undefined, notices: []}, part);
  if ('asks' in answer) throw new Error('Nobody was to be asked.');
  return answer.says as Saying;
}

/** Reads a list to its end, in parts. */
function readAll(records: readonly unknown[], limit: number): readonly Saying[] {
  const answers: Saying[] = [];
  for (let from: number | undefined = 0; from !== undefined; from = answers.at(-1)?.next)
    answers.push(said(records.slice(0, from + limit + 1), {from, limit}));
  return answers;
}

test('a long list is given in parts, each record once', () => {
  const records = Array.from({length: 500}, (_, id) => ({id, text: 'x'.repeat(id)}));
  const answers = readAll(records, 200);
  expect(answers.flatMap(({result}) => result as unknown[])).toEqual(records);
  expect(Math.max(...answers.map(answer => JSON.stringify(answer).length))).toBeLessThanOrEqual(25_000);
});

test('no answer is too long, whatever it holds', () => {
  const value = fc.oneof(fc.jsonValue(), fc.array(fc.string({maxLength: 30_000}), {maxLength: 300}));
  const fits = fc.property(fc.array(value), records => {
    for (const answer of [...readAll(records, 50), said(records)])
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(25_000);
  });
  fc.assert(fits, samples(50));
});

test('a long document is cut, and says so', () => {
  const document = {rows: Array.from({length: 3000}, (_, row) => ({row, says: `"quoted" ${row}`}))};
  const {result, notices} = said(document);
  expect(JSON.stringify(document).startsWith(String(result))).toBe(true);
  expect(notices).toEqual(['This answer was too long, so it is the beginning of its text: narrow it.']);
});

test('a long text of a list is cut, and says so', () => {
  const [{result} = {result: undefined}] = readAll([{html: 'y'.repeat(5000)}], 50);
  expect(result).toEqual([{html: `${'y'.repeat(1000)}… (cut)`}]);
});

/** How much an answer holds: never more than an agent's program takes, and nothing is lost. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Answer} from '../../src/mcp/protocol.js';
import {createRests, type Rest} from '../../src/mcp/rest.js';
import {type Part, pieceOf, toAnswer} from '../../src/mcp/to-answer.js';
import {samples} from '../random-runs.js';

type Saying = {readonly result: unknown; readonly next?: string; readonly notices?: readonly string[]};

const saying = (answer: Answer): Saying => {
  if ('asks' in answer) throw new Error('Nobody was to be asked.');
  return answer.says as Saying;
};

const printed = (data: unknown) => ({exit: 0, data, error: undefined, notices: []});

/** Reads a list to its end, in parts. */
function readAll(records: readonly unknown[], limit: number): readonly Saying[] {
  const rests = createRests();
  const list = (from: number): Rest => ({tool: 'list', given: {}, from});
  const part = (from: number): Part => ({list, from, limit, keep: rests.keep});
  const answers: Saying[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const said: Saying = saying(toAnswer(printed(records.slice(0, from + limit + 1)), part(from)));
    answers.push(said);
    from = said.next === undefined ? undefined : rests.find(said.next).from;
  }
  return answers;
}

test('a long list is given in parts, each record once', () => {
  const records = Array.from({length: 500}, (_, id) => ({id, text: 'x'.repeat(id)}));
  const answers = readAll(records, 200);
  expect(answers.flatMap(({result}) => result as unknown[])).toEqual(records);
  expect(Math.max(...answers.map(answer => JSON.stringify(answer).length))).toBeLessThanOrEqual(25_000);
});

test('a long cell is cut, and says so', () => {
  const [{result} = {result: undefined}] = readAll([{html: 'y'.repeat(5000)}], 50);
  expect(result).toEqual([{html: `${'y'.repeat(1000)}… (cut, 5,000 characters)`}]);
});

test('no answer is too long, whatever it holds', () => {
  const value = fc.oneof(fc.jsonValue(), fc.array(fc.string({maxLength: 30_000}), {maxLength: 300}));
  const fits = fc.property(fc.array(value), records => {
    for (const said of readAll(records, 50)) expect(JSON.stringify(said).length).toBeLessThanOrEqual(25_000);
  });
  fc.assert(fits, samples(50));
});

test('a long document is cut, and can be read whole as text', () => {
  const rests = createRests();
  const document = {rows: Array.from({length: 3000}, (_, row) => ({row, says: `"quoted" ${row}`}))};
  let said = saying(toAnswer(printed(document), {list: undefined, from: 0, limit: 50, keep: rests.keep}));
  expect(said.result).toMatchObject({rows: document.rows.slice(0, 200)});
  expect(said.notices).toHaveLength(1);
  let whole = '';
  while (said.next !== undefined) {
    said = saying(pieceOf(rests.find(said.next) as Rest & {readonly text: string}, rests.keep));
    expect(JSON.stringify(said).length).toBeLessThanOrEqual(25_000);
    whole += String(said.result);
  }
  expect(JSON.parse(whole)).toEqual(document);
});

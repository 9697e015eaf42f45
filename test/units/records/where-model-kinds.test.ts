/** The model of `--where`, continued: ids by name, calendar days, times of day, and parts of a text. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {record, refers} from '../../../src/api/describe/operation.js';
import {toView} from '../../../src/records/view/select.js';
import {samples} from '../../support/random-runs.js';

const shape = record({
  type_id: refers(() => import('../../../src/endpoints/lists.js')),
  schedule_date: 'date',
  schedule_time: 'time',
  name: 'text',
  state: {words: ['draft', 'live', 'done']},
});
const clock = {now: () => new Date('2026-11-22T11:00:00Z'), zones: () => ({service: 'Europe/Berlin'})};
const kept = (where: string, of: object, ids?: ReadonlyMap<string, readonly string[]>): boolean =>
  toView({where: [where]}, {shape, columns: ['name'], clock, ids}).keep?.(of as never) ?? true;

const sign = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
const compared = (order: number | undefined, operator: string): boolean => {
  if (order === undefined) return operator === '!=';
  const word = order < 0 ? '<' : order > 0 ? '>' : '=';
  return operator === '!=' ? order !== 0 : operator.includes(word);
};
const runs = samples(100);

test('an id is found by the names of its records', () => {
  const names = ['News', 'Customers', 'Über uns'];
  const id = fc.integer({min: 1, max: 4});
  fc.assert(
    fc.property(id, fc.nat({max: 2}), fc.constantFrom('=', '!='), fc.boolean(), (held, at, operator, asText) => {
      const where = `type_id${operator}${names[at]}`;
      const is = held === at + 1;
      const ids = new Map([[where, [String(at + 1)]]]);
      expect(kept(where, {type_id: asText ? String(held) : held}, ids)).toBe(operator === '=' ? is : !is);
      expect(kept(`type_id${operator}${at + 1}`, {type_id: held})).toBe(operator === '=' ? is : !is);
    }),
    runs,
  );
});

test('a day is compared with days', () => {
  const dates: ReadonlyArray<readonly [text: string, first: string, last: string]> = [
    ['today', '2026-11-22', '2026-11-22'],
    ['tomorrow', '2026-11-23', '2026-11-23'],
    ['last week', '2026-11-09', '2026-11-15'],
    ['2026-12', '2026-12-01', '2026-12-31'],
    ['2026-12-24', '2026-12-24', '2026-12-24'],
  ];
  const edge = fc
    .tuple(fc.constantFrom(...dates), fc.integer({min: -2, max: 2}), fc.boolean())
    .map(([[, first, last], days, atEnd]) =>
      new Date(Date.parse(atEnd ? last : first) + days * 86_400_000).toISOString().slice(0, 10),
    );
  fc.assert(
    fc.property(edge, fc.constantFrom(...dates), sign, (held, [text, first, last], operator) => {
      const order = held < first ? -1 : held > last ? 1 : 0;
      expect(kept(`schedule_date${operator}${text}`, {schedule_date: held}), `${held} ${operator} ${text}`).toBe(
        compared(order, operator),
      );
    }),
    runs,
  );
});

test('~ finds a part in upper and lower case, and of words that one is written with', () => {
  const text = fc.constantFrom('Ada', 'ada lovelace', 'LACE', 'a', 'Zoë', 'ZOË', 'x=y', '2026');
  fc.assert(
    fc.property(text, text, (held, part) => {
      expect(kept(`name~${part}`, {name: held})).toBe(held.toLowerCase().includes(part.toLowerCase()));
    }),
    runs,
  );
  const part = fc.constantFrom('dra', 'live', 'IV', 'done', 'd');
  fc.assert(
    fc.property(fc.nat({max: 2}), part, (held, typed) => {
      const word = ['draft', 'live', 'done'][held] ?? '';
      expect(kept(`state~${typed}`, {state: held})).toBe(word.includes(typed.toLowerCase()));
    }),
  );
});

test.each(['schedule_date>banana', 'type_id>News'])('%s is refused', where => {
  expect(() => kept(where, {})).toThrow(expect.objectContaining({exit: 2}));
});

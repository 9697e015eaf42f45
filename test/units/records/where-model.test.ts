/**
 * A model of `--where`: what a condition means, written a second time in another way (plain calendars in place of
 * spans, no code of emk), over random records and conditions of every kind of field.
 */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {record} from '../../../src/api/describe/operation.js';
import {toView} from '../../../src/records/view/select.js';
import {samples} from '../../support/random-runs.js';

const shape = record({
  count: 'integer',
  flag: 'flag',
  state: {words: ['draft', 'live', 'done']},
  made_at: 'timestamp',
  sent_at: 'moment',
  mail: 'address',
  name: 'text',
  share: 'rate',
});

/** A Sunday at noon in Berlin. */
const now = new Date('2026-11-22T11:00:00Z');
const clock = {now: () => now, zones: () => ({service: 'Europe/Berlin'})};
const operators = ['=', '!=', '<', '<=', '>', '>='] as const;
type Sign = (typeof operators)[number];

const kept = (where: string, of: object): boolean =>
  toView({where: [where]}, {shape, columns: ['count'], clock}).keep?.(of as never) ?? true;

const compared = (order: number | undefined, sign: Sign): boolean => {
  if (order === undefined) return sign === '!=';
  const {[sign]: holds} = {
    '=': order === 0,
    '!=': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  };
  return holds;
};

/** What a clock in Berlin shows at a moment, as `2026-11-22 12:00:00`. */
const berlin = new Intl.DateTimeFormat('sv-SE', {timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium'});
const shownIn = (moment: string): string => berlin.format(new Date(moment)).replace('T', ' ');

/** Human dates with their first and last day in Berlin. */
const days: ReadonlyArray<readonly [text: string, first: string, last: string]> = [
  ['today', '2026-11-22', '2026-11-22'],
  ['yesterday', '2026-11-21', '2026-11-21'],
  ['tomorrow', '2026-11-23', '2026-11-23'],
  ['last week', '2026-11-09', '2026-11-15'],
  ['next week', '2026-11-23', '2026-11-29'],
  ['2 years ago', '2024-11-22', '2024-11-22'],
  ['12 months ago', '2025-11-22', '2025-11-22'],
  ['3 weeks ago', '2026-11-01', '2026-11-01'],
  ['friday', '2026-11-20', '2026-11-20'],
  ['2026-03-29', '2026-03-29', '2026-03-29'],
  ['2026-10', '2026-10-01', '2026-10-31'],
  ['2026-10-25', '2026-10-25', '2026-10-25'],
  ['2025-12-31', '2025-12-31', '2025-12-31'],
];

/** Days are compared as texts: the clock in Berlin shows one of them at every moment. */
function onDays(shown: string, [, first, last]: (typeof days)[number], sign: Sign): boolean {
  const day = shown.slice(0, 10);
  return compared(day < first ? -1 : day > last ? 1 : 0, sign);
}

const sign = fc.constantFrom(...operators);
const moment = fc
  .integer({min: Date.parse('2024-11-01T00:00:00Z') / 1000, max: Date.parse('2026-12-01T00:00:00Z') / 1000})
  .map(seconds => new Date(seconds * 1000).toISOString().replace('.000Z', '.000000Z'));
/** The moments around each midnight in Berlin, where a mistake of a second or an hour would show. */
const edge = fc
  .tuple(fc.constantFrom(...days), fc.constantFrom(-3600, -1, 0, 1, 3600), fc.boolean(), fc.constantFrom(1, 2))
  .map(([[, first, last], seconds, atEnd, hours]) => {
    const midnight = Date.parse(`${atEnd ? last : first}T00:00:00Z`) + (atEnd ? 86_400_000 : 0) - hours * 3_600_000;
    return new Date(midnight + seconds * 1000).toISOString().replace('.000Z', '.000000Z');
  });
const never = fc.constantFrom(null, '', '0000-00-00 00:00:00');

const runs = samples(100);

test('a moment is compared with a human date on the clock of the account', () => {
  fc.assert(
    fc.property(fc.oneof(moment, edge), fc.constantFrom(...days), sign, (made_at, date, operator) => {
      const expected = onDays(shownIn(made_at), date, operator);
      expect(kept(`made_at${operator}${date[0]}`, {made_at}), `${made_at} ${operator} ${date[0]}`).toBe(expected);
      // What the service shows without a zone is on the same clock.
      const sent_at = shownIn(made_at);
      expect(kept(`sent_at ${operator} "${date[0]}"`, {sent_at}), `${sent_at} ${operator} ${date[0]}`).toBe(expected);
    }),
    runs,
  );
});

test('a moment is compared with a typed moment, exactly', () => {
  fc.assert(
    fc.property(moment, moment, sign, (made_at, typed, operator) => {
      const expected = compared(made_at < typed ? -1 : made_at > typed ? 1 : 0, operator);
      expect(kept(`made_at${operator}${typed}`, {made_at})).toBe(expected);
    }),
    runs,
  );
});

test('what has not happened is neither before nor after anything', () => {
  fc.assert(
    fc.property(never, fc.constantFrom(...days), sign, (value, [text], operator) => {
      expect(kept(`sent_at${operator}${text}`, {sent_at: value})).toBe(operator === '!=');
      expect(kept('sent_at=', {sent_at: value})).toBe(true);
      expect(kept('sent_at!=', {sent_at: value})).toBe(false);
    }),
  );
});

test('numbers, shares, flags and words are compared as what they are', () => {
  const number = fc.integer({min: -50, max: 50});
  const other = fc.constantFrom(null, '', 'many', '2026-01-01', true);
  fc.assert(
    fc.property(number, number, sign, fc.boolean(), (held, typed, operator, asText) => {
      const order = Math.sign(held - typed);
      expect(kept(`count${operator}${typed}`, {count: asText ? String(held) : held})).toBe(compared(order, operator));
      expect(kept(`share${operator}${typed}%`, {share: held / 100})).toBe(compared(order, operator));
    }),
    runs,
  );
  fc.assert(
    fc.property(other, number, sign, (held, typed, operator) => {
      fc.pre(held !== true);
      expect(kept(`count${operator}${typed}`, {count: held})).toBe(operator === '!=');
    }),
  );
  const places = fc.constantFrom(0, 1, 2);
  fc.assert(
    fc.property(places, places, sign, fc.boolean(), (held, typed, operator, asNumber) => {
      const word = ['draft', 'Live', 'done'][typed];
      const where = `state${operator}${asNumber ? typed : word}`;
      expect(kept(where, {state: held})).toBe(compared(held - typed, operator));
      const [has, wanted] = [Math.min(held, 1), Math.min(typed, 1)];
      const yes =
        [
          ['no', 'No', '0'],
          ['yes', 'YES', '1'],
        ][wanted]?.[held] ?? 'yes';
      expect(kept(`flag${operator}${yes}`, {flag: has})).toBe(compared(has - wanted, operator));
    }),
  );
});

test('texts and addresses are compared without regard to case, in quotes as without', () => {
  const word = fc.constantFrom('ada', 'Ada', 'bob', 'Item 2', 'item 10', 'Item 10', 'zoë');
  const collator = new Intl.Collator('en', {numeric: true, sensitivity: 'variant'});
  fc.assert(
    fc.property(word, word, sign, fc.constantFrom('"', "'"), (held, typed, operator, quote) => {
      const same = held.toLowerCase() === typed.toLowerCase();
      const expected = compared(same ? 0 : collator.compare(held, typed), operator);
      expect(kept(`name${operator}${quote}${typed}${quote}`, {name: held})).toBe(expected);
      expect(kept(`name${operator}${typed}`, {name: held})).toBe(expected);
      const [mail, wanted] = [`${held.replace(' ', '')}@x.example`, `${typed.replace(' ', '')}@x.example`];
      expect(kept(`mail=${wanted}`, {mail})).toBe(mail.toLowerCase() === wanted.toLowerCase());
    }),
    runs,
  );
});

test.each([
  'made_at>banana',
  'made_at>03/04/2026',
  'made_at>2026-02-30',
  'made_at<15.11.26',
  'made_at>15.11.2026',
  'made_at=1 May',
  'count>many',
  'count>1.000',
  'flag=maybe',
  'state=sent',
  'share>2',
  'name==Köln',
  'name<>Köln',
  'count=>3',
  'name=a && count>3',
  'name=a or count>3',
  'name=null',
  'name~',
])('%s is refused', where => {
  expect(() => kept(where, {})).toThrow(expect.objectContaining({exit: 2}));
});

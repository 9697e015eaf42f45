/** What the values of all rows show about a column: the order of its dates, and that its field cannot hold them. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {datesSeen, orderOf} from '../../../src/contacts/cells/guess-type.js';
import type {Checked} from '../../../src/contacts/file/contract.js';
import {check, warningsOf} from '../reading.js';

/** More rows than the beginning of a file that emk looks at first. */
const MANY = Array.from({length: 20_000}, (_, at) => `u${at}@example.com,2026-01-02`).join('\n');

const answersOf = ({findings}: Checked) =>
  findings.flatMap(({question}) => (question?.isAboutRows ? question.answers.map(({name}) => name) : []));

async function datesOf(content: string, options: Parameters<typeof check>[1] = {}) {
  const checked = await check(content, options);
  const dates: string[] = [];
  for await (const rows of checked.valuesOf(1)) {
    for (const {line, values} of rows)
      if (line < 4 || line > 20_001) dates.push(values['join_date'] ?? values['termin'] ?? '');
  }
  return {checked, dates};
}

test('the first rows settle the order, and a later date that contradicts them is rejected, never read as another day', {
  tags: ['long'],
}, async () => {
  const {checked, dates} = await datesOf(
    `email,join_date\na@example.com,03/04/2026\nb@example.com,31/12/2025\n${MANY}\nz@example.com,12/31/2025\n`,
  );
  expect([checked.rejected, dates[0], dates[1]]).toEqual([1, '2026-04-03T00:00', '2025-12-31T00:00']);
  const late = await datesOf(`email,join_date\na@example.com,03/04/2026\n${MANY}\nz@example.com,31/12/2025\n`);
  expect([late.checked.rejected, late.dates]).toEqual([1, expect.not.arrayContaining(['2026-03-04T00:00'])]);
});

test('a given order counts more than what the dates show, and dots need neither', async () => {
  const {dates} = await datesOf('email,join_date\na@example.com,03/04/2026\nb@example.com,05.06.2026\n', {
    dateOrder: 'mdy',
  });
  expect(dates).toEqual(['2026-03-04T00:00', '2026-05-06T00:00']);
  const shown = await datesOf(
    'email,join_date\na@example.com,12/31/2025\nb@example.com,05.06.2026\nc@example.com,03/04/2026\n',
  );
  expect(shown.checked.rejected).toBe(0);
  expect(shown.dates).toEqual(['2025-12-31T00:00', '2026-06-05T00:00']);
});

test('a new field holds dates if one of them settles the order', async () => {
  const {checked, dates} = await datesOf('email,Termin\na@example.com,03/04/2026\nb@example.com,31/12/2025\n', {
    createFields: true,
  });
  expect(checked.newFields).toEqual([{name: 'termin', type: 'datetime-local'}]);
  expect(dates).toEqual(['2026-04-03T00:00', '2025-12-31T00:00']);
});

test('the order is what all unmistakable dates share, wherever they are', () => {
  const day = fc.tuple(fc.integer({min: 1, max: 12}), fc.integer({min: 1, max: 28}));
  fc.assert(
    fc.property(fc.array(day, {maxLength: 20}), fc.constantFrom('dmy', 'mdy'), (days, order) => {
      const dates = datesSeen(
        days.map(([month, dayOfMonth]) => ({
          text: order === 'dmy' ? `${dayOfMonth}/${month}/2026` : `${month}/${dayOfMonth}/2026`,
          line: 1,
        })),
      );
      expect(orderOf(dates)).toBe(days.some(([, each]) => each > 12) ? order : undefined);
      expect(dates.unclear !== undefined).toBe(days.some(([month, each]) => each <= 12 && each !== month));
    }),
  );
});

test('dates that all have two meanings are dates, and a single slip is one', async () => {
  const unclear = await datesOf('email,joined\na@example.com,03/04/2026\nb@example.com,05/06/2026\n');
  expect(answersOf(unclear.checked)).toContain('Read 03/04/2026 with the day first');
  const slip = await datesOf('email,joined\na@example.com,31/02/2026\nb@example.com,\n');
  expect(slip.checked.rejected).toBe(1);
  expect(answersOf(slip.checked)).toContain('Leave "joined" empty where it is damaged or does not fit');
});

test('it stays if one value fits, and the column is the answer for all others', async () => {
  const content = 'email,joined\na@example.com,soon\nb@example.com,2026-01-02\nc@example.com,later\n';
  const {checked} = await datesOf(content);
  expect(answersOf(checked)).toEqual([
    'Leave "joined" empty where it is damaged or does not fit',
    'Keep "joined" as text in a new field',
    'Skip "joined" in all rows',
    'Skip these 2 rows',
  ]);
  const empty = await datesOf(content, {leaveEmpty: ['joined']});
  expect(empty.checked).toMatchObject({rejected: 0});
  expect(empty.dates).toEqual(['', '2026-01-02T00:00']);
  expect(warningsOf(empty.checked)).toEqual([
    'Join date is left empty in 2 rows, whose “joined” it cannot hold, such as “soon” in line 2.',
  ]);
  await expect(check(content, {leaveEmpty: ['Birthday']})).rejects.toThrow(
    '--leave-empty: the file has no column “Birthday”.',
  );
});

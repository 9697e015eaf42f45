/** What the values of all rows show about a column: the order of its dates, and that its field cannot hold them. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {samples} from '../../support/random-runs.js';
import {type Options, type Reading, useReading} from '../reading.js';

const {read} = useReading();

/** More rows than the beginning of a file that emk looks at first. */
const MANY = Array.from({length: 20_000}, (_, at) => `u${at}@example.com,2026-01-02`).join('\n');

/** What a person can answer about rejected rows, each without its line. */
const answersIn = ({hint}: Reading): string[] =>
  hint
    .split('\n')
    .slice(1)
    .map(line => line.split(':')[0] ?? '');

async function datesOf(content: string, options: Options = {}) {
  const found = await read(content, options);
  return {found, dates: found.sent.map(({values}) => values['join_date'] ?? values['termin'] ?? '')};
}

test('the first rows settle the order, and a later date that contradicts them is rejected, never read as another day', {
  tags: ['long'],
}, async () => {
  const {found, dates} = await datesOf(
    `email,join_date\na@example.com,03/04/2026\nb@example.com,31/12/2025\n${MANY}\nz@example.com,12/31/2025\n`,
  );
  expect([dates[0], dates[1]]).toEqual(['2026-04-03T00:00', '2025-12-31T00:00']);
  expect(found.rejected).toEqual([
    expect.objectContaining({line: 20_004, reason: '“12/31/2025” in “join_date” is a date that does not exist'}),
  ]);
  const late = await datesOf(`email,join_date\na@example.com,03/04/2026\n${MANY}\nz@example.com,31/12/2025\n`);
  expect(late.found.rejectedCount).toBe(1);
  expect(late.dates).not.toContain('2026-03-04T00:00');
});

test('a given order counts more than what the dates show, and dots need neither', async () => {
  const {dates} = await datesOf('email,join_date\na@example.com,03/04/2026\nb@example.com,05.06.2026\n', {
    dateOrder: 'mdy',
  });
  expect(dates).toEqual(['2026-03-04T00:00', '2026-05-06T00:00']);
  const shown = await datesOf(
    'email,join_date\na@example.com,12/31/2025\nb@example.com,05.06.2026\nc@example.com,03/04/2026\n',
  );
  expect(shown.found.rejectedCount).toBe(0);
  expect(shown.dates).toEqual(['2025-12-31T00:00', '2026-06-05T00:00', '2026-03-04T00:00']);
});

test('the order is what all unmistakable dates share, wherever they are', async () => {
  const day = fc.tuple(fc.integer({min: 1, max: 12}), fc.integer({min: 1, max: 28}));
  await fc.assert(
    fc.asyncProperty(
      fc.array(day, {minLength: 1, maxLength: 10}),
      fc.constantFrom('dmy', 'mdy'),
      async (days, order) => {
        const written = days.map(([month, date]) =>
          order === 'dmy' ? `${date}/${month}/2026` : `${month}/${date}/2026`,
        );
        const {found, dates} = await datesOf(
          `email,join_date\n${written.map((date, at) => `u${at}@example.com,${date}\n`).join('')}`,
        );
        const isSettled = days.some(([, date]) => date > 12);
        const read = days.filter(([month, date]) => isSettled || month === date);
        const two = (number: number) => String(number).padStart(2, '0');
        expect(dates).toEqual(read.map(([month, date]) => `2026-${two(month)}-${two(date)}T00:00`));
        expect(found.rejected.map(({reason}) => reason)).toEqual(
          Array.from({length: days.length - read.length}, () => expect.stringContaining(' can mean ')),
        );
      },
    ),
    samples(20),
  );
});

test('dates that all have two meanings are dates, and a single slip is one', async () => {
  const unclear = await read('email,joined\na@example.com,03/04/2026\nb@example.com,05/06/2026\n', {maxErrors: 0});
  expect(answersIn(unclear)).toEqual([
    'Leave "joined" empty where it is damaged or does not fit',
    'Skip "joined" in all rows',
  ]);
  const slip = await read('email,joined\na@example.com,31/02/2026\nb@example.com,\n', {maxErrors: 0});
  expect(slip.rejectedCount).toBe(1);
  expect(answersIn(slip)).toContain('Leave "joined" empty where it is damaged or does not fit');
});

test('it stays if one value fits, and the column is the answer for all others', async () => {
  const content = 'email,joined\na@example.com,soon\nb@example.com,2026-01-02\nc@example.com,later\n';
  const typed = await read(content, {maxErrors: 0});
  expect(typed.hint).toMatch(/^Fix them, or skip them with --max-errors 2\./);
  expect(answersIn(typed)).toEqual([
    'Leave "joined" empty where it is damaged or does not fit',
    'Skip "joined" in all rows',
  ]);
  const empty = await datesOf(content, {leaveEmpty: ['joined']});
  expect(empty.found.rejectedCount).toBe(0);
  expect(empty.dates).toEqual(['', '2026-01-02T00:00', '']);
  expect(empty.found.warnings).toEqual([
    'Join date is left empty in 2 rows, whose “joined” it cannot hold, such as “soon” in line 2.',
  ]);
  expect((await read(content, {leaveEmpty: ['Birthday']})).refused).toContain(
    '--leave-empty: the file has no column “Birthday”.',
  );
});

/** People who said no are not imported, whatever column says so. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {samples} from '../../support/random-runs.js';
import {useReading} from '../reading.js';

const {read, report} = useReading();

const status = 'auto';

test('rows of those who said no are left out, and counted by what is said of them', async () => {
  const file =
    'Email,Status\na@example.com,Subscribed\nb@example.com,Unsubscribed\nc@example.com,Cleaned\nd@example.com,pending\ne@example.com,\n';
  expect(await report(file, {status})).toBe(`
utf-8 , · 5 rows: 2 good, 0 rejected, 0 repeated
left out: Status
status: Status
! “Status” says who gets no mail: 1 unsubscribed, 1 bounced, 1 not confirmed or withdrawn are skipped. If it says something else: --status-column none
      email
   2: a@example.com
   6: e@example.com
`);
  expect(await report(file, {status: 'none'})).toContain('5 rows: 5 good');
});

test('several columns are held against each other: one no is enough', async () => {
  const file =
    'Email,Email Opt Out,UNSUB_TIME,CLEAN_TIME\na@example.com,0,,\nb@example.com,1,,\nc@example.com,0,2024-05-06 07:08:09,\nd@example.com,0,,2024-05-06 07:08:09\n';
  const {good, left, bounced, out, read: said} = await read(file, {status});
  expect({good, left, bounced, out, headers: said.status_columns}).toEqual({
    ...{good: 1, left: 2, bounced: 1, out: 0},
    headers: ['Email Opt Out', 'UNSUB_TIME', 'CLEAN_TIME'],
  });
});

test('values that nobody knows stop the import, each with a line', async () => {
  expect(
    await report(
      'Email,Status\na@example.com,Lead\nb@example.com,Unsubscribed\nc@example.com,Won\nd@example.com,lead\n',
      {status},
    ),
  ).toBe(`
error 2: leads.csv says who gets no mail in words that emk does not know: “Status” with “Lead” (2 rows, first in line 2), “Won” (line 4).
  They get no mail: add --status Lead=out --status Won=out
They get mail: add --status Lead=active --status Won=active
"Status" says something else: add --status-column none
`);
});

test('a status that fills a field leaves people out anyway', async () => {
  const fields = {status: 'text'};
  const said = await report('email,status\na@example.com,active\nb@example.com,unsubscribed\n', {status, fields});
  expect(said).toContain('      email,status\n   2: a@example.com,active\n');
  expect(said).toContain('2 rows: 1 good');
  expect(said).toContain('“status” says who gets no mail: 1 unsubscribed is skipped.');
});

test('a bad address of somebody who said no is no reason to reject', async () => {
  const {rejectedCount, left} = await read('Email,Unsubscribed\nnobody,yes\nno-one,no\na@example.com,no\n', {
    status,
  });
  expect({rejectedCount, left}).toEqual({rejectedCount: 1, left: 1});
});

test('a row whose cells are out of place is rejected, and not judged by them', async () => {
  const {rejectedCount, left} = await read('Email,City,Unsubscribed\na@example.com,yes\nb@example.com,x,yes\n', {
    status,
  });
  expect({rejectedCount, left}).toEqual({rejectedCount: 1, left: 1});
});

describe('an address more than once', () => {
  test('an address that said no in any row is sent from none', {tags: ['long'], timeout: 600_000}, async () => {
    const rows = fc.array(
      fc.record({address: fc.constantFrom('a', 'B', 'b', 'c', 'A'), says: fc.constantFrom('yes', 'no', '')}),
      {minLength: 1, maxLength: 12},
    );
    await fc.assert(
      fc.asyncProperty(rows, async people => {
        const file = `email,Unsubscribed\n${people.map(({address, says}) => `${address}@example.com,${says}`).join('\n')}\n`;
        const checked = await read(file, {status});
        const sent = checked.sent.map(({values}) => values['email']?.toLowerCase() ?? '');
        const gone = new Set(
          people.filter(({says}) => says === 'yes').map(({address}) => `${address.toLowerCase()}@example.com`),
        );
        const all = new Set(people.map(({address}) => `${address.toLowerCase()}@example.com`));
        expect(sent.filter(address => gone.has(address))).toEqual([]);
        expect(new Set(sent).size).toBe(sent.length);
        const {good, rejectedCount, repeated, left, bounced, out} = checked;
        expect([good, good + rejectedCount + repeated + left + bounced + out]).toEqual([sent.length, people.length]);
        expect(sent.length).toBe(all.size - gone.size);
      }),
      samples(20),
    );
  });
});

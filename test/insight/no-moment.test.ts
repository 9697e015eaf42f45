/** A service may show null for what a form left empty: a mailing without day and time breaks nothing. */
import {expect, test} from 'vitest';
import {momentAsSent} from '../../src/checks/moment.js';
import mailings from '../../src/endpoints/mailings.js';
import {sendState} from '../../src/insight/concerns.js';
import {momentOfSend} from '../../src/resources/mailings/reschedule.js';

const send = {
  status: 0,
  schedule_type: 1,
  schedule_date: null,
  schedule_time: null,
  sent_at: '0000-00-00 00:00:00',
  updated_at: '2026-03-01T00:00:00.000000Z',
} as never;
const clock = {zones: {}, shown: 0, now: new Date('2026-03-02T00:00:00Z')} as never;

test('is scheduled without a moment', () => {
  expect(sendState(send, clock)).toBe('unset');
  expect(momentOfSend(send)).toBeUndefined();
  expect(mailings.beside?.(send)).toEqual(['new']);
});

test('a day without a time shows no word for nothing', () => {
  expect(momentAsSent({schedule_type: 1, schedule_date: '2026-04-01', schedule_time: null})).toBe('2026-04-01 ');
});

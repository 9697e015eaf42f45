/** Only what changed is written; what the file omits is emptied in its own form, and a place goes with its country. */
import {expect, test} from 'vitest';
import {changedForm} from '../../../src/account-files/apply/change-one.js';
import {type ApplyWork, permitted, withoutQuestions} from '../../../src/account-files/apply/work.js';
import type {Entry, KindName} from '../../../src/account-files/kinds/shape.js';
import type {Permit} from '../../../src/api/describe/permit.js';
import type {Context} from '../../../src/commands/command.js';

const form = (kind: KindName, entry: Entry, ...changed: readonly string[]): Promise<unknown> => {
  const names = {toForm: async (keys: object, values: object) => [Object.keys(keys), values]};
  const fields = changed.map(key => ({key, from: 1, to: 2}));
  return changedForm({names} as unknown as ApplyWork, {change: {action: 'update', kind, name: 'One', fields}, entry});
};

test.each<readonly [KindName, Entry, readonly string[], object]>([
  ['senders', {'from-name': 'A', city: 'Ulm'}, ['from-name'], {'from-name': 'A'}],
  ['senders', {city: 'Ulm', country: 'Germany'}, ['city'], {country: 'Germany', state: '', city: 'Ulm'}],
  ['senders', {}, ['postal-code'], {'postal-code': ''}],
  ['groups', {}, ['display', 'recipients'], {display: false, recipients: []}],
  ['mailings', {}, ['to', 'at'], {to: [], at: ''}],
  ['automations', {}, ['emails'], {emails: []}],
  ['fields', {type: 'text'}, ['unknown'], {}],
])('%s %j with changed %j', async (kind, entry, changed, values) => {
  expect(await form(kind, entry, ...changed)).toEqual([Object.keys(values), values]);
});

test('nothing asks, and nothing is sent without a permit', async () => {
  const permit = {} as Permit;
  const context = {globals: {yes: false, output: 'json'}, ask: {possible: true, a: 1}, warn: 1} as unknown as Context;
  const quiet = withoutQuestions(context, permit);
  expect(quiet).toMatchObject({globals: {yes: true, output: 'json'}, ask: {possible: false, a: 1}, warn: 1});
  expect(await quiet.agree({} as never, {} as never)).toBe(permit);
  expect(() => permitted(undefined)).toThrow('A change without a permit.');
  await expect(withoutQuestions(context, undefined).agree({} as never, {} as never)).rejects.toThrow(
    'A change without a permit.',
  );
});

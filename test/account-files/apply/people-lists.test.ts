/** People on the list of a record: who changed is removed first, who is missing is added once, and only they are noted. */
import {expect, test} from 'vitest';
import {
  addPeople,
  allUnsubscribes,
  changePeople,
  groupRecipientsOf,
  membersIn,
  segmentPeople,
} from '../../../src/account-files/apply/change-one.js';
import type {Task} from '../../../src/account-files/apply/work.js';
import type {Entry} from '../../../src/account-files/kinds/shape.js';
import {operations as groupRecipients} from '../../../src/endpoints/group-recipients.js';
import {operations as unsubscribes} from '../../../src/endpoints/unsubscribes.js';
import {RefusedError, UnreachableError} from '../../../src/errors.js';
import {type Lists, workOn} from './work-on.js';

/** A service that lists who was added, refuses one, and lists a stranger who came meanwhile. */
const service = (list: typeof groupRecipients.list | typeof unsubscribes.list, refused = '') => ({
  sent(_: unknown, {email_address: addresses}: Readonly<Record<string, unknown>>, lists: Lists) {
    const rows = lists.get(list) ?? [];
    if (String(addresses) === refused) throw new RefusedError('No.');
    for (const address of [...String(addresses).split(','), 'stranger@example.com'])
      rows.push({id: 20 + rows.length, email_address: address.toUpperCase()});
  },
});

const change = (added: readonly string[], removed: readonly string[] = []): Task => ({
  change: {action: 'update', kind: 'groups', name: 'News', fields: [{key: 'recipients', added, removed}]},
  entry: {},
});

test('who is missing is added, and noted with the new rows', async () => {
  const lists: Lists = new Map([
    [
      groupRecipients.list,
      [
        {id: 7, email_address: 'There@example.com'},
        {id: 4, email_address: 'x@example.com'},
      ],
    ],
  ]);
  const played = workOn(lists, service(groupRecipients.list));
  await changePeople(
    played.work,
    change(['there@example.com', 'A@example.com', 'b@example.com']),
    groupRecipientsOf(3),
  );
  expect(played.notes.slice(1)).toEqual([
    [
      'begun',
      'creates',
      ['there@example.com', 'a@example.com', 'b@example.com'],
      {since: {lastRow: 7, startedAt: 5000}},
    ],
    ['sent', {unsubscribe_groups_id: 3, email_address: 'A@example.com,b@example.com'}],
    [
      'acknowledged',
      1,
      [
        ['a@example.com', 22],
        ['b@example.com', 23],
      ],
    ],
  ]);
});

test('who could not be sent is sent again, because twice on this list does no harm', async () => {
  let sent = 0;
  const played = workOn(new Map([[groupRecipients.list, []]]), {
    sent(_, __, lists) {
      if (++sent === 1) throw new UnreachableError('Nobody is there.');
      lists.get(groupRecipients.list)?.push({id: 20, email_address: 'a@example.com'});
    },
  });
  await changePeople(played.work, change(['a@example.com']), groupRecipientsOf(3));
  expect(played.requests()).toBe(2);
  expect(played.notes.at(-1)).toEqual(['acknowledged', 1, [['a@example.com', 20]]]);
});

test('nobody to add or to remove is nothing to do', async () => {
  const played = workOn(new Map());
  await changePeople(played.work, change([]), groupRecipientsOf(3));
  await changePeople(played.work, {...change([]), change: {...change([]).change, fields: []}}, groupRecipientsOf(3));
  expect(played.notes).toEqual([]);
});

test('after a refusal the error is thrown once it is known who was added', async () => {
  const played = workOn(new Map([[groupRecipients.list, []]]), service(groupRecipients.list, 'a@example.com'));
  const changed = changePeople(played.work, change(['a@example.com']), groupRecipientsOf(3));
  await expect(changed).rejects.toThrow('No.');
  expect(played.notes.at(-1)).toEqual(['acknowledged', 1, []]);
});

test('who left only a group has not left everything', async () => {
  const rows = [
    {id: 5, email_address: 'a@example.com', unsubscribe_groups_id: 2},
    {id: 3, email_address: 'b@example.com', unsubscribe_groups_id: null},
    {id: 4, email_address: 'c@example.com'},
  ];
  const played = workOn(new Map([[unsubscribes.list, rows]]), service(unsubscribes.list));
  const before: unknown[] = [];
  const {ids, failed} = await addPeople(
    played.work,
    allUnsubscribes,
    ['a@example.com', 'b@example.com', 'c@example.com'],
    (addresses, lastRow) => before.push([addresses, lastRow]),
  );
  expect([ids, failed]).toEqual([[['a@example.com', 23]], undefined]);
  expect(before).toEqual([[['a@example.com', 'b@example.com', 'c@example.com'], 4]]);
  expect(played.requests()).toBe(1);
});

test('somebody comes into a segment with the name that is known, or with none', async () => {
  const {work, notes} = workOn(new Map());
  const people = new Map<string, Entry>([['ada@example.com', {'first-name': 'Ada'}]]);
  for (const email of ['ada@example.com', 'bo@example.com'])
    await segmentPeople(3).add(work, email, people, permit => permit as never);
  const segment = {segment_id: 3, last_name: ''};
  expect(notes).toEqual([
    ['sent', {...segment, first_name: 'Ada', email: 'ada@example.com'}],
    ['sent', {...segment, first_name: '', email: 'bo@example.com'}],
  ]);
});

test('the people of a change are those of its key', () => {
  const fields = [
    {key: 'emails', added: ['x'], removed: ['y']},
    {key: 'recipients', from: 1, to: 2},
  ];
  expect(membersIn(fields, 'emails')).toMatchObject({added: ['x'], removed: ['y']});
  expect(membersIn(fields, 'recipients')).toEqual({added: [], removed: []});
  expect(membersIn([], 'recipients')).toEqual({added: [], removed: []});
});

/** A copy beside the account: what is missing is created once, each automation with its emails, and what is gone is named. */
import {expect, test} from 'vitest';
import {nothingMade} from '../../src/account-files/folder/made-records.js';
import type {Loose, Operation} from '../../src/api/describe/schema.js';
import {operations as schedules} from '../../src/endpoints/automation-emails.js';
import {operations as automations} from '../../src/endpoints/automations.js';
import {operations as groups} from '../../src/endpoints/groups.js';
import {operations as contactLists} from '../../src/endpoints/lists.js';
import {operations as locations} from '../../src/endpoints/locations.js';
import {operations as senders} from '../../src/endpoints/senders.js';
import {operations as templates} from '../../src/endpoints/templates.js';
import {compareCopy} from '../../src/restore/compare-copy.js';
import {withGroups} from '../../src/restore/with-groups.js';
import {fakeHost} from '../accounts/fake-host.js';

type Records = Readonly<Record<string, readonly Loose[]>>;

/** Compares a copy, whose last rows were 10, with an account of these lists. */
async function compare(
  copy: Records,
  lists: ReadonlyMap<Operation, readonly Loose[]>,
  failedBefore: readonly Loose[] = [],
) {
  const warned: string[] = [];
  const context = {
    host: fakeHost(),
    account: async () => ({source: 'flags', baseUrl: 'https://example.com', publicKey: 'p', secretKey: 's'}),
    progress: {show() {}, clear() {}},
    warn: (sentence: string) => warned.push(sentence),
    async *stream(list: Operation) {
      yield lists.get(list) ?? [];
    },
    async call(read: Operation) {
      if (read !== locations.all) return lists.get(read) ?? [];
      return {countries: [{id: 49, name: 'Germany'}], states: [{id: 3, name: 'Berlin'}], cities: []};
    },
  };
  const copied = {
    has: new Set(Object.keys(copy)),
    recordsOf: (kind: string) => copy[kind] ?? [],
    lastRowOf: () => 10,
  };
  const known = {
    journal: {made: nothingMade, doubts: [], note() {}},
    ...{others: new Set(), failedBefore: new Set(failedBefore)},
  };
  const compared = await compareCopy(context as never, copied as never, known as never);
  const about = compared.plan.changes.map(change => ({
    does: `${change.action} ${change.kind} ${change.name}`,
    called: compared.serviceNames?.get(change),
    back: compared.about.get(change)?.map(({kind, record}) => `${kind} ${record['id']}`),
    entry: compared.files.get(change.kind)?.entries.find(({entry}) => Object.values(entry).includes(change.name))
      ?.entry,
    fields: change.fields,
  }));
  const shown = (some: ReadonlyArray<{readonly kind: string; readonly record: Loose}>) =>
    some.map(({kind, record}) => `${kind} ${record['id']}`);
  return {
    ...{about, warned, there: shown(compared.there)},
    failed: compared.failed.map(one => [...shown([one]), one.error.message]),
    lists: [...compared.lists].map(([id, held]) => [id, held.id]),
  };
}

const GROUP = {id: 1, group_name: 'News'};
const automation = (id: number, name: string, more: Loose = {}): Loose => ({
  ...{
    id,
    utr: `a${id}`,
    automation_name: name,
    automation_for: 1,
    automation_for_table: 'contacts_',
    unsubscribe_group_id: 1,
    status: 1,
    ...more,
  },
});
const email = (id: number, automation_id: number, subject: string): Loose => ({
  ...{id, utr: `e${id}`, automation_id, subject, sender_id: 5, template_id: 0, waiting_period: 1, waiting_type: 'days'},
});
const lists = (
  ...more: ReadonlyArray<readonly [Operation, readonly Loose[]]>
): ReadonlyMap<Operation, readonly Loose[]> =>
  new Map<Operation, readonly Loose[]>([
    [contactLists.list, [{id: 1, name: 'Leads'}]],
    [groups.list, [GROUP]],
    [senders.list, [{id: 5, nickname: 'news'}]],
    [templates.list, []],
    ...more,
  ]);

test('a list that is missing is created under a name of its own, and one that came back is there', async () => {
  const {
    about,
    there,
    lists: known,
    failed,
  } = await compare(
    {
      lists: [
        {id: 2, name: 'Gone'},
        {id: 3, name: 'Back'},
        {id: 4, name: 'Leads'},
      ],
    },
    lists([
      contactLists.list,
      [
        {id: 1, name: 'Leads'},
        {id: 11, name: 'Back'},
      ],
    ]),
  );
  expect(about).toMatchObject([
    {does: 'create lists Gone #2', called: 'Gone', back: ['lists 2'], entry: {name: 'Gone #2'}},
    {does: 'create lists Leads #4', called: 'Leads', back: ['lists 4']},
  ]);
  expect([there, known, failed]).toEqual([['lists 3'], [[3, 11]], []]);
});

test('what failed before is not tried again, and only the kinds of the copy come back', async () => {
  const [one, other] = [
    {id: 2, name: 'Gone'},
    {id: 3, name: 'Other'},
  ];
  const {about} = await compare({lists: [one, other]}, lists(), [one]);
  expect(about.map(({does}) => does)).toEqual(['create lists Other #3']);
  expect((await compare({}, lists())).about).toEqual([]);
});

test('a sender keeps its places by their ids, if it has any', async () => {
  const {about} = await compare(
    {senders: [{id: 6, nickname: 'more', from_name: 'A', country_id: 49, state_id: 0, city_id: null}]},
    lists(),
  );
  expect(about[0]?.entry).toEqual({nickname: 'more #6', 'from-name': 'A', country: 49});
});

test('an automation comes back with its emails, not live, and with a group', async () => {
  const copy = {
    automations: [automation(2, 'Hello', {unsubscribe_group_id: 0})],
    'automations emails': [email(7, 2, 'One'), email(8, 2, 'Two')],
  };
  const {about, warned, failed} = await compare(copy, lists());
  expect(failed).toEqual([]);
  expect(about).toHaveLength(1);
  expect(about[0]).toMatchObject({
    ...{does: 'create automations Hello #2', called: 'Hello'},
    back: ['automations 2', 'automations emails 7', 'automations emails 8'],
    entry: {name: 'Hello #2', type: 'custom', for: 'list:Leads', group: 'News'},
  });
  expect(about[0]?.entry).not.toHaveProperty('live');
  expect(about[0]?.fields).toContainEqual(
    expect.objectContaining({
      key: 'emails',
      added: [expect.objectContaining({subject: 'One'}), expect.objectContaining({subject: 'Two'})],
    }),
  );
  expect(warned).toHaveLength(1);
});

test('an automation that is there gets the emails that it lacks: found by its row, or else by its name', async () => {
  const there = lists([automations.list, [automation(2, 'Hello'), automation(12, 'Later')]], [schedules.list, []]);
  const byRow = await compare({'automations emails': [email(7, 2, 'One')]}, there);
  expect(byRow.about).toMatchObject([{does: 'update automations Hello', back: ['automations emails 7']}]);
  const same = lists([automations.list, [automation(12, 'Hello')]], [schedules.list, [{...email(20, 12, 'One')}]]);
  const back = await compare(
    {automations: [automation(2, 'Hello')], 'automations emails': [email(7, 2, 'One'), email(8, 2, 'Two')]},
    same,
  );
  expect(back.about).toMatchObject([{does: 'update automations Hello', back: ['automations emails 8']}]);
  expect(back.there).toEqual(['automations 2', 'automations emails 7']);
});

test('what needs something that is gone does not come back, and neither do its emails', async () => {
  const {about, failed} = await compare(
    {
      automations: [automation(2, 'Hello', {automation_for: 9})],
      'automations emails': [email(7, 2, 'One'), email(8, 99, 'Two')],
    },
    lists(),
  );
  expect(about).toEqual([]);
  expect(failed).toEqual([
    ['automations 2', 'It needs what is gone: the list 9.'],
    ['automations emails 7', 'It needs what is gone: the automation "Hello".'],
    ['automations emails 8', 'It needs what is gone: the automation 99.'],
  ]);
});

test('automations without a group get the first one, and without any group none comes back', async () => {
  const warned: string[] = [];
  const call = async () => [GROUP, {id: 2, group_name: 'Other'}];
  const context = {call, warn: (sentence: string) => warned.push(sentence)} as never;
  const [whole, bare] = [automation(2, 'Hello'), automation(3, 'Bare', {unsubscribe_group_id: null})];
  expect(await withGroups(context, [whole, bare])).toEqual([whole, {...bare, unsubscribe_group_id: 1}]);
  expect(warned).toEqual([expect.stringContaining('"Bare"')]);
  const none = {...(context as object), call: async () => []} as never;
  await expect(withGroups(none, [bare])).rejects.toThrow('only with an group');
  const unread = {...(context as object), call: async () => Promise.reject(new Error('read'))} as never;
  expect(await withGroups(unread, [whole])).toEqual([whole]);
});

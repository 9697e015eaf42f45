/** What a destroy may take: only what is as an apply left it, and that nothing which stays needs. */
import {expect, test} from 'vitest';
import type {AccountRecord, AccountState, Sent} from '../../../src/account-files/account/read-account.js';
import {type FoundMade, findMade} from '../../../src/account-files/apply/destroy.js';
import {createdFingerprint, fingerprintOf} from '../../../src/account-files/compare/compare-entries.js';
import {type Made, type MadeRecord, nothingMade} from '../../../src/account-files/folder/made.js';
import {kinds} from '../../../src/account-files/kinds/kinds.js';
import type {Entry, KindName} from '../../../src/account-files/kinds/shape.js';
import type {Loose} from '../../../src/api/describe/schema.js';

type Held = readonly [kind: KindName, id: string | number, entry: Entry, below?: readonly Loose[]];

/** An account that holds these records, of which some mailings went out. */
const accountOf = (held: readonly Held[], sent: ReadonlyArray<string | number> = []): AccountState => {
  const byKind = new Map<KindName, AccountRecord[]>();
  for (const [kind, id, entry, below = []] of held) {
    const name = String(entry[kinds[kind].identity]);
    byKind.set(kind, [...(byKind.get(kind) ?? []), {name, called: name, id, row: 1, entry, below}]);
  }
  return {kinds: byKind, sent: sent.map(id => ({id}) as Sent)} as unknown as AccountState;
};

const finished = (kind: KindName, id: string | number, entry: Entry): MadeRecord => ({
  id,
  finishedFingerprint: fingerprintOf(kind, entry),
});

const made = (...some: ReadonlyArray<readonly [KindName, string, MadeRecord]>): Made => {
  const records = new Map<KindName, Map<string, MadeRecord>>();
  for (const [kind, name, record] of some) records.set(kind, new Map(records.get(kind)).set(name, record));
  return {...nothingMade, records};
};

/** The ids of members by kind, by the name of their record, and by what they are. */
const membersOf = (
  kinds: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string | number>>>>>>,
) =>
  new Map(
    Object.entries(kinds).map(([kind, byName]) => [
      kind as KindName,
      new Map(Object.entries(byName).map(([name, ids]) => [name, new Map(Object.entries(ids))])),
    ]),
  );

const find = (from: Made, account: AccountState, added: Readonly<Record<string, number>> = {}): FoundMade =>
  findMade(from, account, run => added[run]);

/** What becomes of each record, in a word and a reason. */
const fates = ({records, kept, gone}: FoundMade): unknown => ({
  ...Object.fromEntries(records.map(({name}) => [name, 'goes'])),
  ...Object.fromEntries(kept.map(({name, why, needsLook}) => [name, [why, needsLook]])),
  ...Object.fromEntries(gone.map(({name}) => [name, 'is gone'])),
});

const CHANGED = ['somebody has changed it since', true];
const list = {name: 'Leads'};
const sender = {nickname: 'news', 'from-name': 'News', 'from-email': 'n@example.com'};
const automation = {name: 'Hello', type: 'welcome', for: 'list:Leads', group: 'News'};

test.each<readonly [string, KindName, string, MadeRecord, Entry | undefined, unknown]>([
  ['as it was finished', 'senders', 'news', finished('senders', 5, sender), sender, 'goes'],
  ['with an id that is written as text', 'senders', 'news', finished('senders', '5', sender), sender, 'goes'],
  ['changed', 'senders', 'news', finished('senders', 5, sender), {...sender, 'from-name': 'Mine'}, CHANGED],
  [
    'as a change that was cut off would have left it',
    'senders',
    'news',
    {...finished('senders', 5, {}), intendedFingerprint: fingerprintOf('senders', sender)},
    sender,
    'goes',
  ],
  [
    'as it was created, but finished as something else',
    'senders',
    'news',
    {...finished('senders', 5, {}), createdFingerprint: createdFingerprint('senders', sender)},
    sender,
    CHANGED,
  ],
  ['deleted', 'senders', 'news', finished('senders', 6, sender), sender, 'is gone'],
  ['called otherwise', 'lists', 'Old', finished('lists', 5, list), list, ['somebody renamed it to "Leads"', true]],
  [
    'of a kind that cannot be deleted, even renamed',
    'groups',
    'News',
    finished('groups', 5, {name: 'News'}),
    {name: 'Others'},
    ['the API cannot delete a group', false],
  ],
  ['unfinished', 'senders', 'news', {id: 5, createdFingerprint: createdFingerprint('senders', sender)}, sender, 'goes'],
  [
    'unfinished and changed',
    'senders',
    'news',
    {id: 5, createdFingerprint: createdFingerprint('senders', sender)},
    {...sender, 'from-name': 'Mine'},
    CHANGED,
  ],
  ['of which nothing is known', 'senders', 'news', {id: 5}, sender, CHANGED],
])('a record %s', (_, kind, name, record, there, fate) => {
  const account = accountOf(there ? [[kind, 5, there]] : []);
  expect(fates(find(made([kind, name, record]), account))).toEqual({[name]: fate});
});

test('a mailing that went out stays with its statistics; one that did not is gone', () => {
  const one = made(['mailings', 'Sale', {id: 'u1'}]);
  expect(fates(find(one, accountOf([], ['u1'])))).toEqual({Sale: ['it went out, and emk keeps its statistics', false]});
  expect(fates(find(one, accountOf([], ['u2', 'u1'])))).toEqual({
    Sale: ['it went out, and emk keeps its statistics', false],
  });
  expect(fates(find(one, accountOf([], ['u2'])))).toEqual({Sale: 'is gone'});
  expect(fates(find(made(['lists', 'Leads', {id: 'u1'}]), accountOf([], ['u1'])))).toEqual({Leads: 'is gone'});
});

test('an automation that was left unfinished goes as long as it is not live and all its emails are from here', () => {
  const record = {id: 'u1', createdFingerprint: createdFingerprint('automations', automation)};
  const from = (members: Made['members']): Made => ({...made(['automations', 'Hello', record]), members});
  const emails = (...utrs: readonly string[]): Made['members'] =>
    new Map([['automations', new Map([['Hello', new Map(utrs.map(utr => [utr, utr]))]])]]);
  const fate = (entry: Entry, utrs: readonly string[], members: Made['members']): unknown =>
    fates(find(from(members), accountOf([['automations', 'u1', entry, utrs.map(utr => ({utr}))]])));
  const withEmail = {...automation, emails: [{subject: 'One'}]};
  expect(fate(automation, [], new Map())).toEqual({Hello: 'goes'});
  expect(fate(withEmail, ['e1', 'e2'], emails('e1', 'e2', 'e3'))).toEqual({Hello: 'goes'});
  expect(fate(withEmail, ['e1', 'e2'], emails('e1'))).toEqual({Hello: CHANGED});
  expect(fate(withEmail, ['e1'], new Map())).toEqual({Hello: CHANGED});
  expect(fate({...withEmail, live: true}, ['e1'], emails('e1'))).toEqual({Hello: CHANGED});
  expect(fate({...withEmail, live: false}, ['e1'], emails('e1'))).toEqual({Hello: 'goes'});
  expect(fate({...withEmail, group: 'Mine'}, ['e1'], emails('e1'))).toEqual({Hello: CHANGED});
});

test('what a record that stays uses stays too, with who uses it, and what only goers use goes with them', () => {
  const own: Held = ['automations', 'u1', automation];
  const from = made(
    ['lists', 'Leads', finished('lists', 1, list)],
    ['automations', 'Hello', finished('automations', 'u1', automation)],
  );
  const lists: Held = ['lists', 1, list];
  expect(fates(find(from, accountOf([lists, own])))).toEqual({Hello: 'goes', Leads: 'goes'});
  expect(find(from, accountOf([lists, own])).records.map(({kind}) => kind)).toEqual(['automations', 'lists']);
  const used = ['the automation "Mine" uses it', true];
  expect(fates(find(from, accountOf([lists, own, ['automations', 'u2', {...automation, name: 'Mine'}]])))).toEqual({
    Hello: 'goes',
    Leads: used,
  });
  expect(fates(find(from, accountOf([lists, ['automations', 'u1', {...automation, group: 'Mine'}]])))).toEqual({
    Hello: CHANGED,
    Leads: ['the automation "Hello" uses it', true],
  });
});

test('an import of another machine keeps its list, as long as that is there; those from here go, the last first', () => {
  const from: Made = {
    ...made(
      ['lists', 'Leads', finished('lists', 1, list)],
      ['lists', 'Others', finished('lists', 2, {name: 'Others'})],
      ['senders', 'Leads', finished('senders', 3, {nickname: 'Leads'})],
    ),
    imports: new Map([
      ['Leads', ['here', 'there']],
      ['Others', ['first', 'none', 'last']],
      ['Away', ['far']],
    ]),
  };
  const account = accountOf([
    ['lists', 1, list],
    ['lists', 2, {name: 'Others'}],
    ['senders', 3, {nickname: 'Leads'}],
  ]);
  const found = find(from, account, {here: 3, first: 1, none: 0, last: 2});
  expect(found.imports).toEqual([
    {list: 'Leads', run: 'here', count: 3},
    {list: 'Others', run: 'last', count: 2},
    {list: 'Others', run: 'none', count: 0},
    {list: 'Others', run: 'first', count: 1},
  ]);
  expect(found.elsewhere).toEqual([{list: 'Leads', run: 'there'}]);
  expect(found.kept).toEqual([
    {
      kind: 'lists',
      name: 'Leads',
      id: 1,
      why: 'it has contacts that were imported on another machine',
      needsLook: true,
    },
  ]);
  expect(found.records.map(({kind, name}) => [kind, name])).toEqual([
    ['senders', 'Leads'],
    ['lists', 'Others'],
  ]);
});

test('people and emails that were added are taken from records that stay, if they are still what was added', () => {
  const group = (id: number, name: string, ...people: readonly Loose[]): Held => ['groups', id, {name}, people];
  const from: Made = {
    ...made(
      ['groups', 'Ours', finished('groups', 2, {name: 'Ours'})],
      ['segments', 'Changed', {id: 4}],
      ['segments', 'Going', finished('segments', 5, {name: 'Going'})],
    ),
    members: membersOf({
      groups: {
        News: {'a@example.com': 11, 'b@example.com': 12, 'c@example.com': 13, 'd@example.com': '14'},
        Ours: {'a@example.com': 15},
        Away: {'a@example.com': 16},
      },
      automations: {Hello: {e1: 'e1', e2: 'e2'}},
      segments: {Changed: {'a@example.com': 17}, Going: {'a@example.com': 18}, Fine: {'a@example.com': 19}},
    }),
  };
  const account = accountOf([
    group(
      1,
      'News',
      {id: 11, email_address: 'A@Example.com'},
      {id: 12, email_address: 'other@example.com'},
      {id: 14, email: 'd@example.com'},
    ),
    group(2, 'Ours', {id: 15, email_address: 'a@example.com'}),
    [
      'automations',
      'u1',
      automation,
      [
        {id: 'e2', utr: 'e1'},
        {id: 'e1', utr: 'e3'},
      ],
    ],
    ['segments', 4, {name: 'Changed'}, [{id: 17, email: 'a@example.com'}]],
    ['segments', 5, {name: 'Going'}, [{id: 18, email: 'a@example.com'}]],
    ['segments', 6, {name: 'Fine'}, [{id: 19, email: 'a@example.com'}]],
  ]);
  const {members, records, kept} = find(from, account);
  expect(members.map(({kind, name, id, parent, value}) => [kind, name, id, parent, value])).toEqual([
    ['groups', 'News', 11, 1, 'a@example.com'],
    ['groups', 'News', '14', 1, 'd@example.com'],
    ['groups', 'Ours', 15, 2, 'a@example.com'],
    ['automations', 'Hello', 'e1', 'u1', 'e1'],
    ['segments', 'Fine', 19, 6, 'a@example.com'],
  ]);
  expect([records.map(({name}) => name), kept.map(({name}) => name)]).toEqual([['Going'], ['Changed', 'Ours']]);
});

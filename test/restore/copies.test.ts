/** Copies on this machine: what the list of them says, what one of them holds, and what restores of the others have made. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {nothingMade} from '../../src/account-files/folder/made-records.js';
import {targetOf} from '../../src/accounts/target.js';
import type {Loose} from '../../src/api/describe/schema.js';
import type {Context} from '../../src/commands/command.js';
import {operations as automations} from '../../src/endpoints/automations.js';
import {operations as contacts} from '../../src/endpoints/contacts.js';
import {operations as mailings} from '../../src/endpoints/mailings.js';
import {operations as segments} from '../../src/endpoints/segments.js';
import {tellLeftWithOld} from '../../src/restore/left-with-old.js';
import {madeByOthers} from '../../src/restore/other-restores.js';
import {onlyOf, readCopy} from '../../src/restore/read-copy.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';

const owner = {source: 'flags', baseUrl: 'https://mail.example/api', publicKey: 'p', secretKey: 's'} as never;

type Lines = readonly Loose[];
const of = (kind: string, record: Loose): Loose => ({kind, record});

/** A machine with these copies, and what was said there. */
function machine(copies: Readonly<Record<string, Lines>>, headers: Readonly<Record<string, Loose>> = {}) {
  const state = temporaryFolder();
  mkdirSync(join(state, 'deleted'));
  const said: string[] = [];
  for (const [name, lines] of Object.entries(copies)) {
    const header = {version: 1, deleted: '2026-03-04T12:34:56.000Z', ...targetOf(owner), ...headers[name]};
    const text = [header, ...lines].map(line => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(join(state, 'deleted', `${name}.jsonl`), text);
  }
  const context = {
    host: fakeHost({env: {EMK_STATE_DIR: state}}),
    account: async () => owner,
    notice: (sentence: string) => said.push(sentence),
  } as unknown as Context;
  return {context, said, state};
}

const [one, two, three] = ['2026-03-04-1', '2026-03-04-2', '2026-03-04-10'] as const;

test('a copy holds its records by kind, without contacts, and the highest row of each kind', async () => {
  const lists = [
    of('lists', {id: 3}),
    of('lists', {id: 2}),
    {last_row: {senders: 9, lists: 1}},
    of('contacts', {id: 77}),
    of('senders', {id: 4}),
  ];
  const {context, state} = machine({[one]: lists});
  const copied = await readCopy(context, join(state, 'deleted', `${one}.jsonl`));
  expect([...copied.has]).toEqual(['lists', 'contacts', 'senders']);
  expect(copied.recordsOf('lists')).toEqual([{id: 3}, {id: 2}]);
  expect([copied.recordsOf('contacts'), copied.recordsOf('fields')]).toEqual([[], []]);
  const rows = (['lists', 'senders', 'fields', 'contacts'] as const).map(copied.lastRowOf);
  expect(rows).toEqual([3, 9, 0, 0]);
  const senders = onlyOf(copied, kind => kind === 'senders');
  expect([[...senders.has], senders.recordsOf('senders'), senders.recordsOf('lists')]).toEqual([
    ['senders'],
    [{id: 4}],
    [],
  ]);
});

const {origin, key} = targetOf(owner);

/** Notes what a restore of a copy has made, as its lock file says it. */
function restored(state: string, copy: string, made: object): void {
  mkdirSync(join(state, 'restored', copy), {recursive: true});
  const accounts = {[`${origin} ${key.slice(0, 8)}`]: {ids: {}, made}};
  writeFileSync(join(state, 'restored', copy, 'emk.lock.json'), JSON.stringify({version: 1, accounts, files: {}}));
}

test('what the restore of another copy has made is its own, unless it was of this copy before', async () => {
  const {context, state} = machine({
    [one]: [of('senders', {id: 1})],
    [two]: [of('senders', {id: 2}), of('automations emails', {id: 3, utr: 'e3'})],
    [three]: [of('senders', {id: 50})],
  });
  restored(state, one, {records: {senders: {'News #1': {id: 10}}}});
  restored(state, two, {
    records: {senders: {'News #2': {id: 20}}},
    members: {automations: {Welcome: {Hello: 'e30'}}},
  });
  restored(state, three, {records: {senders: {'News #50': {id: 60}}}});
  const ofOne = await madeByOthers(context, one, nothingMade);
  expect([...ofOne].sort()).toEqual(['automations emails e30', 'senders 20', 'senders 60']);
  // What this copy made as 50 was deleted once more and came back from the third.
  const made = {...nothingMade, records: new Map([['senders', new Map([['News #1', {id: 50}]])]])} as never;
  expect([...(await madeByOthers(context, one, made))].sort()).toEqual(['automations emails e30', 'senders 20']);
});

test('what still points to a list that is back under another id is named, and what is gone is not', async () => {
  const lists = new Map<unknown, readonly Loose[]>([
    [
      segments.list,
      [
        {id: 7, segment_name: 'VIP', contact_type_id: 1, deleted_at: null},
        {id: 8, segment_name: 'Old', contact_type_id: 1, deleted_at: '2026-01-01'},
        {id: 9, segment_name: 'Other', contact_type_id: 2, deleted_at: null},
      ],
    ],
    [
      mailings.list,
      [{single_send_name: 'June', status: 1, recipient_id: ['segments_7'], exclude_specific_recipient_id: []}],
    ],
    [automations.list, []],
    [
      contacts.list,
      [
        {id: 16, contact_type_id: 3, deleted_at: null},
        {id: 17, contact_type_id: 3, deleted_at: null},
        {id: 18, contact_type_id: 3, deleted_at: '2026-03-04 12:00:00'},
        {id: 19, contact_type_id: 5, deleted_at: null},
      ],
    ],
  ]);
  const [read, warned]: [unknown[], string[]] = [[], []];
  const context = {
    async *stream(list: unknown) {
      read.push(list);
      yield lists.get(list) ?? [];
    },
    warn: (sentence: string) => warned.push(sentence),
  } as unknown as Context;
  await tellLeftWithOld(context, new Map([[1, '1']]));
  expect([read, warned]).toEqual([[], []]);
  await tellLeftWithOld(
    context,
    new Map([
      [1, '12'],
      [3, '13'],
      [5, '5'],
    ]),
  );
  expect(warned).toEqual([
    'The service deleted list 3 alone, and kept 2 contacts of it. In list 13 they are new contacts. To see the old ones and delete them: emk contacts list --where contact_type_id=3',
    'List 1 is back as list 12, and this still points to list 1: Segment "VIP" belongs to it. Mailing "June" is scheduled to go to it. Only the service can change a segment or an automation. For a mailing: emk mailings update MAILING --to contacts_12',
  ]);
});

/** What is agreed to before an apply, and what is counted after it: each change by what it does to records and people. */
import {expect, test} from 'vitest';
import {type Applied, effectOfApply, type Proposal, sumOfApply} from '../../../src/account-files/apply/apply.js';
import type {Change, ContactChange} from '../../../src/account-files/kinds/results.schema.js';
import {PartialError, UnknownOutcomeError} from '../../../src/errors.js';

const change = (
  action: Change['action'],
  kind: Change['kind'],
  fields: Change['fields'] = [],
  people?: number,
): Change => ({
  ...{action, kind, fields, name: 'One'},
  ...(people !== undefined && {people}),
});

const some = (count: number) => ({count, first: []});
const contactChange = (create: number): ContactChange =>
  ({list: 'Leads', create: some(create)}) as unknown as ContactChange;

const proposal = ({
  changes = [],
  contactChanges = [],
  impossible = [],
  contacts = [],
}: {
  readonly changes?: readonly Change[];
  readonly contactChanges?: readonly ContactChange[];
  readonly impossible?: readonly string[];
  readonly contacts?: ReadonlyArray<{
    readonly impossible: ReadonlyArray<{readonly count: number; readonly why: string}>;
  }>;
}): Pick<Proposal, 'changes' | 'contactChanges' | 'starts' | 'plan'> =>
  ({
    ...{changes, contactChanges},
    starts: [{names: ['Hello'], cause: 'people'}],
    plan: {impossible: impossible.map(why => ({why})), contacts},
  }) as unknown as Proposal;

const live = {key: 'live', from: false, to: true};
const subject = {key: 'subject', from: 'a', to: 'b'};
const at = {key: 'at', from: '', to: '2030-05-01 09:00:00'};

test.each<readonly [string, Change, string, readonly string[]]>([
  ['a new list', change('create', 'lists'), 'creates', []],
  ['a changed list', change('update', 'lists'), 'updates', []],
  ['a list that goes', change('delete', 'lists'), 'deletes', []],
  ['a new mailing', change('create', 'mailings', [subject, at]), 'sends', ['2030-05-01 09:00:00']],
  ['a changed mailing', change('update', 'mailings', [subject]), 'sends', ['unknown']],
  ['a mailing without a time', change('update', 'mailings', [{key: 'at', from: 'x', to: 3}]), 'sends', ['unknown']],
  ['a time in other words', change('update', 'mailings', [{key: 'at', body: {from: 1, to: 2}}]), 'sends', ['unknown']],
  ['a mailing that goes', change('delete', 'mailings', [at]), 'deletes', []],
  ['a new sender, who is mailed', change('create', 'senders'), 'sends', ['now']],
  ['a changed sender', change('update', 'senders'), 'updates', []],
  ['an automation that goes live', change('update', 'automations', [subject, live]), 'sends', ['now']],
  ['a changed automation', change('update', 'automations', [subject]), 'updates', []],
  ['a new automation', change('create', 'automations', [subject]), 'creates', []],
  ['a list with a field called live', change('update', 'lists', [live]), 'updates', []],
])('%s', (_, one, does, when) => {
  const {records, at: moments, wayBack} = effectOfApply(proposal({changes: [one]}));
  expect(records.map(record => [record.does, record.count])).toEqual([[does, 1]]);
  expect([moments, wayBack]).toEqual([when, does === 'deletes' ? 'copy' : undefined]);
});

test('people count with what becomes of them, and automations that start are named', () => {
  const removed = {key: 'recipients', added: ['b@example.com'], removed: ['a@example.com', 'B@example.com']};
  const {records, people, starts, cannot} = effectOfApply(
    proposal({
      changes: [change('delete', 'lists', [], 40), change('update', 'groups', [removed])],
      contactChanges: [contactChange(1)],
      impossible: ['no way'],
      contacts: [
        {
          impossible: [
            {count: 2, why: 'nor this'},
            {count: 0, why: 'nothing'},
          ],
        },
      ],
    }),
  );
  expect(records.map(({does, noun, count, withPeople}) => [does, noun.one, count, withPeople])).toEqual([
    ['deletes', 'list', 1, 40],
    ['updates', 'group', 1, undefined],
    ['deletes', 'contact', 1, undefined],
    ['creates', 'contact', 1, undefined],
  ]);
  expect([people, starts]).toEqual([{deleted: {count: 40}}, [{names: ['Hello'], cause: 'people'}]]);
  expect(cannot).toEqual([
    {count: 1, why: 'no way'},
    {count: 2, why: 'nor this'},
  ]);
});

test('the sum counts records, people and what nobody can do, and after an error only what was done', () => {
  const changes = [change('create', 'lists'), change('update', 'senders')];
  const applied = (error: Applied['error'], created: number): Applied =>
    ({
      ...proposal({changes, contactChanges: [contactChange(7)], impossible: ['no way']}),
      ...{error, done: new Set(changes.slice(0, 1)), contacts: [{created: created + 3}]},
    }) as unknown as Applied;
  expect(sumOfApply(applied(undefined, 0))).toEqual({wanted: 10, done: 9, left: 0, impossible: 1, doubtful: 0});
  expect(sumOfApply(applied(new PartialError('No.'), 1))).toEqual({
    wanted: 10,
    done: 5,
    left: 4,
    impossible: 1,
    doubtful: 0,
  });
  expect(sumOfApply(applied(new UnknownOutcomeError('?'), 100))).toEqual({
    wanted: 10,
    done: 9,
    left: 0,
    impossible: 1,
    doubtful: 1,
  });
});

/** What can send mail waits for its option, and nothing else does. */
import {expect, test} from 'vitest';
import {divideChanges, goesLive, withoutWaiting} from '../../../src/account-files/apply/work.js';
import type {Change} from '../../../src/account-files/kinds/results.schema.js';

const live = {key: 'live', from: false, to: true};
const paused = {key: 'live', from: true, to: false};
const subject = {key: 'subject', from: 'a', to: 'b'};
const change = (kind: Change['kind'], action: Change['action'], ...fields: Change['fields']): Change => ({
  ...{kind, action, name: 'One', fields},
});

test.each([
  ['a new mailing', change('mailings', 'create', subject), '--mailings', []],
  ['a changed mailing', change('mailings', 'update', subject), '--mailings', []],
  ['a mailing that goes', change('mailings', 'delete'), undefined, [[]]],
  ['a new automation that goes live', change('automations', 'create', live, subject), '--live', [[subject]]],
  ['a new automation with nothing else', change('automations', 'create', live), '--live', [[]]],
  ['an automation that goes live and changes', change('automations', 'update', live, subject), '--live', [[subject]]],
  ['an automation that only goes live', change('automations', 'update', live), '--live', []],
  ['an automation that is paused', change('automations', 'update', paused), undefined, [[paused]]],
  ['an automation that changes', change('automations', 'update', subject), undefined, [[subject]]],
  ['a new list', change('lists', 'create', subject), undefined, [[subject]]],
] as const)('%s', (_, one, needs, made) => {
  const divided = divideChanges({changes: [one]}, {mailings: false, live: false});
  expect(divided.waiting.map(waiting => waiting.needs)).toEqual(needs === undefined ? [] : [needs]);
  expect(divided.changes.map(({fields}) => fields)).toEqual(made);
  for (const {change: waiting} of divided.waiting) {
    expect(waiting.fields.filter(goesLive)).toEqual(one.fields.filter(goesLive));
    if (needs === '--live') expect(waiting).toEqual({...one, action: 'update', fields: [live]});
  }
  expect(divideChanges({changes: [one]}, {mailings: true, live: true})).toEqual({changes: [one], waiting: []});
  const other = divideChanges({changes: [one]}, {mailings: needs === '--live', live: needs === '--mailings'});
  expect(other.waiting).toHaveLength(needs === undefined ? 0 : 1);
});

test('of the entries those stay whose records wait for nothing', () => {
  const waiting = [{change: change('automations', 'update', live), needs: '--live'}] as const;
  const entries = new Map([
    ['automations', [{name: 'One'}, {name: 'Two'}]],
    ['lists', [{name: 'One'}]],
  ] as const);
  expect([...withoutWaiting(entries, {waiting})]).toEqual([
    ['automations', [{name: 'Two'}]],
    ['lists', [{name: 'One'}]],
  ]);
});

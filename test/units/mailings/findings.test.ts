/** Each check by itself: what it finds, what it lets pass, and how findings are filtered and reported. */

import {describe, expect, test} from 'vitest';
import {findingsOf, settleFindings, withStrictness} from '../../../src/mailings/findings.js';
import type {Mailing} from '../../../src/mailings/mailing.js';
import type {CheckRules} from '../../../src/mailings/options.js';
import type {Finding} from '../../../src/records/fields/finding.js';
import {startShell} from '../../support/shell.js';

const other = {
  utr: 'u',
  name: 'June',
  isSame: false,
  when: 'sent 2026-03-01',
};
const audience = {
  ...{to: [{name: 'News', people: 100}], except: [], addresses: 100, leftOut: 0, unsubscribed: 0, people: 100},
};
const fine = {
  ...{name: 'May', subject: 'Hello', preheader: 'What is new', html: undefined, json: undefined, tags: ['first_name']},
  sender: {id: 1, record: {from_name: 'A', from_email: 'a@b.example', is_verified: 1}},
  template: {id: 2, record: {template_name: 'News', html_code: '<p>Hi ((first_name))', is_blank: 0}},
  group: {id: 1, record: {group_name: 'Weekly'}},
  ...{audience, limits: {}, others: [], status: undefined, zones: {service: 'UTC'}},
  ...{moment: {schedule_type: 0}, clock: new Date('2026-03-04T12:00:00Z')},
} as unknown as Mailing;

const found = (change: object): string[] =>
  findingsOf({...fine, ...change} as Mailing).map(({level, check}) => `${level} ${check}`);

test('a mailing in which nothing is wrong', () => {
  expect(found({})).toEqual([]);
});

describe('finds', () => {
  test.each<[string, object, string[]]>([
    ['no subject', {subject: ' '}, ['error subject']],
    ['no preheader', {preheader: ''}, ['error preheader']],
    ['a tag of another service', {subject: 'Hi {{name}}'}, ['error foreign-tag']],
    ['a text mailed as HTML', {html: 'may.html'}, ['error not-html', 'error no-unsubscribe']],
    ['an unknown tag in a design', {template: design('((nme))')}, ['error unknown-tag']],
    ['an unknown tag in JSON', {json: '{"text":"((nme))"}'}, ['error unknown-tag']],
    [
      'markup inside of a tag',
      {html: '<p>((first<b>_name</b>)) ((unsubscribe_preferences))'},
      ['error broken-tag', 'error unknown-tag', 'error unknown-tag'],
    ],
    ['a template that is gone', {template: {id: 9}}, ['error template-exists']],
    [
      'a blank template',
      {template: {id: 3, record: {template_name: 'Blank', html_code: '', is_blank: 1}}},
      ['error blank-template'],
    ],
    [
      'an audience of which everybody is left out',
      {audience: {...audience, except: [{name: 'Staff', people: 100}], leftOut: 100, people: 0}},
      ['error audience-empty'],
    ],
    ['a moment that is past', at('2026-03-04', '11:00:00'), ['error moment-past']],
    ['a moment that may be past', {...at('2026-03-04', '20:00:00'), zones: {}}, ['warning moment-past']],
    ['a send of that name', {others: [other]}, ['warning same-name']],
    ['the same send', {others: [{...other, isSame: true}]}, ['error same-name']],
    ['a send under way', {status: 2}, ['error running']],
  ])('%s', (_, change, expected) => {
    expect(found(change).filter(line => !/no-address/.test(line))).toEqual(expected);
  });

  test.each<[string, object]>([
    ['a moment to come', at('2026-03-05', '09:00:00')],
    ['no moment yet', {moment: undefined, clock: new Date('2026-03-04T02:00:00Z')}],
    ['a send that waits', {status: 1}],
  ])('nothing wrong with %s', (_, change) => {
    expect(found(change)).toEqual([]);
  });
});

function design(html_code: string): object {
  return {id: 2, record: {template_name: 'News', html_code, is_blank: 0}};
}

function at(schedule_date: string, schedule_time: string): object {
  return {moment: {schedule_type: 1, schedule_date, schedule_time}};
}

const two: readonly Finding[] = [
  {check: 'sender-verified', level: 'error', says: 'The sender is not verified.', hint: 'Verify it.'},
  {check: 'same-name', level: 'warning', says: 'There is one like it.'},
];

const levels = (findings: readonly Finding[]): string[] => findings.map(({level}) => level);

test('findings are taken as the caller says', () => {
  expect(levels(withStrictness(two, {}))).toEqual(['error', 'warning']);
  expect(levels(withStrictness(two, {strict: true}))).toEqual(['error', 'error']);
  expect(levels(withStrictness(two, {strict: true, force: ['same-name']}))).toEqual(['error', 'warning']);
  const settled = (rules: CheckRules) => settleFindings(two, rules, 'mailing');
  expect(levels(settled({force: ['sender-verified']}))).toEqual(['warning', 'warning']);
  expect(() => settled({})).toThrow('The sender is not verified. Verify it.');
  expect(() => settled({strict: true})).toThrow('2 errors in this mailing.');
});

test('a sender that its list still shows although it was deleted is gone', {tags: ['long']}, async () => {
  const shell = await startShell({settings: {deletedRows: 'listed'}});
  try {
    await shell.emk('senders delete 1 --yes --force sender-exists');
    const {code, stdout} = await shell.emk(['mailings', 'check', 'Autumn preview', '-o', 'json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([10, {findings: [{check: 'sender-exists'}], digest: null}]);
  } finally {
    await shell.close();
  }
});

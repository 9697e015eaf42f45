/** Each check by itself: what it finds, what it lets pass, and how findings are filtered and reported. */

import {describe, expect, test} from 'vitest';
import {findingsOf, settleFindings, withStrictness} from '../../src/mailings/findings.js';
import type {Mailing} from '../../src/mailings/mailing.js';
import type {CheckRules} from '../../src/mailings/options.js';
import type {Finding} from '../../src/records/fields/finding.js';
import {startShell} from '../shell.js';

const other = {
  utr: 'u',
  name: 'June',
  sameName: false,
  sameSubject: false,
  distance: 0,
  when: 'went out on 2026-03-01',
};
const audience = {
  ...{to: [{name: 'News', people: 100}], except: [], entries: 100, withoutAddress: 0, addresses: 100, leftOut: 0},
  ...{unsubscribed: {everything: 0, group: 0}, people: 100, without: new Map<string, number>()},
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

test("a night is the account's: where its zone is not known, the machine's clock says nothing", () => {
  const zones = {local: 'UTC'};
  expect(found({zones, clock: new Date('2026-03-04T02:00:00Z')})).toEqual([]);
  expect(found({zones, moment: {schedule_type: 1, schedule_date: '2026-04-04', schedule_time: '04:10:00'}})).toEqual([
    'warning odd-hour',
  ]);
});

test('a mailing in which nothing is wrong', () => {
  expect(found({})).toEqual([]);
});

describe('finds', () => {
  test.each<[string, object, string[]]>([
    ['no subject', {subject: ' '}, ['error subject']],
    ['a long subject', {subject: 'a '.repeat(40)}, ['warning length']],
    ['a long preheader', {preheader: 'b'.repeat(141)}, ['warning length']],
    ['capitals', {subject: 'BUY SHOES ((first_name))'}, ['warning shouting']],
    ['exclamation marks', {subject: 'Hello!!'}, ['warning shouting']],
    ['no preheader', {preheader: ''}, ['error preheader']],
    ['a preheader that says it again', {preheader: 'hello '}, ['warning preheader']],
    ['a tag of another service', {subject: 'Hi {{name}}'}, ['error foreign-tag']],
    ['a text mailed as HTML', {html: 'may.html'}, ['error not-html', 'error no-unsubscribe']],
    ['an unknown tag in a design', {template: design('((nme))')}, ['error unknown-tag']],
    ['an unknown tag in JSON', {json: '{"text":"((nme))"}'}, ['error unknown-tag']],
    ['a template that is gone', {template: {id: 9}}, ['error template-exists']],
    [
      'a blank template',
      {template: {id: 3, record: {template_name: 'Blank', html_code: '', is_blank: 1}}},
      ['error blank-template'],
    ],
    [
      'an audience of which everybody is left out',
      {audience: {...audience, except: [{name: 'Staff', people: 100}], leftOut: 100, people: 0}},
      ['error audience-excluded'],
    ],
    ['an audience that left', {audience: left(20, 80)}, ['warning unsubscribed']],
    [
      'people without a first name',
      {audience: {...audience, without: new Map([['first_name', 3]])}},
      ['warning tag-without-value'],
    ],
    ['a night', {clock: new Date('2026-03-04T02:00:00Z')}, ['warning odd-hour']],
    [
      'a night in the zone of the account',
      {zones: {service: 'Asia/Tokyo'}, clock: new Date('2026-03-04T15:00:00Z')},
      ['warning odd-hour'],
    ],
    ['a moment that is past', at('2026-03-04', '11:00:00'), ['error moment-past']],
    ['a moment that may be past', {...at('2026-03-04', '20:00:00'), zones: {}}, ['warning moment-past']],
    ['a send of that name', {others: [{...other, sameName: true}]}, ['warning same-name']],
    ['a send of that subject', {others: [{...other, sameSubject: true}]}, ['warning same-subject']],
    ['the same send', {others: [{...other, sameName: true, sameSubject: true}]}, ['error same-name']],
    [
      'the same send of last week',
      {others: [{...other, sameName: true, sameSubject: true, distance: 5 * 86_400_000}]},
      ['warning same-name'],
    ],
    ['a send under way', {status: 2}, ['error running']],
  ])('%s', (_, change, expected) => {
    expect(found(change).filter(line => !/no-(address|title|charset|lang)/.test(line))).toEqual(expected);
  });

  test.each<[string, object]>([
    ['a subject that is an abbreviation', {subject: 'VAT'}],
    ['a tag that fills a long subject', {subject: `((first_name)) ${'a'.repeat(66)}`}],
    ['a few who left', {audience: left(81, 19)}],
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

function left(people: number, everything: number): object {
  return {...audience, people, unsubscribed: {everything, group: 0}};
}

function at(schedule_date: string, schedule_time: string): object {
  return {moment: {schedule_type: 1, schedule_date, schedule_time}};
}

const two: readonly Finding[] = [
  {check: 'sender-verified', level: 'error', says: 'The sender is not verified.', hint: 'Verify it.'},
  {check: 'shouting', level: 'warning', says: 'The subject is all in capitals.'},
];

const levels = (findings: readonly Finding[]): string[] => findings.map(({level}) => level);

test('findings are taken as the caller says', () => {
  expect(levels(withStrictness(two, {}))).toEqual(['error', 'warning']);
  expect(levels(withStrictness(two, {strict: true}))).toEqual(['error', 'error']);
  expect(levels(withStrictness(two, {strict: true, force: ['shouting']}))).toEqual(['error', 'warning']);
  const settled = (rules: CheckRules) => settleFindings(two, rules, 'mailing');
  expect(levels(settled({force: ['sender-verified']}))).toEqual(['warning', 'warning']);
  expect(() => settled({})).toThrow('The sender is not verified.');
  expect(() => settled({strict: true})).toThrow('2 things are wrong with this mailing.');
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

/** What a change does is counted once, for the question, the limits and the budget alike. */
import {expect, test} from 'vitest';
import {
  deletedBy,
  deletedInWords,
  effectInWords,
  effectOf,
  join,
  touchedBy,
  unsubscribing,
} from '../../src/effect/effect.js';
import {mailInWords, starting, startsInWords, startsRefused} from '../../src/effect/starts.js';
import contactTypes from '../../src/endpoints/contact-types.js';
import contacts from '../../src/endpoints/contacts.js';

const lists = effectOf('deletes', contactTypes, 2, {withPeople: 40});
const people = effectOf('deletes', contacts, 3);
const made = effectOf('creates', contacts, 30);
const again = effectOf('deletes', contacts, 1, {people: {mailedAgain: {count: 1}}});

test.each([
  ['nothing', join(), 0, 0, '', '0 records'],
  ['new people', made, 0, 30, 'create 30 contacts', '0 records'],
  ['no people', effectOf('creates', contacts, 0), 0, 0, '', '0 records'],
  ['people who go', people, 3, 3, 'delete 3 contacts', '3 records'],
  ['lists', lists, 40, 40, 'delete 2 lists with 40 people', '2 lists with 40 people'],
  ['an empty list', effectOf('deletes', contactTypes, 1, {withPeople: 0}), 1, 1, 'delete 1 list', '1 record'],
  [
    ...(['lists, people and new ones', join<'deletes' | 'creates'>(lists, people, made)] as const),
    ...([43, 73, 'delete 2 lists with 40 people, delete 3 contacts and create 30 contacts'] as const),
    '2 lists with 40 people and 3 other records',
  ],
  ['people who are unsubscribed', unsubscribing(2), 0, 2, 'unsubscribe 2 people', '0 records'],
  ['one of them', unsubscribing(1), 0, 1, 'unsubscribe 1 person', '0 records'],
  ['people who get mail again', again, 1, 2, 'delete 1 contact', '1 record'],
] as const)('%s', (_, effect, deletes, touches, words, deleted) => {
  expect([deletedBy(effect), touchedBy(effect)]).toEqual([deletes, touches]);
  expect([effectInWords(effect), deletedInWords(effect)]).toEqual([words, deleted]);
});

test('several effects are one: each sort of request once, all people, all automations', () => {
  const starts = [...starting(['Welcome']), ...starting(['Birthday'], 'changes')];
  const one = join<'deletes' | 'creates'>(
    people,
    made,
    again,
    effectOf('creates', contacts, 1, {starts}),
    unsubscribing(4),
  );
  expect(one.does).toEqual(['deletes', 'creates']);
  expect(one.people).toEqual({mailedAgain: {count: 1}, unsubscribed: {count: 4}});
  expect(one.starts).toEqual(starts);
  expect(startsInWords(starts)).toBe(
    ', which starts the live automation "Welcome" and may start the live automation "Birthday"',
  );
});

test('automations that start are told with the reason, and what allows it', () => {
  expect([starting([]), startsInWords([])]).toEqual([[], '']);
  const [both, byEmail] = [
    starting(['A', 'B']),
    starting(['A'], {emailAlsoFor: 'up to 2 people who joined since it went live'}),
  ];
  expect(both.map(mailInWords)).toEqual(['starts live automations "A", "B"']);
  expect(byEmail.map(mailInWords)).toEqual([
    'goes to everyone who joins the live automation "A", and maybe to up to 2 people who joined since it went live',
  ]);
  const {exit, message, hint} = startsRefused([...both, ...starting(['C'], 'changes')]);
  expect([exit, message]).toEqual([
    2,
    'This would start live automations "A", "B". This may start the live automation "C": people who change can come into its segment.',
  ]);
  expect(hint).toContain('add --allow-automations');
  expect(hint).toContain('emk automations pause A');
});

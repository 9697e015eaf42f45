/** What a change does is counted once, for the question, the limits and the budget alike. */
import {expect, test} from 'vitest';
import {
  cannotDo,
  deletedBy,
  deletedInWords,
  effectInWords,
  effectOf,
  impossibleIn,
  join,
  mailInWords,
  starting,
  startsInWords,
  startsRefused,
  touchedBy,
  unsubscribing,
} from '../../src/effect/effect.js';
import contacts from '../../src/endpoints/contacts.js';
import contactLists from '../../src/endpoints/lists.js';
import mailings from '../../src/endpoints/mailings.js';

const lists = effectOf('deletes', contactLists, 2, {withPeople: 40, wayBack: 'copy'});
const people = effectOf('deletes', contacts, 3, {wayBack: 'copy'});
const made = effectOf('creates', contacts, 30);
const again = effectOf('deletes', contacts, 1, {people: {mailedAgain: {count: 1}}, wayBack: 'none'});

test.each([
  ['nothing', join(), 0, 0, '', '0 records'],
  ['new people', made, 0, 30, 'create 30 contacts', '0 records'],
  ['no people', effectOf('creates', contacts, 0), 0, 0, '', '0 records'],
  ['people who go', people, 3, 3, 'delete 3 contacts', '3 records'],
  ['lists', lists, 40, 40, 'delete 2 lists with 40 people', '2 lists with 40 people'],
  [
    'an empty list',
    effectOf('deletes', contactLists, 1, {withPeople: 0, wayBack: 'copy'}),
    1,
    1,
    'delete 1 list',
    '1 record',
  ],
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

test('a mailing says whom it reaches and when, as far as that is known', () => {
  const mailing = (at: string, count?: number) =>
    effectInWords(effectOf('sends', mailings, 1, {at, ...(count !== undefined && {people: {mailed: {count}}})}));
  expect([mailing('now', 11), mailing('2030-05-01 09:00:00', 1), mailing('unknown')]).toEqual([
    'send 1 mailing to 11 people now',
    'send 1 mailing to 1 person on 2030-05-01 09:00:00',
    'send 1 mailing',
  ]);
});

test('several effects mail at each of their moments, come back as the worst of them, and lack what each lacks', () => {
  const mailing = effectOf('sends', mailings, 1, {at: 'now'});
  const [why, hint] = ['no country', 'Give it.'];
  const all = join<'deletes' | 'sends'>(people, mailing, mailing, cannotDo(2, why, hint), cannotDo(0, 'nothing'));
  expect([all.at, all.wayBack, all.cannot, impossibleIn(all)]).toEqual([['now'], 'copy', [{count: 2, why, hint}], 2]);
  const way = (...ways: ReadonlyArray<'copy' | 'files' | 'none'>) =>
    join(...ways.map(wayBack => effectOf('deletes', contacts, 1, {wayBack}))).wayBack;
  expect([way('copy', 'files'), way('copy', 'none', 'files'), way()]).toEqual(['files', 'none', undefined]);
  const empty = join<'deletes' | 'sends'>(
    effectOf('deletes', contacts, 0, {wayBack: 'none'}),
    effectOf('sends', mailings, 0, {at: 'now'}),
  );
  expect([empty.wayBack, empty.at]).toEqual([undefined, []]);
});

test('who is mailed stays known where only one effect mails', async () => {
  const who = async () => 'print';
  const one = effectOf('sends', mailings, 1, {at: 'now', people: {mailed: {count: 2, who}}});
  const {mailed} = join<'deletes' | 'sends'>(people, one).people;
  expect(await mailed?.who?.({secretKey: 'sk'})).toBe('print');
  expect(join<'deletes' | 'sends'>(one, lists).people).toEqual({mailed: {count: 2, who}, deleted: {count: 40}});
  expect(join(one, one).people.mailed).toEqual({count: 4});
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

/** Which deleted records are there again: each is paired with one record that is later, and not what another copy brought. */
import {expect, test} from 'vitest';
import type {AccountRecord} from '../../src/account-files/account/read-account.js';
import {type Made, nothingMade} from '../../src/account-files/folder/made-records.js';
import type {Entry} from '../../src/account-files/kinds/shape.js';
import {missingEmails, type OwnKind, pairOff, printOf, type Wanted} from '../../src/restore/pair-off.js';

const wanted = (kind: OwnKind, id: number, called: string, entry: Entry = {}): Wanted => ({
  ...{record: {id}, name: `${called} #${id}`, called, entry},
  print: printOf(kind, {called, entry}),
});

const held = (row: number, called: string, more: Entry = {}, id: string | number = row): AccountRecord => ({
  ...{name: `${called} (${row})`, called, id, row, below: []},
  entry: {name: called, nickname: called, email: called, ...more},
});

const known = (
  some: readonly AccountRecord[],
  more: {readonly made?: Made; readonly others?: readonly string[]} = {},
) => ({
  ...{held: some, made: more.made ?? nothingMade, lastRow: 10},
  others: new Set(more.others),
});

/** The row that each wanted record is paired with. */
const rows = (...given: Parameters<typeof pairOff>): ReadonlyArray<number | undefined> => {
  const pairs = pairOff(...given);
  return given[1].map(one => pairs.get(one)?.row);
};

test('a list is there again by its name in a later row, each for one', () => {
  const leads = [1, 2, 3].map(id => wanted('lists', id, 'Leads'));
  expect(
    rows('lists', leads, known([held(10, 'Leads'), held(11, 'Others'), held(12, 'Leads'), held(13, 'Leads')])),
  ).toEqual([12, 13, undefined]);
  expect(rows('lists', leads, known([]))).toEqual([undefined, undefined, undefined]);
});

test('what nobody has twice is there whoever made it; of what repeats, what another copy brought is not', () => {
  const others = ['lists 12', 'senders 12', 'notifications 3'];
  expect(rows('lists', [wanted('lists', 1, 'Leads')], known([held(12, 'Leads')], {others}))).toEqual([12]);
  const sender = wanted('senders', 1, 'news', {'from-name': 'A', email: 'news', name: 'news'});
  const alike = (row: number) => held(row, 'news', {'from-name': 'A'});
  expect(rows('senders', [sender], known([alike(12)], {others}))).toEqual([undefined]);
  expect(rows('senders', [sender], known([alike(12), alike(13)], {others}))).toEqual([13]);
  expect(rows('senders', [sender], known([held(14, 'news', {'from-name': 'B'})]))).toEqual([undefined]);
  // An address is there even if it was there before.
  const person = wanted('notifications', 1, 'Me@Example.com');
  expect(rows('notifications', [person], known([held(3, 'me@example.com')], {others}))).toEqual([3]);
});

test('what this restore has made is known by its id, and is not taken for another', () => {
  const [one, two] = [wanted('lists', 1, 'Leads'), wanted('lists', 2, 'Leads')];
  const made: Made = {
    ...nothingMade,
    records: new Map([
      [
        'lists',
        new Map([
          ['Leads #2', {id: '12'}],
          ['Away #3', {id: 99}],
        ]),
      ],
    ]),
  };
  expect(rows('lists', [one, two], known([held(12, 'Renamed')], {made}))).toEqual([undefined, 12]);
  expect(rows('lists', [one, two], known([held(12, 'Leads'), held(13, 'Leads')], {made}))).toEqual([13, 12]);
  expect(rows('fields', [wanted('fields', 2, 'Leads')], known([held(12, 'Leads')], {made}))).toEqual([12]);
});

test('what makes two the same is the name of a list, and all that a sender holds', () => {
  const sender = (name: string): string =>
    printOf('senders', {called: 'news', entry: {nickname: 'other', 'from-name': name}});
  expect(sender('A')).not.toBe(sender('B'));
  expect(sender('A')).toBe(printOf('senders', {called: 'news', entry: {'from-name': 'A'}}));
  expect(printOf('lists', {called: 'Leads', entry: {a: 1}})).toBe(printOf('lists', {called: 'Leads', entry: {}}));
});

const email = (subject: string, wait = 1) => ({entry: {subject, wait}});

/** The emails of an automation as rows from 9 on, with codes `e9` and so on. */
const automation = (...emails: ReadonlyArray<{readonly entry: Entry}>): AccountRecord => ({
  ...held(1, 'Hello', {emails: emails.map(({entry}) => entry)}),
  below: emails.map((_, at) => ({id: 9 + at, utr: `e${9 + at}`})),
});

test('an email is there if a later one is equal, each for one', () => {
  const [one, two] = [email('One'), email('One')];
  const missing = (...there: ReadonlyArray<{readonly entry: Entry}>) =>
    missingEmails([one, two], automation(...there), known([]));
  expect(missing()).toEqual([one, two]);
  expect(missing(email('One'), email('One'))).toEqual([one, two]);
  expect(missing(email('x'), email('x'), email('One'))).toEqual([two]);
  expect(missing(email('x'), email('x'), email('One'), email('One'))).toEqual([]);
  expect(missing(email('x'), email('x'), email('One', 2), email('Two'))).toEqual([one, two]);
  const others = ['automations emails e11'];
  expect(missingEmails([one], automation(email('x'), email('x'), email('One')), known([], {others}))).toEqual([one]);
  expect(missingEmails([one], {...held(1, 'Hello'), below: []}, known([]))).toEqual([one]);
});

test('an email that this restore has added is there by its subject, however the service rewrote it', () => {
  const made: Made = {
    ...nothingMade,
    members: new Map([['automations', new Map([['Hello', new Map([['One', 'e9']])]])]]),
  };
  const [one, two] = [email('One'), email('One', 5)];
  expect(missingEmails([one], automation(email('One', 3)), known([], {made}))).toEqual([]);
  expect(missingEmails([one], automation(email('Two', 3)), known([], {made}))).toEqual([one]);
  // One that was added is there for one only, and first for the one that it equals.
  expect(missingEmails([one, two], automation(email('One', 3)), known([], {made}))).toEqual([two]);
  expect(missingEmails([two, one], automation(email('One')), known([], {made}))).toEqual([two]);
  // One that somebody else has added is there only if it is equal.
  expect(missingEmails([one], automation(email('x'), email('x'), email('One', 3)), known([], {made}))).toEqual([one]);
});

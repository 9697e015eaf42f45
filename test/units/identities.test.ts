/** What makes two records the same: their parents, their name or address, and nobody without an address. */
import {expect, test} from 'vitest';
import {
  alike,
  census,
  holds,
  identityOf,
  isNamedByAddress,
  keyOf,
  nameKey,
} from '../../src/change/identity/identities.js';
import {keptKindOf} from '../../src/change/keeping.js';
import {loadCollections} from '../../src/endpoints/all.js';

test.each([
  ['contacts', {email: ' ADA@Example.com', contact_type_id: 3}, '3\nada@example.com'],
  ['contacts', {email: 'x@xn--mller-kva.example', contact_type_id: 3}, nameOf('x@müller.example')],
  ['contacts', {email: null, contact_type_id: 3}, undefined],
  ['contacts', {email: '', contact_type_id: 3}, undefined],
  ['unsubscribes', {email_address: 'Ada@example.com'}, 'ada@example.com'],
  ['groups recipients', {email_address: 'a@b.example', unsubscribe_groups_id: 7}, '7\na@b.example'],
  ['segments recipients', {email: 'a@b.example'}, '\na@b.example'],
  ['lists', {name: ' Leads '}, 'Leads'],
  ['lists', {name: ''}, ''],
  ['templates', {template_name: 'News'}, 'News'],
  ['automations emails', {subject: 'Hi', automation_id: 1}, '1\nHi'],
] as const)('%s %j', (kind, record, key) => {
  expect(keyOf(kind, record)).toBe(key);
});

function nameOf(address: string): string {
  return `3\n${nameKey('contacts', address)}`;
}

test('case matters in names, and not in addresses', () => {
  expect(nameKey('templates', 'News')).not.toBe(nameKey('templates', 'news'));
  expect(nameKey('contacts', 'ADA@example.com')).toBe(nameKey('contacts', 'ada@example.com'));
  expect([isNamedByAddress('contacts'), isNamedByAddress('templates')]).toEqual([true, false]);
  expect([identityOf('senders').repeats, identityOf('templates').repeats]).toEqual([true, undefined]);
});

test('a census gives each of two equal records once, in their order', () => {
  const {take} = census([{at: 1}, {at: 2}, {at: 3}], ({at}) => (at === 2 ? 'b' : 'a'));
  expect([take('a'), take('a'), take('a'), take('b'), take('c')]).toEqual([
    {at: 1},
    {at: 3},
    undefined,
    {at: 2},
    undefined,
  ]);
});

test('a record holds what was sent if the texts are the same to the service, and looks alike if people see no difference', () => {
  const record = {name: 'Leads', count: 3, note: null};
  expect(holds(record, {name: ' Leads ', count: '3', note: '', other: undefined})).toBe(true);
  expect(holds({note: ''}, {note: null})).toBe(true);
  expect(holds(record, {name: 'leads'})).toBe(false);
  expect(holds(record, {name: ' LEADS'}, alike)).toBe(true);
  expect(holds(record, {name: 'Leads', count: 4})).toBe(false);
  expect([alike('  Spring   News '), alike(null)]).toEqual(['spring news', '']);
});

test('what can be deleted has a kind, so that a copy of it is kept', async () => {
  const deletable = (await loadCollections()).filter(({operations}) => operations['delete'] !== undefined);
  expect(deletable.filter(of => keptKindOf(of) === undefined).map(({path}) => path)).toEqual([]);
});

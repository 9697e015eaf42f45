/** What an agent may touch: so much in a call, so much in all, and what a person has agreed to beside both. */
import {expect, test} from 'vitest';
import {createBudget} from '../../src/effect/budget.js';
import {effectOf} from '../../src/effect/effect.js';
import contacts from '../../src/endpoints/contacts.js';

const some = (count: number) => effectOf('creates', contacts, count);

test('a call touches 25 at most, in all its changes together', () => {
  const call = createBudget().forCall(undefined);
  call.claim(some(24));
  call.claim(some(1));
  expect(call.over()).toBeUndefined();
  expect(() => call.claim(some(1))).toThrow('This would create 1 contact. An agent may touch no more than 25');
  expect(call.over()).toEqual({effect: some(1), deed: 'create 1 contact'});
});

test('all calls touch 250 at most, without what a person has agreed to', () => {
  const budget = createBudget();
  budget.forCall(400).claim(some(400));
  for (let at = 0; at < 10; at++) budget.forCall(undefined).claim(some(25));
  expect(() => budget.forCall(undefined).claim(some(1))).toThrow('250 in all');
  budget.forCall(1).claim(some(1));
});

test('a call touches as much as a person saw, and no more', () => {
  const call = createBudget().forCall(30);
  call.claim(some(29));
  call.claim(some(1));
  expect(() => call.claim(some(1))).toThrow('would create 1 contact');
});

test('what mails people or cannot be undone needs a person, however little it is', () => {
  const one = some(1);
  const forGood = {what: 'Erase ann@example.com', isForGood: true};
  const call = createBudget().forCall(undefined);
  expect(() => call.claim(one, forGood)).toThrow(
    'This would erase ann@example.com. An agent may not do that by itself.',
  );
  expect(call.over()).toEqual({effect: one, deed: 'erase ann@example.com'});
  const mails = {...one, does: ['sends'] as const};
  expect(() => createBudget().forCall(undefined).claim(mails)).toThrow('An agent may not do that by itself.');
  expect(() => createBudget().forCall(1).claim(one, forGood)).not.toThrow();
});

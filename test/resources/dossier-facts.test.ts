import {expect, test} from 'vitest';
import {factsOf} from '../../src/resources/contacts/dossier-facts.js';

test('a dossier has no line for a name that is only a blank', () => {
  expect(factsOf({email: 'ann@example.com', fullname: ' ', city: '', state: null})).toEqual([
    ['Email', 'ann@example.com'],
  ]);
});

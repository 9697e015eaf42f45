import {expect, test} from 'vitest';
import {lookUp} from '../../../src/core/words/values.js';

const inherited = [...Object.getOwnPropertyNames(Object.prototype)];

test.each(inherited)('%s is in a table only if the table has it itself', name => {
  expect(lookUp({age: 1}, name)).toBeUndefined();
  expect(lookUp(Object.fromEntries([[name, 7]]), name)).toBe(7);
});

test('a text that is in the table gives its value', () => {
  expect(lookUp({age: 36}, 'age')).toBe(36);
});

/** The values of custom fields in the forms that services and old copies have them. */
import {expect, test} from 'vitest';
import {customValue, customValues} from '../../../src/records/fields/path.js';

test('a value is read alike with its name beside it and bare', () => {
  const held = {age: {field_name: 'age', field_value: '36'}, size: '42', none: {field_name: 'none', field_value: null}};
  expect(['age', 'size', 'none', 'other'].map(name => customValue(held, name))).toEqual(['36', '42', null, undefined]);
  expect(customValues(held)).toEqual([
    ['age', '36'],
    ['size', '42'],
    ['none', null],
  ]);
});

test.each([null, undefined, [], '', 'age'])('%j holds no custom field', held => {
  expect([customValue(held, 'age'), customValue(held, 'length'), customValues(held)]).toEqual([
    undefined,
    undefined,
    [],
  ]);
});

test('a name that every object inherits is a field only where it was sent', () => {
  expect(customValue({age: '36'}, 'constructor')).toBeUndefined();
  expect(customValue(JSON.parse('{"constructor": "Ada", "__proto__": "x"}'), 'constructor')).toBe('Ada');
  expect(customValues(JSON.parse('{"__proto__": {"field_value": "x"}}'))).toEqual([['__proto__', 'x']]);
});

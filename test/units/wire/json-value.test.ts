import fc from 'fast-check';
import {expect, test} from 'vitest';
import {endOfValue, malformed, unfinished} from '../../../src/api/answers/json-value.js';
import {isJson} from '../../support/is-json.js';
import {samples} from '../../support/random-runs.js';

const json = fc
  .tuple(fc.jsonValue({maxDepth: 4}), fc.constantFrom(undefined, 1, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

test('the end of a value is where it ends, whatever follows', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', ' ', '\r\n\t'),
      json,
      fc.constantFrom(',', ']', '}', '\n', ' "'),
      (before, text, after) => {
        const bytes = Buffer.from(before + text + after);
        expect(endOfValue(bytes, 0, bytes.length)).toBe(Buffer.byteLength(before + text));
      },
    ),
    samples(150),
  );
});

test('a value that is cut is unfinished, also where the bytes after the cut would end it', () => {
  fc.assert(
    fc.property(json, fc.nat(), (text, place) => {
      const bytes = Buffer.from(`[${text}]]`);
      expect(endOfValue(bytes, 0, place % (bytes.length - 1))).toBe(unfinished);
    }),
    samples(150),
  );
});

test('it takes for a value exactly what JSON.parse takes for one', () => {
  const signs = fc.constantFrom(...'"\\,:[]{} \n\t\u0001\u001ftrufalsn0123456789+-.eEx/'.split(''));
  let [taken, refused] = [0, 0];
  fc.assert(
    fc.property(json, fc.array(fc.tuple(fc.nat(), signs), {maxLength: 2}), (text, changes) => {
      let changed = text.replace(/[^\0-\x7f]/g, 'x');
      for (const [place, sign] of changes) {
        const at = place % changed.length;
        changed = changed.slice(0, at) + sign + changed.slice(at + 1);
      }
      const bytes = Buffer.from(`[${changed}]`);
      const end = endOfValue(bytes, 0, bytes.length);
      if (isJson(bytes.toString())) taken++;
      else refused++;
      expect(end === bytes.length).toBe(isJson(bytes.toString()));
    }),
    samples(250),
  );
  expect(Math.min(taken, refused)).toBeGreaterThan(60);
});

test.each([
  'nul1',
  'tru',
  'True',
  'undefined',
  '-',
  '01',
  '1.',
  '1e',
  '"\\x"',
  '"\\u12g4"',
  '"\n"',
  '{"a"}',
  '{a:1}',
  '[1,]',
  '{,}',
])('%s is no value', text => {
  const bytes = Buffer.from(`[${text}]`);
  expect(endOfValue(bytes, 0, bytes.length)).toBe(malformed);
});

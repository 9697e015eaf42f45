import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createIndenter} from '../../src/output/formats/indent.js';

const indented = (pieces: readonly Uint8Array[]): string => {
  const indenter = createIndenter();
  return pieces.map(piece => Buffer.from(indenter.push(piece)).toString('latin1')).join('') + indenter.end();
};

const asUtf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString();

const whole = (lines: string): string => asUtf8(indented([Buffer.from(lines)]));

describe('JSON lines as an array', () => {
  test('are laid out as JSON.stringify would, wherever a piece ends', {tags: ['long']}, () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(40), (records, size) => {
        const bytes = Buffer.from(records.map(record => `${JSON.stringify(record)}\n`).join(''));
        const pieces = Array.from({length: Math.ceil(bytes.length / (size + 1))}, (_, index) =>
          bytes.subarray(index * (size + 1), (index + 1) * (size + 1)),
        );
        expect(asUtf8(indented(pieces))).toBe(`${JSON.stringify(records, null, 2)}\n`);
      }),
    );
  });

  test('keep every token as it came', () => {
    expect(whole('{"id":9007199254740993,"a":[1e400,-0,1.50,"\\/\\u00e9 \\\\"]}\n')).toBe(
      '[\n  {\n    "id": 9007199254740993,\n    "a": [\n      1e400,\n      -0,\n      1.50,\n      "\\/\\u00e9 \\\\"\n    ]\n  }\n]\n',
    );
  });

  test('lose the spaces between their tokens, not those in their texts', () => {
    expect(whole('{ "a b" : [ ] , "c" : { } }\n')).toBe('[\n  {\n    "a b": [],\n    "c": {}\n  }\n]\n');
  });

  test('that are nested as deep as they are long have room', {tags: ['long']}, () => {
    const deep = `${'['.repeat(1000)}1${']'.repeat(1000)}`;
    expect(whole(`${deep}\n${deep}\n`)).toBe(`${JSON.stringify([JSON.parse(deep), JSON.parse(deep)], null, 2)}\n`);
  });

  test('of which there are none are an empty array', () => {
    expect(indented([])).toBe('[]\n');
    expect(whole('')).toBe('[]\n');
  });
});

/** Texts for a terminal, a log or a condition: whatever they contain, they do no harm. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {maskSecrets} from '../../../src/api/wire/secrets.js';
import {UsageError} from '../../../src/core/errors.js';
import {contact} from '../../../src/endpoints/contacts.js';
import {clean, cleanLines, escapeJson, flowing} from '../../../src/output/text/sanitise.js';
import {allHold, parseWhere} from '../../../src/records/view/where.js';
import {anyCharacter} from '../../support/any-character.js';
import {cases} from '../../support/property-cases.js';
import {samples} from '../../support/random-runs.js';

const hostile = fc.oneof(
  fc.string({unit: anyCharacter, maxLength: 60}),
  fc.array(fc.integer({min: 0, max: 0xffff}), {maxLength: 40}).map(units => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom('\u001b[2J', '\u009d0;x\u0007', '\u202e', '\u200b', '\r\n', '\n', '\t', '\u2028', 'a'),
  }),
);

describe('the sanitiser', () => {
  const steers = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

  test('leaves nothing that steers a terminal, and the same when it is asked twice', () => {
    fc.assert(
      fc.property(hostile, text => {
        const once = clean(text);
        expect(steers.test(once)).toBe(false);
        expect(/\p{Surrogate}/u.test(once)).toBe(false);
        expect(clean(once)).toBe(once);
      }),
      samples(cases),
    );
  });

  test('keeps lines and tabs where they belong, and indents what is no message of its own', () => {
    fc.assert(
      fc.property(hostile, text => {
        const lines = cleanLines(text);
        expect(lines.split('\n').length).toBe(text.split(/\r\n|\n/).length);
        expect(steers.test(lines.replace(/[\n\t]/g, ''))).toBe(false);
        expect(
          flowing(text)
            .split('\n')
            .slice(1)
            .every(line => line.startsWith(' ')),
        ).toBe(true);
      }),
      samples(cases),
    );
  });

  test('loses nothing of JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const escaped = escapeJson(JSON.stringify(value));
        expect(/[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(escaped)).toBe(false);
        expect(JSON.parse(escaped)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      samples(cases),
    );
  });
});

describe('the redactor', () => {
  /** What a header can contain, of the length of real keys. */
  const key = fc
    .array(fc.integer({min: 0x21, max: 0x7e}), {minLength: 16, maxLength: 40})
    .map(codes => String.fromCharCode(...codes))
    .filter(text => new Set(text).size > 8);
  const escapes: Readonly<Record<string, (text: string) => string>> = {
    plain: text => text,
    json: text => JSON.stringify(text).slice(1, -1),
    address: encodeURIComponent,
    'lower address': text => encodeURIComponent(text).replace(/%../g, code => code.toLowerCase()),
  };
  const twice = fc.tuple(fc.constantFrom(...Object.keys(escapes)), fc.constantFrom('plain', 'json', 'address'));

  test('leaves no eight characters of a key, however it was written', () => {
    // Preparing the pattern of a key takes long, so that each key gets several texts.
    const texts = fc.array(fc.tuple(twice, fc.lorem(), fc.lorem()), {minLength: 10, maxLength: 10});
    fc.assert(
      fc.property(key, texts, (secret, all) => {
        const mask = maskSecrets([secret]);
        for (const [[first, second], before, after] of all) {
          const form = escapes[second]?.(escapes[first]?.(secret) ?? '') ?? '';
          const left = mask(`${before} ${form} ${after}`);
          const parts = Array.from({length: form.length - 7}, (_, at) => form.slice(at, at + 8));
          expect(parts.filter(part => left.includes(part))).toEqual([]);
          expect(left).toContain(before);
          expect(left).toContain(after);
        }
      }),
      samples(Math.ceil(cases / 25)),
    );
  });

  test('takes nothing else', () => {
    const secrets = fc.sample(key, {numRuns: 3, seed: 1});
    const mask = maskSecrets(secrets);
    fc.assert(
      fc.property(fc.oneof(hostile, fc.lorem()), text => {
        fc.pre(!secrets.some(secret => text.includes(secret)));
        expect(mask(text)).toBe(text);
      }),
      samples(cases),
    );
  });
});

describe('conditions', () => {
  const clock = {now: () => new Date('2026-11-22T12:00:00Z'), zones: () => ({service: 'UTC'})};
  const keep = (text: string) => allHold(parseWhere([text], {shape: contact, clock, fieldOf: path => path}));

  test('are read or refused with a usage error, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          fc.tuple(fc.constantFrom('first_name', 'id', 'a.b'), hostile).map(parts => parts.join('=')),
        ),
        text => {
          try {
            expect(typeof keep(text)({first_name: 'Ada', id: 1})).toBe('boolean');
          } catch (error) {
            if (!(error instanceof UsageError)) throw error;
          }
        },
      ),
      samples(cases),
    );
  });
});

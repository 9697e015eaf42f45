/** What is sent and written to files: another reader finds what was written, and no bytes surprise emk's reader. */
import {createRequire} from 'node:module';
import {parse as csvParse} from 'csv-parse/sync';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {openEnvelope} from '../../../src/api/answers/envelope.js';
import type {Answer} from '../../../src/api/wire/answer.js';
import {encodeForm} from '../../../src/api/wire/form.js';
import {EmkError, UnknownOutcomeError} from '../../../src/core/errors.js';
import {unguardFormula} from '../../../src/csv/bytes/formula-guard.js';
import {csvLines} from '../../../src/csv/bytes/write-lines.js';
import {operations} from '../../../src/endpoints/lists.js';
import {parseForm, trimmed} from '../../../src/sandbox/http/form.js';
import {settingsWith} from '../../../src/sandbox/service/settings.js';
import {cases} from '../../support/property-cases.js';
import {samples} from '../../support/random-runs.js';

/** The package comes without types of its own. */
const papaparse = createRequire(import.meta.url)('papaparse') as {
  parse(text: string, options: object): {readonly data: string[][]};
};

describe('CSV', () => {
  const cell = fc.oneof(
    fc.string({unit: 'grapheme', maxLength: 20}),
    fc.string({
      unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', '=', '+', '-', '@', "'", ' ', 'a', '1'),
      maxLength: 12,
    }),
  );
  const rows = fc
    .integer({min: 1, max: 4})
    .chain(width => fc.array(fc.array(cell, {minLength: width, maxLength: width}), {minLength: 1, maxLength: 4}));

  test('is read by two other readers as it was written', () => {
    fc.assert(
      fc.property(rows, written => {
        const text = csvLines()(written);
        const read = csvParse(text, {relax_column_count: true, record_delimiter: '\n'}) as string[][];
        const again = papaparse.parse(text, {newline: '\n', delimiter: ','}).data.slice(0, -1);
        expect(read.map(row => row.map(unguardFormula))).toEqual(written);
        expect(again.map(row => row.map(unguardFormula))).toEqual(written);
      }),
      samples(cases),
    );
  });
});

describe('forms', () => {
  const text = fc.string({unit: 'grapheme', maxLength: 40}).filter(each => trimmed(each) === each);
  const name = fc.constantFrom('name', 'email_address', 'ids[0]', 'ids[1]', 'ids[2]', 'group', 'a_b');
  const fields = fc.uniqueArray(fc.tuple(name, text), {selector: ([each]) => each, minLength: 1});
  const asTheyCome = {...settingsWith(), emptyToNull: 'false'};

  test.each(['urlencoded', 'multipart'] as const)('that are %s arrive in PHP as they were given', async encoding => {
    await fc.assert(
      fc.asyncProperty(fields, async given => {
        const request = {method: 'POST', path: '/x', encoding, fields: given, effect: 'creates'} as const;
        const form = await encodeForm(request);
        if (!form) throw new Error('There is no form.');
        const {form: read} = await parseForm(form.type, Buffer.from(form.bytes), asTheyCome);
        expect(flat(read)).toEqual(Object.fromEntries(given.filter(([each]) => !each.startsWith('ids['))));
        expect(Object.values([read['ids'] ?? []].flat())).toEqual(
          given.filter(([each]) => each.startsWith('ids[')).map(([, value]) => value),
        );
      }),
      samples(Math.ceil(cases / (encoding === 'multipart' ? 4 : 1))),
    );
  });

  test('that are urlencoded mean the same to a plain reader of names and values', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async given => {
        const form = await encodeForm({
          method: 'POST',
          path: '/x',
          encoding: 'urlencoded',
          fields: given,
          effect: 'creates',
        });
        const pairs = Buffer.from(form?.bytes ?? [])
          .toString('latin1')
          .split('&')
          .map(pair => pair.split('='));
        const decode = (part = '') => decodeURIComponent(part.replaceAll('+', ' '));
        expect(pairs.map(([one, other]) => [decode(one), decode(other)])).toEqual(given);
      }),
      samples(cases),
    );
  });

  const flat = (form: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(form).filter(([each]) => each !== 'ids'));
});

describe('the envelope', () => {
  const piece = fc.constantFrom(
    ...[
      '{"status":"success"',
      '"message":',
      '"errors":',
      '"failed"',
      '{',
      '}',
      '[',
      ']',
      ',',
      '<html>',
      '</b>',
      'null',
      '"',
    ],
    ...['{"status":"failed","errors":"Record Not Found"}', '\u0000', '\ufeff', '1e999', '\\u0000', ' '],
  );
  const body = fc.oneof(
    fc.uint8Array({maxLength: 80}).map(bytes => Buffer.from(bytes).toString('utf8')),
    fc.array(piece, {maxLength: 12}).map(pieces => pieces.join('')),
    fc.jsonValue().map(value => JSON.stringify(value)),
    fc
      .record(
        {status: fc.constantFrom('success', 'failed'), message: fc.jsonValue(), errors: fc.jsonValue()},
        {requiredKeys: ['status']},
      )
      .map(value => JSON.stringify(value)),
  );
  const status = fc.constantFrom(200, 201, 204, 302, 401, 404, 413, 422, 429, 500, 502, 503, 599);
  const answer = fc
    .tuple(status, body, fc.boolean())
    .map(([code, text, complete]): Answer => ({status: code, headers: {}, withoutKeys: each => each, text, complete}));

  test.each([operations.list, operations.details, operations.create, operations.delete])(
    'is opened or refused with an error that was foreseen: $route',
    operation => {
      fc.assert(
        fc.property(answer, given => {
          try {
            openEnvelope(operation, given);
            expect(saidIn(given.text)).toBeDefined();
          } catch (error) {
            if (!(error instanceof EmkError)) throw error;
            if (operation.effect === 'reads') expect(error).not.toBeInstanceOf(UnknownOutcomeError);
          }
        }),
        samples(cases),
      );
    },
  );

  test('of a change is a success only where it says so, and never denied where it says nothing', () => {
    fc.assert(
      fc.property(body, text => {
        const given: Answer = {status: 200, headers: {}, withoutKeys: each => each, text, complete: true};
        const said = saidIn(text);
        try {
          openEnvelope(operations.create, given);
          expect(said).toBe('success');
        } catch (error) {
          if (!(error instanceof EmkError)) throw error;
          if (said !== 'failed') expect(error).toBeInstanceOf(UnknownOutcomeError);
        }
      }),
      samples(cases),
    );
  });

  /** What a body says about itself, to a reader that only knows JSON and searches it everywhere. */
  function saidIn(text: string): string | undefined {
    const starts = [...text.matchAll(/\{/g)].map(({index}) => index);
    return starts.map(start => statusOf(text.slice(start).trim())).find(status => status !== undefined);
  }

  function statusOf(text: string): string | undefined {
    try {
      const {status} = JSON.parse(text) as {readonly status?: unknown};
      return status === 'success' || status === 'failed' ? status : undefined;
    } catch {
      return undefined;
    }
  }
});

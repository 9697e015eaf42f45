/** Lists that memory cannot hold: sorted runs on the disk give what sorting in memory gives, and leave nothing behind. */
import {mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {beforeEach, describe, expect, test, vi} from 'vitest';
import type {Loose} from '../../../src/api/describe/schema.js';
import {PreflightError} from '../../../src/core/errors.js';
import {contact} from '../../../src/endpoints/contacts.js';
import {toView} from '../../../src/records/view/select.js';
import {sortRecords} from '../../../src/records/view/sort-records.js';
import {samples} from '../../support/random-runs.js';
import {realFs, replaceInFs} from '../../support/replace-in-fs.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sort-'));
  vi.stubEnv('TMPDIR', folder);
  return () => vi.unstubAllEnvs();
});

const orderOf = (sort: string) => {
  const {order} = toView({sort}, {shape: contact, columns: ['id']});
  if (!order) throw new Error('This line sorts nothing.');
  return order;
};

async function* inBatches(records: readonly Loose[]): AsyncGenerator<readonly Loose[]> {
  for (let at = 0; at < records.length; at += 7) yield records.slice(at, at + 7);
}

/** So little room that most lists go to the disk. */
const room = 600;

const sorted = async (
  records: readonly Loose[],
  given: Omit<Parameters<typeof sortRecords>[1], 'order'>,
  by = 'id',
) => {
  const all: Loose[] = [];
  for await (const batch of sortRecords(inBatches(records), {...given, order: orderOf(by)})) all.push(...batch);
  return all;
};

const numbered = (count: number) => Array.from({length: count}, (_, at) => ({id: (at * 7919) % count, city: 'Köln'}));

describe('a list that does not fit', () => {
  const value = fc.oneof(
    fc.constantFrom(
      null,
      '',
      '02134',
      '9',
      '10',
      '2026-03-04',
      '-1.5',
      'é',
      'e\u0301',
      'Item 2',
      'item 10',
      '\n"\u2028',
    ),
    fc.integer({min: -3, max: 3}),
    fc.string({unit: 'binary', maxLength: 40}),
    fc.constant('x'.repeat(900)),
  );
  const someone = fc.record(
    {city: value, first_name: value, custom_field: fc.record({age: value})},
    {requiredKeys: []},
  );
  const field = fc.constantFrom('city', 'first_name', 'custom_field.age');
  const sort = fc.array(fc.tuple(field, fc.constantFrom('', '-')), {minLength: 1, maxLength: 3});

  test('has the order of one that fits, whatever is in it', {tags: ['long']}, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someone, {maxLength: 60}),
        sort,
        fc.option(fc.nat(70), {nil: undefined}),
        async (some, by, limit) => {
          const records = some.map((one, id) => ({id, ...one}));
          const given = {...(limit !== undefined && {limit}), room};
          const fields = by.map(([path, sign]) => `${sign}${path}`).join();
          const {keyOf, compare} = orderOf(fields);
          const inMemory = records.toSorted((one, other) => compare(keyOf(one), keyOf(other)));
          expect(await sorted(records, given, fields)).toEqual(inMemory.slice(0, limit));
        },
      ),
      samples(150),
    );
  });

  test('keeps only the fields that are shown', async () => {
    const names = await sorted(numbered(100), {room, pick: ({id}) => ({id})});
    expect(names).toEqual(Array.from({length: 100}, (_, id) => ({id})));
  });
});

describe('the temporary file', () => {
  test('has no name while emk works, so nothing is left whatever ends it', async () => {
    const opened: string[] = [];
    replaceInFs('openSync', (...given) => {
      opened.push(String(given[0]));
      return realFs.openSync(...given);
    });
    const batches = sortRecords(inBatches(numbered(1000)), {order: orderOf('id'), room});
    expect((await batches.next()).value).toHaveLength(100);
    expect(opened).toEqual([expect.stringContaining(folder)]);
    expect(readdirSync(folder)).toEqual([]);
    await batches.return();
  });

  test('is not made for a short list', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'missing'));
    expect(await sorted(numbered(1000), {})).toHaveLength(1000);
  });

  test('that cannot be made is a refusal, with a way out', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'missing'));
    await expect(sorted(numbered(100), {room})).rejects.toThrow(
      expect.objectContaining({message: `${folder}/missing cannot be written to, and emk needs room there.`, exit: 2}),
    );
  });

  test('that meets a full disk is closed', async () => {
    const closed: number[] = [];
    replaceInFs('writeSync', () => {
      throw Object.assign(new Error('no space left on device'), {code: 'ENOSPC'});
    });
    replaceInFs('closeSync', file => {
      closed.push(file);
      realFs.closeSync(file);
    });
    const failed = await sorted(numbered(100), {room}).catch(error => error);
    expect(failed).toBeInstanceOf(PreflightError);
    expect(failed.message).toBe(`${folder} is full, and emk needs room there.`);
    expect(failed.hint).toContain('TMPDIR');
    expect(closed).toHaveLength(1);
  });

  test('is closed after Ctrl-C while the list goes out', async () => {
    const interruption = new AbortController();
    const batches = sortRecords(inBatches(numbered(1000)), {order: orderOf('id'), room, signal: interruption.signal});
    await batches.next();
    interruption.abort('SIGINT');
    await expect(batches.next()).rejects.toMatchObject({name: 'AbortError'});
  });
});

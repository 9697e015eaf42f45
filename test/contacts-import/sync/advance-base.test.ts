/** After a file was applied, its base says what the file says: row by row, and only what is on the list. */
import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {advanceBase} from '../../../src/contacts-import/sync/advance-base.js';
import {readBase} from '../../../src/contacts-import/sync/base-file.js';
import {differencesIn, readRows} from '../../../src/contacts-import/sync/read-rows.js';
import {
  ambiguous,
  away,
  differs,
  fresh,
  makeRowTable,
  same,
  toChange,
} from '../../../src/contacts-import/sync/row-table.js';
import {EMPTY} from '../../../src/contacts-import/sync/three-sides.js';
import {hashText, shortHash} from '../../../src/csv/bytes/hash-text.js';
import {PreflightError} from '../../../src/errors.js';
import {inFolder} from '../reading.js';
import {fakePlan} from './fake-plan.js';
import {rowsOf, secret} from './held-against.js';

const wentOut = {
  text: 'email,city,state\nada@example.com,Bonn,NRW\nbo@example.com,Bonn,NRW\ncy@example.com,Bonn,NRW\n',
  ids: [0, 2, 3],
};
const person = (name: string) => hashText(`${name}@example.com`);
let files = 0;

/** Advances the base of a file with these lines, whose rows have these states and ids. */
async function advanced(
  lines: readonly string[],
  rowsNow: ReadonlyArray<readonly [state: number, id: number]>,
  {dropped = [] as number[], gone = 'report', left = {}, failed = 0, noted = [] as number[], ...more} = {},
) {
  const {checked, terms, wanted, rows, base, before} = await rowsOf(lines, {wentOut, clear: true});
  for (const [row, [state, id]] of rowsNow.entries()) {
    rows.states[row] = state;
    rows.setId(row, id);
  }
  for (const field of noted) rows.note(0, field);
  const plan = fakePlan({...{terms, wanted, rows, compared: checked, sync: {gone}, ...more}});
  const job = {...plan.job, facts: {listed: {has: () => false}, door: {stops: () => undefined}, earlier: []}};
  const comeBack = {before, conflicts: [], mine: new Set()};
  const list = {...plan.list, back: {...plan.list.back, dropped: {ids: dropped, first: []}}};
  const path = inFolder(`advanced-${++files}.base`);
  job.account = {...job.account, secretKey: 'sk'};
  await advanceBase({...plan, job, comeBack, list} as never, {base: base as never, path}, {
    left: {add: 0, change: 0, delete: 0, unsubscribe: 0, ...left},
    done: {failed},
  } as never);
  const next = readBase(readFileSync(path), secret);
  const entry = (name: string) => next?.find(person(name)) ?? -1;
  return {
    names: ['ada', 'bo', 'cy', 'new', 'di'].filter(name => entry(name) >= 0),
    idOf: (name: string) => next?.idOf(entry(name)),
    says: (name: string, field: number, value: string) =>
      next?.was(entry(name), {person: person(name), field, mark: value === '' ? EMPTY : shortHash(value)}),
  };
}

const head = 'email,city,state';

describe('a base', () => {
  test('notes the id and the cells of people who are on the list as the file says, or differ in others', async () => {
    const lines = [head, 'ada@example.com,Ulm,NRW', 'bo@example.com,Ulm,NRW', 'cy@example.com,Ulm,NRW'];
    const next = await advanced(lines, [
      [same, 77],
      [differs, 2],
      [toChange, 3],
    ]);
    expect(['ada', 'bo', 'cy'].map(name => [next.idOf(name), next.says(name, 0, 'Ulm')])).toEqual([
      ...[
        [77, true],
        [2, true],
      ],
      [3, false],
    ]);
    expect(['ada', 'bo', 'cy'].map(name => next.says(name, 1, 'NRW'))).toEqual([true, true, true]);
    const open = await advanced(
      lines,
      [
        [differs, 77],
        [ambiguous, 2],
        [away, 3],
      ],
      {noted: [0]},
    );
    expect(['ada', 'bo', 'cy'].map(name => open.says(name, 0, 'Bonn'))).toEqual([true, true, true]);
  });

  test('has no place for a column that did not go out', async () => {
    const next = await advanced(['email,postal_code', 'ada@example.com,53111'], [[same, 5]]);
    expect([next.idOf('ada'), next.says('ada', 0, 'Bonn'), next.says('ada', 1, 'NRW')]).toEqual([5, true, true]);
  });

  test('takes in new people who arrived, with nothing in columns that the file lost', async () => {
    const lines = ['email,city', 'di@example.com,Kiel', 'new@example.com,Ulm'];
    const next = await advanced(lines, [
      [same, 8],
      [fresh, 0],
    ]);
    expect(next.names).toEqual(['new', 'di']);
    expect([next.idOf('di'), next.says('new', 0, 'Ulm'), next.says('new', 1, '')]).toEqual([8, true, true]);
  });

  test('takes in nobody who was to be added, unless all arrived and nothing waits', async () => {
    const lines = [head, 'new@example.com,Ulm,'];
    const names = async (options: object) => (await advanced(lines, [[fresh, 0]], options)).names;
    expect(await names({})).toContain('new');
    for (const options of [{left: {add: 1}}, {failed: 1}, {withheld: {add: 1, change: 0, automations: []}}])
      expect(await names({...options, dropped: [2, 3]})).toEqual(['bo', 'cy']);
  });

  test('forgets a line that is gone with its person, and keeps one whose person is on the list', async () => {
    const lines = [head, 'ada@example.com,Bonn,NRW'];
    const names = async (options: object) => (await advanced(lines, [[same, 1]], options)).names;
    expect(await names({})).toEqual(['ada']);
    expect(await names({dropped: [3]})).toEqual(['ada', 'cy']);
    expect(await names({dropped: [3], gone: 'delete'})).toEqual(['ada']);
    expect(await names({dropped: [3], gone: 'delete', left: {delete: 1}})).toEqual(['ada', 'cy']);
    expect(await names({dropped: [3], gone: 'unsubscribe'})).toEqual(['ada', 'cy']);
  });

  test('is left alone by a file that was never away', async () => {
    await advanceBase(fakePlan(), {base: {} as never, path: '/nowhere/x.base'}, {} as never);
  });
});

describe('rows', () => {
  test('with one key in two lines are refused by their lines', async () => {
    const {checked, terms} = await rowsOf(['email,city', 'ada@example.com,Bonn', 'bo@example.com,Bonn']);
    const city = {...terms, key: terms.fields[0] as (typeof terms.fields)[0], fields: []};
    await expect(readRows(checked, city)).rejects.toThrow(PreflightError);
    expect((await readRows(checked, terms)).size).toBe(2);
  });

  test('are counted by the fields in which they differ, apart where no update can change it', () => {
    const rows = makeRowTable(2, 3);
    for (const at of [0, 1]) rows.add([at, at], new Uint32Array(3));
    for (const [row, field] of [
      [0, 0],
      [1, 0],
      [0, 2],
    ] as const)
      rows.note(row, field);
    const fields = [
      ['city', true],
      ['state', true],
      ['age', false],
    ].map(([name, carried]) => ({name, carried}));
    expect(differencesIn(rows, {fields} as never)).toEqual({carried: {city: 2}, notCarried: {age: 1}});
  });
});

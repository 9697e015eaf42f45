/** A file that comes back is compared with what it said when it went out: what was changed, by whom, and who is who. */
import {describe, expect} from 'vitest';
import {DROPPED, EMPTY, unknownBefore} from '../../../src/contacts-import/sync/three-sides.js';
import {hashText, shortHash} from '../../../src/csv/bytes/hash-text.js';
import {longTest, test} from '../../in-two-parts.js';
import {rowsOf} from './held-against.js';

const head = 'email,city,state';
const ada = 'ada@example.com,Bonn,';
const bo = 'bo@example.com,,';
const wentOut = {text: `${[head, ada, bo, 'cy@example.com,Ulm,'].join('\n')}\n`, ids: [11, 12]};
const person = (name: string) => hashText(`${name}@example.com`);

const backWith = async (lines: readonly string[]) => {
  const {rows, before, base} = await rowsOf(lines, {wentOut, clear: true});
  if (!before || !base) throw new Error('It went out.');
  const says = [...rows.states.keys()].map(row => [0, 1].filter(field => rows.says(row, field)));
  return {rows, before, base, says};
};

describe('of a file that went out', () => {
  test('only cells that were changed say something, emptied ones too', async () => {
    expect((await backWith([head, ada, bo])).says).toEqual([[], []]);
    const changed = [head, 'ada@example.com,,', 'bo@example.com,Kiel,Holstein'];
    expect((await backWith(changed)).says).toEqual([[0], [0, 1]]);
  });

  test('an empty cell of a new line or a new column says nothing', async () => {
    expect((await backWith([head, 'new@example.com,,Hesse'])).says).toEqual([[1]]);
    const lines = ['email,city,postal_code', 'ada@example.com,Bonn,', 'bo@example.com,,53111'];
    expect((await backWith(lines)).says).toEqual([[], [1]]);
  });

  test('people are found by their id, or by address where the id was not known', async () => {
    const {before, base} = await backWith([head, bo, 'cy@example.com,Ulm,', 'new@example.com,,']);
    expect([before.rowOf(12), before.rowOf(12, person('other')), before.rowOf(11)]).toEqual([0, 0, DROPPED]);
    expect(before.rowOf(77, person('cy'))).toBe(1);
    expect([before.rowOf(77), before.rowOf(0), before.rowOf(77, person('stranger'))]).toEqual([-1, -1, -1]);
    // Somebody else has the address of a person who is gone.
    expect(before.rowOf(77, person('bo'))).toBe(-1);
    expect(base.idOf(base.find(person('cy')))).toBe(0);
  });

  test('the id of a person whose line is gone is noted when the list shows it', async () => {
    const {before, base} = await backWith([head, ada]);
    expect([before.rowOf(77, person('cy')), base.idOf(base.find(person('cy')))]).toEqual([DROPPED, 77]);
  });

  test('each row knows whether its person was there, and which entry it had', async () => {
    const {before, base} = await backWith([head, bo, 'new@example.com,,']);
    expect([before.had(0), before.had(1)]).toEqual([true, false]);
    expect(before.entryOf(0)).toEqual({entry: base.find(person('bo')), person: person('bo'), id: 12});
    expect(before.entryOf(1)).toBeUndefined();
    expect(['ada', 'bo'].map(name => before.isGone(base.find(person(name))))).toEqual([true, false]);
  });

  test('a cell is untouched while the list says what the file said', async () => {
    const {before} = await backWith(['email,city,postal_code', 'ada@example.com,Kiel,53111', 'new@example.com,Kiel,']);
    expect([before.isUntouched(0, 0, 'Bonn'), before.isUntouched(0, 0, 'Ulm')]).toEqual([true, false]);
    // A column that was not in the file overwrites only what is empty, and so does a new line.
    expect([before.isUntouched(0, 1, ''), before.isUntouched(0, 1, '5')]).toEqual([true, false]);
    expect([before.isUntouched(1, 0, ''), before.isUntouched(1, 0, 'Bonn')]).toEqual([true, false]);
    expect(before.isKnown).toBe(true);
  });

  test('a row without a key is nobody of the file that went out', async () => {
    const {rows, before} = await backWith([head, ada]);
    before.see(rows, 0, {line: 2, key: undefined, hashes: Uint32Array.of(EMPTY, shortHash('x'))});
    expect(before.had(0)).toBe(true);
  });

  longTest('a thousand people are told apart by their ids', async () => {
    const names = Array.from({length: 1000}, (_, at) => `p${at}@example.com`);
    const lines = ['email', ...names];
    const ids = names.map((_, at) => 5000 + at * 4096);
    const {before} = await rowsOf(lines, {wentOut: {text: `${lines.join('\n')}\n`, ids}});
    expect(ids.map(id => before?.rowOf(id))).toEqual([...ids.keys()]);
    // Whatever address they have by now.
    expect(ids.map(id => before?.rowOf(id, person('new')))).toEqual([...ids.keys()]);
    expect(before?.rowOf(4999)).toBe(-1);
  });
});

describe('of a file that emk does not know', () => {
  test.each([
    ['an edited one', true],
    ['a pulled one', false],
  ])('%s, nobody is new and no empty cell empties', async (_, asksEach) => {
    const {rows, terms} = await rowsOf([head, ada, bo], {clear: true});
    const before = unknownBefore(terms, asksEach);
    for (const row of [0, 1]) before.see(rows, row, {line: row + 2, key: undefined, hashes: new Uint32Array(2)});
    expect([0, 1].map(row => [0, 1].filter(field => rows.says(row, field)))).toEqual([[0], []]);
    expect([before.isKnown, before.asksEach, before.had(0), before.rowOf(11)]).toEqual([false, asksEach, true, -1]);
    expect([before.isUntouched(0, 0, 'Bonn'), before.isGone(0), before.entryOf(0)]).toEqual([
      ...[!asksEach, false],
      undefined,
    ]);
  });
});

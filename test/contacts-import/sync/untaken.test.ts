/** Rows that the service does not take are sent alone once more, and then given up; nothing else is noted of them. */
import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {importsFolder} from '../../../src/contacts-import/journal/runs.js';
import type {RowFacts} from '../../../src/contacts-import/send/plan.js';
import {
  findUntaken,
  givenUpIn,
  noteUntaken,
  rowsNamed,
  untakenIn,
} from '../../../src/contacts-import/sync/note-untaken.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {check} from '../reading.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

const nobody: RowFacts = {
  ...{listed: {has: () => false, size: 0}, door: {stops: () => undefined, size: 0}, earlier: []},
};
const row = (name: string, city = 'Bonn') => `${name}@example.com,${city}`;

/** A night with a file: the rows of ada, bo and cy are its lines 2, 3 and 4. */
async function night({rows = [row('ada'), row('bo'), row('cy')], type = 1 as number | null, kept = false} = {}) {
  const checked = await check(`${['email,city', ...rows].join('\n')}\n`);
  const source = {kept, path: '/folder/leads.csv', name: 'leads.csv'};
  const draft = {
    context: run.context,
    account: await run.context.account(),
    checked,
    source,
    type: {id: type ?? undefined, name: ''},
  };
  type Draft = Parameters<typeof noteUntaken>[0];
  type Sent = Parameters<typeof noteUntaken>[2];
  const of = draft as unknown as Draft;
  return {
    find: (again = false, facts = nobody) => findUntaken(of, facts, again),
    note: ({refused = [], dropped = [], ...sent}: Outcome, facts = nobody) =>
      noteUntaken(of, facts, {
        ...{done: [], ...sent, refused: new Map(refused), dropped: new Map(dropped)},
      } as Sent),
  };
}
type Outcome = {
  readonly done?: ReadonlyArray<readonly [number, number]>;
  readonly refused?: ReadonlyArray<readonly [number, string]>;
  readonly dropped?: ReadonlyArray<readonly [number, 'acknowledged' | 'unanswered']>;
  readonly absent?: ReadonlySet<number>;
};

const files = () => readdirSync(join(importsFolder(run.context.host), 'untaken'));

describe('a row that was refused', () => {
  const others = {done: [[3, 4]] as const};
  const refused = {...others, refused: [[2, 'No ada@example.com here.']] as const};

  test('is sent alone once more, and given up after that, unless somebody asks for it', async () => {
    const {note, find} = await night();
    expect(await note(refused)).toMatchObject({
      arrived: 2,
      untaken: [{line: 2, email: 'ada@example.com', times: 1, reason: expect.stringMatching(/^No (?!ada).* here/)}],
    });
    expect(await find()).toEqual({givenUp: [], alone: [[2, 2]], givenUpRows: []});
    expect((await note(refused)).untaken).toMatchObject([{times: 2}]);
    expect(await find()).toMatchObject({
      ...{givenUp: [[2, 2]], alone: []},
      givenUpRows: [{line: 2, email: 'ada@example.com', times: 2}],
    });
    expect(await find(true)).toMatchObject({givenUp: [], alone: [[2, 2]], givenUpRows: []});
  });

  test('stays given up while it is not sent, and is forgotten once it arrived', async () => {
    const {note, find} = await night();
    await note(refused);
    await note(refused);
    expect(await note({done: [[3, 4]]}, {...nobody, givenUp: [[2, 2]]})).toMatchObject({arrived: 2, untaken: []});
    expect((await find()).givenUp).toEqual([[2, 2]]);
    expect(await note({done: [[2, 4]]})).toEqual({arrived: 3, untaken: []});
    expect([await find(), files()]).toEqual([{givenUp: [], alone: [], givenUpRows: []}, []]);
  });

  test('is another row once it is changed, in another file, or for another list', async () => {
    await (await night()).note(refused);
    expect((await (await night({rows: [row('ada', 'Ulm')]})).find()).alone).toEqual([]);
    expect((await (await night({type: 2})).find()).alone).toEqual([]);
    expect((await (await night({kept: true})).find()).alone).toEqual([]);
    expect((await (await night({rows: [row('new'), row('ada')]})).find()).alone).toEqual([[3, 3]]);
  });

  test('is not counted where it was never to be sent', async () => {
    const {note, find} = await night();
    await note(refused);
    const listed: RowFacts = {...nobody, listed: {has: ({line}) => line === 2, size: 1}};
    expect((await find(false, listed)).alone).toEqual([]);
    expect(await note(refused, listed)).toEqual({arrived: 2, untaken: []});
  });

  test('of a list that does not exist yet is told, and not kept', async () => {
    const {note, find} = await night({type: null});
    expect((await note(refused)).untaken).toMatchObject([{times: 1}]);
    expect((await find()).alone).toEqual([]);
  });

  test('is told as new where what was kept cannot be read', async () => {
    const {note, find} = await night();
    for (const text of [
      '{',
      '{"version":9,"salt":"x","rows":{}}',
      '{"version":1,"salt":3,"rows":{}}',
      '{"version":1,"salt":"x","rows":null}',
    ]) {
      await note(refused);
      writeFileSync(join(importsFolder(run.context.host), 'untaken', files()[0] ?? ''), text);
      expect((await find()).alone).toEqual([]);
    }
  });
});

describe('a row that was lost', () => {
  const times = async (outcome: Outcome, {facts = nobody} = {}) => {
    const {note} = await night();
    await note({done: [[2, 4]]});
    await note(outcome, facts);
    return (await note(outcome, facts)).untaken.map(one => [one.line, one.times, one.reason]);
  };

  test('counts each time it was sent by itself', async () => {
    expect(await times({done: [[3, 4]], dropped: [[2, 'unanswered']]})).toEqual([[2, 2, null]]);
    expect(await times({done: [], dropped: [[2, 'acknowledged']]})).toEqual([[2, 2, null]]);
  });

  test('counts once among others of one request, unless it was alone', async () => {
    const dropped = {
      done: [[4, 4]] as const,
      dropped: [
        [2, 'acknowledged'],
        [3, 'acknowledged'],
      ] as const,
    };
    expect(await times(dropped)).toEqual([
      [2, 1, null],
      [3, 1, null],
    ]);
    expect(await times(dropped, {facts: {...nobody, alone: [[3, 3]]}})).toEqual([
      [2, 1, null],
      [3, 2, null],
    ]);
  });

  test('counts once while the service may have been down', async () => {
    expect(await times({done: [], dropped: [[2, 'unanswered']]})).toEqual([[2, 1, null]]);
  });

  test('keeps the count that it has', async () => {
    const {note} = await night();
    const sure: Outcome = {done: [[3, 4]], refused: [[2, 'No.']]};
    for (const outcome of [sure, sure]) await note(outcome);
    expect((await note({done: [], dropped: [[2, 'unanswered']]})).untaken).toMatchObject([{times: 2}]);
  });

  test('is one that the list lacks, where the list was read, and otherwise what was not confirmed', async () => {
    const absent = new Set([2]);
    expect(await times({done: [[2, 4]], absent})).toEqual([[2, 2, null]]);
    expect(await times({done: [[3, 4]], absent})).toEqual([]);
    const some: Outcome = {
      done: [[3, 4]],
      absent: new Set(),
      dropped: [
        [2, 'acknowledged'],
        [3, 'acknowledged'],
      ],
    };
    expect(await times(some)).toEqual([[2, 2, null]]);
    expect(await times({done: [[2, 4]]})).toEqual([]);
  });
});

describe('in words', () => {
  const rows = [
    {line: 2, email: 'a@x.org', times: 1, reason: null},
    {line: 1003, email: 'b@x.org', times: 1, reason: 'No.'},
  ];
  test('rows are named by line, address and reason, and none is no error', () => {
    expect(rowsNamed(rows, 'leads.csv')).toBe('line 2 (a@x.org), line 1,003 (b@x.org: No.) of leads.csv');
    expect([untakenIn([], ''), givenUpIn([], '')]).toEqual([undefined, undefined]);
    expect([untakenIn(rows, '')?.exit, givenUpIn(rows, '')?.exit]).toEqual([8, 8]);
  });
});

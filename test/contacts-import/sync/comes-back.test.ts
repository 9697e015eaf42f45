/** An edited file comes back to its list: who is away, which cells two have changed, and what emk then knows of it. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Ask} from '../../../src/commands/ask.js';
import {keepBase} from '../../../src/contacts-import/command/edit-base.js';
import {startSync} from '../../../src/contacts-import/command/sync.js';
import {readBase} from '../../../src/contacts-import/sync/base-file.js';
import {beforeOf, findComeBack, settleNewLines} from '../../../src/contacts-import/sync/come-back.js';
import {basePath} from '../../../src/contacts-import/sync/kept-bases.js';
import {
  away,
  countsOf,
  differs,
  fresh,
  makeRowTable,
  same,
  toChange,
} from '../../../src/contacts-import/sync/row-table.js';
import {askAboutCells, settleComeBack, withCells} from '../../../src/contacts-import/sync/settle-come-back.js';
import type {CellChangedTwice, SyncResult} from '../../../src/contacts-import/sync/sync-result.schema.js';
import {DROPPED} from '../../../src/contacts-import/sync/three-sides.js';
import {hashText, shortHash} from '../../../src/csv/bytes/hash-text.js';
import {EmkError, PreflightError} from '../../../src/errors.js';
import {peopleKeyOf} from '../../../src/who-left/people-key.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {fakePlan} from './fake-plan.js';
import {baseOf, rowsOf} from './held-against.js';

const TOKEN = '0123456789ab';

describe('an edited file', () => {
  let run: FakeRun;
  let ids: Record<string, number>;
  const header = `email,city,country,emk_id_${TOKEN}`;
  const row = (name: string, city = 'Bonn') => `${name}@example.com,${city},Germany,${ids[name] ?? ''}`;
  const write = (...rows: readonly string[]) => run.write('people.csv', `${[header, ...rows].join('\n')}\n`);
  const named = (name: string) =>
    run.service.listed.find(({email}) => email === `${name}@example.com`) ?? ({} as never);

  beforeEach(async () => {
    run = startFakeRun({yes: true});
    ids = {ada: 1, bo: 2, cy: 3};
    for (const [name, id] of Object.entries(ids)) {
      const contact = {contact_type_id: 1, deleted_at: null, city: 'Bonn', country: 'Germany', custom_field: null};
      run.service.listed.push({...contact, id, email: `${name}@example.com`});
    }
    run.service.nextId = 4;
    write(row('ada'), row('bo'), row('cy'));
    const path = join(run.folder, 'people.csv');
    await keepBase(run.context, {token: TOKEN, type: 1, path, ids: [1, 2, 3]});
  });
  afterEach(() => run.close());

  async function back(...rows: readonly string[]): Promise<{exit: number; data: SyncResult | undefined; why: string}> {
    write(...rows);
    run.service.changes.length = 0;
    run.service.uploads.length = 0;
    try {
      const input = {file: 'people.csv', type: 'Leads', update: 'all', clear: true};
      const result = await startSync(run.context, input, {});
      const error = 'error' in result ? result.error : undefined;
      const data = result.kind === 'data' ? (result.data as SyncResult) : undefined;
      return {exit: error?.exit ?? 0, data, why: error?.message ?? ''};
    } catch (error) {
      if (!(error instanceof EmkError)) throw error;
      return {exit: error.exit, data: undefined, why: error.message};
    }
  }
  const base = async () => {
    const key = peopleKeyOf(await run.context.account());
    const read = readBase(readFileSync(basePath(run.context.host, TOKEN)), key);
    const entry = (name: string) => read?.find(hashText(`${name}@example.com`)) ?? -1;
    return {
      size: read?.size,
      id: (name: string) => (entry(name) < 0 ? undefined : read?.idOf(entry(name))),
      says: (name: string, city: string) =>
        read?.was(entry(name), {person: hashText(`${name}@example.com`), field: 0, mark: shortHash(city)}),
    };
  };

  test('that was applied is known as it is now', async () => {
    expect((await back(row('ada', 'Ulm'), row('bo'), row('new'))).exit).toBe(0);
    const known = await base();
    expect([known.says('ada', 'Ulm'), known.says('bo', 'Bonn'), known.says('new', 'Bonn')]).toEqual([true, true, true]);
    expect([known.size, known.id('cy')]).toEqual([4, 3]);
    // Others may change these cells now, and take people off the list: the file says nothing about that any more.
    Object.assign(named('ada'), {city: 'Kiel'});
    run.service.listed.splice(run.service.listed.indexOf(named('new')), 1);
    const again = await back(row('ada', 'Ulm'), row('bo'), row('new'));
    expect([again.exit, again.data?.come_back]).toMatchObject([0, {conflicts: 0, away: 1, away_changed: 0}]);
    expect([run.service.changes, run.service.uploads, named('ada')['city']]).toEqual([[], [], 'Kiel']);
  });

  test('of which a change failed is known as it went out, in that cell', async () => {
    run.service.onUpdate = stored => Object.assign(stored, {city: 'Bonn'});
    expect((await back(row('ada', 'Ulm'), row('bo'))).exit).toBe(8);
    expect((await base()).says('ada', 'Bonn')).toBe(true);
    run.service.onUpdate = () => undefined;
    expect((await back(row('ada', 'Ulm'), row('bo'))).exit).toBe(0);
    expect(named('ada')['city']).toBe('Ulm');
  });

  test('whose new people did not all arrive sends them again', async () => {
    run.service.keep = () => [];
    expect((await back(row('ada'), row('new'))).exit).toBe(8);
    expect((await base()).id('new')).toBeUndefined();
    run.service.keep = one => [one];
    expect(await back(row('ada'), row('new'))).toMatchObject({exit: 0, data: {done: {added: 1}}});
  });

  test('with a line that is gone deletes nobody, and knows the person while the list does', async () => {
    expect(await back(row('ada', 'Ulm'), row('bo'))).toMatchObject({exit: 0, data: {gone: 0, done: {deleted: 0}}});
    expect([(await base()).id('cy'), run.service.listed.length]).toEqual([3, 3]);
    run.service.listed.splice(run.service.listed.indexOf(named('cy')), 1);
    await back(row('ada', 'Agra'), row('bo'));
    expect((await base()).id('cy')).toBeUndefined();
    expect(await back(row('ada', 'Agra'), row('bo'), row('cy'))).toMatchObject({exit: 0, data: {done: {added: 1}}});
  });

  test('keeps the cell that the list has changed too, and says that', async () => {
    Object.assign(named('ada'), {city: 'Kiel'});
    const {exit, data} = await back(row('ada', 'Ulm'), row('bo', 'Ulm'), row('cy'));
    expect([exit, data?.come_back, named('ada')['city'], named('bo')['city']]).toMatchObject([
      ...[
        8,
        {known: true, conflicts: 1, first: {conflicts: [{id: 1, line: 2, field: 'city', file: 'Ulm', list: 'Kiel'}]}},
      ],
      ...['Kiel', 'Ulm'],
    ]);
    expect([(await base()).says('ada', 'Bonn'), data?.sum]).toMatchObject([true, {wanted: 2, done: 1, left: 1}]);
  });

  test('is refused with a changed address, which a file cannot say', async () => {
    const renamed = (name: string, id: number | '') => `${name}@example.com,Bonn,Germany,${id}`;
    const sure = await back(row('ada'), row('bo'), renamed('cyd', 3));
    expect([sure.exit, sure.why]).toEqual([2, expect.stringContaining('gives cy@example.com the new address cyd@')]);
    expect(run.service.uploads).toEqual([]);
    // A line without an id is a new person, and one with the id of a line that is there too.
    expect(await back(row('ada'), row('bo'), renamed('dan', ''), renamed('eve', 1))).toMatchObject({exit: 0});
    expect(run.service.uploads).toEqual([['dan@example.com', 'eve@example.com']]);
  });

  test('without the ids cannot tell a new person from a renamed one', async () => {
    await keepBase(run.context, {token: TOKEN, type: 1, path: join(run.folder, 'people.csv'), ids: [1, 2, 3]});
    const bare = (...rows: readonly string[]) => {
      writeFileSync(join(run.folder, 'people.csv'), `${['email,city,country', ...rows].join('\n')}\n`);
      return startSync(run.context, {file: 'people.csv', type: 'Leads', update: 'all', clear: true}, {});
    };
    const line = (name: string) => `${name}@example.com,Bonn,Germany`;
    await expect(bare(line('ada'), line('bo'), line('new'))).rejects.toThrow('cannot tell if that is the same person');
    await bare(line('ada'), line('bo'), line('cy'), line('new'));
    expect(run.service.uploads).toEqual([['new@example.com']]);
  });

  test('that emk does not know adds nobody, and changes nothing without an answer', async () => {
    run.write('people.csv', '');
    const other = (text: string) => text.replaceAll(TOKEN, 'ffffffffffff');
    run.write('people.csv', other(`${[header, row('ada', 'Ulm'), row('new')].join('\n')}\n`));
    const input = {file: 'people.csv', type: 'Leads', update: 'all', clear: true};
    await expect(startSync(run.context, input, {})).rejects.toThrow(PreflightError);
    run.write('people.csv', other(`${[header, row('ada', ''), row('new')].join('\n')}\n`));
    await startSync(run.context, input, {});
    expect([run.service.changes, run.service.uploads, named('ada')['city']]).toEqual([[], [], 'Bonn']);
  });
});

describe('what a file shows when it comes back', () => {
  const lines = ['email,city,state', 'ada@example.com,Ulm,', 'bo@example.com,Bonn,', 'cy@example.com,Kiel,'];
  const wentOut = {text: `${lines.join('\n').replace('Ulm', 'Bonn')}\n`, ids: [1, 2, 3]};
  const found = async (given: object = {}, conflicts: readonly object[] = []) => {
    const {checked, rows, terms, before} = await rowsOf(lines, {wentOut, clear: true});
    rows.states.set([away, away, toChange]);
    const list = {back: {conflicts} as never};
    return findComeBack(checked, {rows, terms, list, before: {...before, ...given} as never});
  };

  test('are those who left, and in whose rows something was changed', async () => {
    const all = await found();
    expect(all.away).toEqual({
      ...{people: 2, changed: 1},
      first: [
        {line: 2, email: 'ada@example.com', changed: true},
        {line: 3, email: 'bo@example.com', changed: false},
      ],
    });
    expect((await found({isKnown: false})).away.changed).toBe(0);
    expect((await found({isKnown: false, asksEach: true})).away.changed).toBe(2);
  });

  test('are the cells that two have changed, with what each says', async () => {
    const one = {row: 0, field: 0, id: 1, now: 'Kiel'};
    const others = [
      {row: 2, field: 0, id: 3, now: 'Pune'},
      {row: 2, field: 1, id: 3, now: 'MH'},
    ];
    const {shown, conflicts} = await found({}, [one, ...others]);
    expect([conflicts.length, shown.map(({cell}) => cell)]).toEqual([
      3,
      [
        {id: 1, line: 2, email: 'ada@example.com', field: 'city', file: 'Ulm', list: 'Kiel', alone: true},
        {id: 3, line: 4, email: 'cy@example.com', field: 'city', file: 'Kiel', list: 'Pune', alone: false},
        {id: 3, line: 4, email: 'cy@example.com', field: 'state', file: '', list: 'MH', alone: false},
      ],
    ]);
  });

  test('are a thousand by name, and all by number', async () => {
    const rows = makeRowTable(1001, 0);
    for (let at = 0; at < 1001; at++) rows.add([at, at], new Uint32Array());
    rows.states.fill(away);
    const values = Array.from({length: 1001}, (_, at) => ({line: at + 2, address: `p${at}@x.org`, values: {}}));
    async function* goodValues() {
      yield values;
    }
    const {away: left} = await findComeBack({goodValues} as never, {
      rows,
      terms: {fields: []} as never,
      list: {back: {conflicts: []}} as never,
      before: {isKnown: true} as never,
    });
    expect([left.people, left.first.length]).toEqual([1001, 1000]);
  });

  test('follows from the base, from none, or from a file that was never away', async () => {
    const {checked, terms} = await rowsOf(lines);
    const known = await baseOf(wentOut.text, wentOut.ids);
    const of = (base: object | null | undefined, isPart = true) =>
      beforeOf({base: base as never, checked, isPart}, terms);
    expect([of(undefined), of({base: known, path: ''})?.isKnown, of(null)?.isKnown]).toEqual([undefined, true, false]);
    expect([of(null)?.asksEach, of(null, false)?.asksEach]).toEqual([false, true]);
  });

  test('may be new lines, which are looked at only if they could be renamed people', async () => {
    let reads = 0;
    const look = async (dropped: ReadonlyArray<{id: number; email: string | null}>, state = fresh) => {
      const {checked: whole, rows, terms, before} = await rowsOf(lines, {wentOut});
      const checked = {...whole, rowsAt: (at: Parameters<typeof whole.rowsAt>[0]) => reads++ >= 0 && whole.rowsAt(at)};
      rows.states.fill(same);
      rows.states[1] = state;
      const back = {dropped: {ids: dropped.map(({id}) => id), first: dropped}};
      await settleNewLines(checked as typeof whole, {rows, terms, list: {back} as never, before: before as never});
      return [...rows.states];
    };
    expect(await look([])).toEqual([same, fresh, same]);
    expect(await look([{id: 9, email: 'old@example.com'}], same)).toEqual([same, same, same]);
    expect(reads).toBe(0);
    await expect(look([{id: 9, email: 'old@example.com'}])).rejects.toThrow('The line of old@example.com is gone');
    await expect(look([{id: 9, email: null}])).rejects.toThrow('The line of contact 9 is gone');
  });

  test('is away where the id of its line belongs to a deleted line of somebody whom the list no longer has', async () => {
    const marked = [`emk_id_${TOKEN},email,city`, '3,new@example.com,Bonn', ',other@example.com,Bonn'];
    const {checked, rows, terms} = await rowsOf(marked);
    const before = {rowOf: (id: number) => (id === 3 ? DROPPED : -1)};
    const back = {dropped: {ids: [], first: []}};
    await settleNewLines(checked, {rows, terms, list: {back} as never, before: before as never});
    expect([...rows.states]).toEqual([away, fresh]);
    const left = {
      dropped: {
        ids: [4, 3],
        first: [
          {id: 4, email: 'd@x.org'},
          {id: 3, email: 'c@x.org'},
        ],
      },
    };
    await expect(
      settleNewLines(checked, {
        rows: (await rowsOf(marked)).rows,
        terms,
        list: {back: left} as never,
        before: before as never,
      }),
    ).rejects.toThrow('Line 2 gives c@x.org the new address new@example.com');
  });
});

describe('cells that two have changed', () => {
  const conflicts = [0, 1].map(at => ({row: at, field: 0, id: at + 1, now: 'Kiel'}));
  const cells: CellChangedTwice[] = conflicts.map(({id}) => ({
    ...{id, line: id + 1, email: `p${id}@x.org`, field: 'city', file: 'Ulm', list: 'Kiel', alone: true},
  }));
  const plan = ({states = [same, same], isKnown = true, context = {}, changing = ['Moved'], shown = true} = {}) => {
    const rows = makeRowTable(2, 1);
    for (const at of [0, 1]) rows.add([at, at], Uint32Array.of(5));
    rows.states.set(states);
    const comeBack = {
      ...{before: {isKnown}, away: {people: 0, changed: 0, first: []}, conflicts, mine: new Set()},
      shown: shown ? conflicts.map((conflict, at) => ({conflict, cell: cells[at]})) : [],
    };
    const terms = {fields: [{name: 'city', carried: true}]};
    return fakePlan({comeBack, rows, terms, context, counts: countsOf(rows), starts: {adding: ['Hello'], changing}});
  };

  test('are written if they were chosen, as long as the list says the same', () => {
    const {counts, rows, comeBack, differences, job} = withCells(plan(), cells.slice(1));
    expect([[...rows.states], counts.toChange, comeBack?.mine.size]).toEqual([[same, toChange], 1, 1]);
    expect([differences.carried, job.automations]).toEqual([{city: 1}, ['Hello', 'Moved']]);
    const meanwhile = withCells(plan(), [{...(cells[1] as CellChangedTwice), list: 'Pune'}]);
    expect([meanwhile.counts.toChange, meanwhile.comeBack?.mine.size]).toEqual([0, 0]);
  });

  test('start nothing where nothing is changed in the end', () => {
    expect(withCells(plan(), []).job.automations).toEqual(['Hello']);
    expect(withCells(plan({states: [toChange, same]}), []).job.automations).toEqual(['Hello', 'Moved']);
  });

  test('change a row that differed otherwise, and none that cannot be changed', () => {
    const states = (...of: readonly number[]) => [...withCells(plan({states: [...of]}), cells).rows.states];
    expect([states(differs, toChange), states(away, same)]).toEqual([
      [toChange, toChange],
      [away, toChange],
    ]);
  });

  test('are asked about where somebody can answer, and refused where emk knows nothing', async () => {
    const asking = (possible: boolean, yes: boolean) => ({
      ask: {possible, pick: async (_: string, choices: Parameters<Ask['pick']>[1]) => choices[1]?.value},
      globals: {yes},
    });
    const mine = async (given: Parameters<typeof plan>[0]) => (await settleComeBack(plan(given))).comeBack?.mine.size;
    expect([await mine({context: asking(true, false)}), await mine({context: asking(true, true)})]).toEqual([2, 0]);
    expect(await mine({context: asking(false, false)})).toBe(0);
    const unknown = {isKnown: false, states: [toChange, same]};
    for (const context of [asking(false, false), asking(true, true)])
      await expect(settleComeBack(plan({...unknown, context}))).rejects.toThrow(PreflightError);
    expect(await mine({...unknown, context: asking(true, false)})).toBe(2);
    expect(await mine({isKnown: false, context: asking(false, false)})).toBe(0);
    const other = fakePlan();
    expect([await settleComeBack(other), withCells(other, cells)]).toEqual([other, other]);
  });

  test('are chosen one by one, or all that are left at once', async () => {
    const three = [1, 2, 3].map(id => ({...(cells[0] as CellChangedTwice), id, file: ''}));
    const chosen = async (...answers: readonly number[]) => {
      const offered: number[] = [];
      const pick = async (_: string, choices: ReadonlyArray<{readonly name: string; readonly value: unknown}>) => {
        offered.push(choices.length);
        expect(choices.slice(0, 2).map(({name}) => name)).toEqual(['Keep "Kiel"', 'Write it empty']);
        return choices[answers[offered.length - 1] ?? 99]?.value as never;
      };
      const first = {away: [], conflicts: three};
      const mine = await askAboutCells({pick}, {known: true, away: 0, away_changed: 0, conflicts: 3, first});
      return [mine.map(({id}) => id), offered];
    };
    expect(await chosen(0, 1, 0)).toEqual([[2], [4, 4, 2]]);
    expect(await chosen(1, 3)).toEqual([
      [1, 2, 3],
      [4, 4],
    ]);
    expect(await chosen(1, 2)).toEqual([[1], [4, 4]]);
  });
});

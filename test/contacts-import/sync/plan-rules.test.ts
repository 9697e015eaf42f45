/** Rules over the plan of a sync: how many people may go, what waits for an answer, and what is left in the end. */
import {describe, expect, test} from 'vitest';
import {isBehind} from '../../../src/contacts-import/sync/advance-base.js';
import {tooManyGone} from '../../../src/contacts-import/sync/limits.js';
import {allIn, onlyByChanges} from '../../../src/contacts-import/sync/plan-sync.js';
import {makeRowTable, same} from '../../../src/contacts-import/sync/row-table.js';
import {effectOfSync} from '../../../src/contacts-import/sync/sync-effect.js';
import {
  needsWork,
  planReport,
  sameReport,
  sumOfSync,
  whyNotAll,
} from '../../../src/contacts-import/sync/sync-report.js';
import {questionFor} from '../../../src/contacts-import/sync/sync-words.js';
import {owedIn, unfinishedIn, unfinishedInWords} from '../../../src/contacts-import/sync/unfinished-work.js';
import {dropWithheld, withheldIn} from '../../../src/contacts-import/sync/withhold.js';
import {CheckError, PartialError, PreflightError, RefusedError} from '../../../src/errors.js';
import {fakePlan} from './fake-plan.js';

const people = (count: number, from = 1): number[] => Array.from({length: count}, (_, at) => from + at);

describe('people who are gone', () => {
  const allowed = (gone: number, listed: number, more: Parameters<typeof fakePlan>[0] = {}): boolean =>
    tooManyGone(fakePlan({gone: people(gone), listed, ...more})) === undefined;

  test('are at most a tenth of the list, or twenty-five of a small one', () => {
    expect([allowed(100, 1009), allowed(101, 1009)]).toEqual([true, false]);
    expect([allowed(25, 50), allowed(26, 50)]).toEqual([true, false]);
  });

  test('are at most as many as the line says, as a number or of a hundred', () => {
    const most = (maxGone: string) => ({sync: {maxGone}});
    expect([allowed(3, 50, most('3')), allowed(4, 50, most('3'))]).toEqual([true, false]);
    expect([allowed(50, 101, most('50%')), allowed(51, 101, most('50%'))]).toEqual([true, false]);
    expect(allowed(2, 50, most('1%'))).toBe(false);
  });

  test('are never everybody, those who get no mail already included', () => {
    const any = {sync: {maxGone: '100%'}};
    expect([allowed(9, 10, any), allowed(10, 10, any)]).toEqual([true, false]);
    expect([allowed(5, 10, {...any, left: 4}), allowed(5, 10, {...any, left: 5})]).toEqual([true, false]);
  });

  test('are unknown where rows were rejected, which matters only if somebody would go', () => {
    const rejected = {checked: {rejected: 1}};
    expect([allowed(1, 50, rejected), allowed(0, 50, rejected)]).toEqual([false, true]);
    expect(allowed(50, 50, {...rejected, sync: {gone: 'report'}})).toBe(true);
    expect(tooManyGone(fakePlan({gone: [1], ...rejected}))).toBeInstanceOf(PreflightError);
  });

  test('are deleted or unsubscribed in the effect, or neither', () => {
    const effect = (gone: string) => effectOfSync(fakePlan({gone: [1, 2], sync: {gone}}));
    expect(effect('delete').records).toMatchObject([{does: 'deletes', count: 2}]);
    expect([effect('unsubscribe').people, effect('unsubscribe').records]).toEqual([{unsubscribed: {count: 2}}, []]);
    expect([effect('report').people, effect('report').records]).toEqual([{}, []]);
  });
});

describe('the question of a sync', () => {
  test.each([
    [{send: 1}, 'Add 1 person to "Leads"'],
    [{counts: {toChange: 2}}, 'Change 2 people on "Leads"'],
    [{gone: people(1)}, 'Delete 1 person from "Leads"'],
    [{gone: people(3), sync: {gone: 'unsubscribe'}}, 'Unsubscribe 3 people on "Leads"'],
    [{send: 1200, gone: [], sync: {gone: 'report'}}, 'Add 1,200 people to "Leads"'],
    [{send: 1, counts: {toChange: 2}, gone: people(3)}, 'Add 1 person to "Leads", change 2 people and delete 3 people'],
  ])('says who is added, changed, unsubscribed or deleted, and in which list: %j', (given, expected) => {
    expect(questionFor(fakePlan(given))).toBe(expected);
  });
});

describe('what would start automations and is not allowed to', () => {
  const starts = (adding: readonly string[], changing: readonly string[]) => ({starts: {adding, changing}});
  const both = {send: 3, counts: {toChange: 4, differs: 1}};

  test('is left out, so that the rest is done', () => {
    const adding = dropWithheld(fakePlan({...both, ...starts(['Hello'], [])}));
    expect(adding).toMatchObject({
      ...{withheld: {add: 3, change: 0, automations: ['Hello']}, counts: {toChange: 4, differs: 1}},
      ...{starts: {adding: [], changing: []}, job: {plan: {send: 0}, automations: []}},
    });
    const changing = dropWithheld(fakePlan({...both, ...starts([], ['Moved'])}));
    expect(changing).toMatchObject({
      ...{withheld: {add: 0, change: 4, automations: ['Moved']}, counts: {toChange: 0, differs: 5}},
      ...{starts: {adding: [], changing: []}, job: {plan: {send: 3}, automations: []}},
    });
  });

  test('is left out on both sides beside people who go', () => {
    const plan = fakePlan({...both, gone: [1], ...starts(['Hello'], ['Moved'])});
    expect(dropWithheld(plan)).toMatchObject({withheld: {add: 3, change: 4, automations: ['Hello', 'Moved']}});
    expect(dropWithheld({...plan, sync: {...plan.sync, gone: 'report'}})).toEqual({
      ...plan,
      sync: {...plan.sync, gone: 'report'},
    });
    const asking = {globals: {yes: false}};
    expect(dropWithheld(fakePlan({...both, gone: [1], ...starts(['Hello'], []), context: asking})).withheld).toBe(
      undefined,
    );
    expect(dropWithheld(fakePlan({...both, ...starts(['Hello'], []), context: asking})).withheld?.add).toBe(3);
  });

  test.each([
    ['nothing starts', {...both, ...starts([], [])}],
    ['it is allowed', {...both, ...starts(['Hello'], []), allowAutomations: true}],
    ['somebody can be asked', {...both, ...starts(['Hello'], []), context: {ask: {possible: true}, globals: {}}}],
    ['it is all that there is', {send: 3, ...starts(['Hello'], [])}],
    ['nobody is added by whom it starts', {counts: {toChange: 4}, ...starts(['Hello'], [])}],
  ])('stays in the plan where %s', (_, given) => {
    const plan = fakePlan(given);
    expect(dropWithheld(plan)).toBe(plan);
  });

  test('is an error in the end, of what was left out', () => {
    const error = (add: number, change: number) =>
      withheldIn(fakePlan({withheld: {add, change, automations: ['Hello']}}))?.message ?? '';
    expect([error(1, 0), error(0, 2)]).toEqual([
      expect.stringMatching(/^1 new person was not added, because that starts/),
      expect.stringMatching(/^2 contacts were not changed, because that may start/),
    ]);
    expect(withheldIn(fakePlan())).toBeUndefined();
  });

  test('is told apart by who starts it', () => {
    const all = {adding: ['Hello', 'Both'], changing: ['Both', 'Moved']};
    expect([allIn(all), onlyByChanges(all)]).toEqual([['Hello', 'Both', 'Moved'], ['Moved']]);
    const {starts: told} = effectOfSync(fakePlan({send: 1, starts: all}));
    expect(told.map(({names}) => names)).toEqual([['Hello', 'Both'], ['Moved']]);
  });
});

describe('what is left of the work', () => {
  const failure = (id: number | string) => ({id, error: new RefusedError('No.')});
  const nothing = {done: 0, failed: []};
  const stopped = new RefusedError('No.');

  test('is counted part by part', () => {
    const plan = fakePlan({send: 5, counts: {toChange: 4}, gone: [1, 2, 3]});
    const parts = {
      adding: {outcome: {added: 5, missing: 2}},
      changing: {done: 1, failed: [failure(7)]},
      going: {done: 2, failed: [failure(3)]},
    };
    expect(unfinishedIn(plan, parts)).toEqual({add: 2, change: 3, delete: 1, unsubscribe: 0});
    const seen = {...parts, adding: {people: {arrived: 4, untaken: []}, outcome: {added: 5, missing: 0}}};
    expect(unfinishedIn(plan, seen).add).toBe(1);
    const waiting = {...plan, withheld: {add: 10, change: 20, automations: []}, givenUp: [{} as never]};
    expect(unfinishedIn(waiting, parts)).toMatchObject({add: 13, change: 23});
    expect(unfinishedIn(plan, {...parts, adding: {}}).add).toBe(5);
    expect(unfinishedIn({...plan, sync: {...plan.sync, gone: 'unsubscribe'}}, parts)).toMatchObject({
      ...{delete: 0, unsubscribe: 1},
    });
    expect(unfinishedIn({...plan, sync: {...plan.sync, gone: 'report'}}, parts)).toMatchObject({
      ...{delete: 0, unsubscribe: 0},
    });
  });

  test('names whom the work owes: those who failed, or everybody if it never began', () => {
    const list = fakePlan({gone: [1, 2]}).list;
    expect(owedIn(list, {done: 1, failed: [failure(2)]})).toEqual({count: 1, first: ['p2@example.com']});
    expect(owedIn(list, {...nothing, stopped})).toEqual({count: 2, first: ['p1@example.com', 'p2@example.com']});
    expect(owedIn(list, {done: 1, failed: [], stopped})).toEqual({count: 0, first: []});
    expect(owedIn(list, {done: 0, failed: [failure(1)], stopped}).count).toBe(1);
    expect(owedIn(list, nothing).count).toBe(0);
    expect(owedIn(list, {done: 0, failed: [failure(9), failure('a@x.org')]}).first).toEqual(['contact 9', 'a@x.org']);
  });

  test('is told in sentences, and nothing is told of what is done', () => {
    const none = {add: 0, change: 0, delete: 0, unsubscribe: 0};
    const said = (left: object, {owed = [] as string[], failed = [] as Array<ReturnType<typeof failure>>} = {}) =>
      unfinishedInWords({...none, ...left}, owed, {done: 0, failed}, [], 'leads.csv');
    expect(said({})).toEqual([]);
    expect(said({change: -1, add: 2})).toEqual(['Not done: 2 people to add.']);
    expect(said({delete: 1, unsubscribe: 1}, {owed: ['a@x.org']})).toEqual([
      'Not done: 1 person to unsubscribe (a@x.org), 1 person to delete (a@x.org).',
    ]);
    expect(said({change: 1}, {failed: [failure(5)]})).toEqual(['Not done: 1 person to change (contact 5).']);
    expect(said({change: 2})).toEqual(['Not done: 2 people to change.']);
    const untaken = [1, 2].map(times => ({line: times, email: `${times}@x.org`, times, reason: null}));
    const refused = unfinishedInWords(none, [], nothing, untaken, 'leads.csv');
    expect(refused).toEqual([
      expect.stringMatching(/refused line 1 .* tries it once more/),
      expect.stringMatching(/refused line 2 .* for the second time/),
    ]);
  });
});

describe('the sum and the error of a sync', () => {
  const lost = {before: {isKnown: true}, shown: [], mine: new Set(), away: {people: 2, changed: 1, first: []}};
  const conflicts = [0, 0, 1].map((row, field) => ({row, field, id: row, now: ''}));

  test('count all that its line asked for', () => {
    const plan = fakePlan({
      ...{send: 1, counts: {toChange: 2, needsCountry: 3}, gone: [1, 2, 3, 4], checked: {rejected: 5}},
      withheld: {add: 6, change: 7, automations: []},
      givenUp: [{} as never],
    });
    expect(sumOfSync(plan, {done: 2, doubtful: 1})).toEqual({
      wanted: 29,
      done: 2,
      left: 18,
      impossible: 9,
      doubtful: 1,
    });
    const reporting = {...plan, sync: {...plan.sync, gone: 'report' as const}};
    expect(sumOfSync(reporting, {done: 0, doubtful: 0}).wanted).toBe(25);
  });

  test('count people of an edit whose cells were left, once each', () => {
    const comeBack = {...lost, conflicts};
    const wanted = (more: object, isPart = true) =>
      sumOfSync(fakePlan({comeBack: {...comeBack, ...more}, sync: {isPart}}), {done: 0, doubtful: 0}).wanted;
    expect([wanted({}), wanted({mine: new Set([conflicts[2]])}), wanted({}, false)]).toEqual([3, 2, 0]);
  });

  test.each<[string, Parameters<typeof fakePlan>[0], RegExp | undefined]>([
    ['nothing is left', {}, undefined],
    ['automations were not allowed to start', {withheld: {add: 1, change: 0, automations: ['A']}}, /was not added/],
    ['cells were changed twice', {comeBack: {...lost, conflicts}, sync: {isPart: true}}, /not applied/],
    ['the same, of a pulled file, is told elsewhere', {comeBack: {...lost, conflicts}}, undefined],
    ['people have no country', {counts: {needsCountry: 2}}, /2 contacts have no country/],
    ['people of an account’s files have none', {counts: {needsCountry: 2}, remembers: false}, undefined],
    ['rows were given up', {givenUp: [{line: 2, email: 'a@x.org', times: 2, reason: null}]}, /no longer sends it/],
    ['rows were rejected', {checked: {rejected: 1}}, /1 row was rejected/],
  ])('say why: %s', (_, given, why) => {
    const error = whyNotAll(fakePlan(given));
    if (why === undefined) expect(error).toBeUndefined();
    else expect(error).toBeInstanceOf(PartialError);
    expect(error?.message ?? '').toMatch(why ?? /^$/);
  });

  test('say of a plan whether it may be carried out, and of a check whether anything differs', () => {
    const error = (given: Parameters<typeof fakePlan>[0], check: boolean) => planReport(fakePlan(given), {check}).error;
    expect(error({gone: people(40)}, false)).toBeInstanceOf(PreflightError);
    expect([error({gone: [1]}, false), error({}, true)]).toEqual([undefined, undefined]);
    for (const given of [
      ...[{gone: [1]}, {send: 1}, {counts: {differs: 1}}, {counts: {toChange: 1}}, {counts: {needsCountry: 1}}],
      {givenUp: [{line: 2, email: 'a@x.org', times: 2, reason: null}]},
    ])
      expect(error(given, true)).toBeInstanceOf(CheckError);
    expect(error({send: 1}, true)?.hint).toContain('without --check');
    expect(error({counts: {differs: 1}}, true)?.hint).toContain('--update');
  });

  test('of a list that needs no change shows what differs, if anything does', () => {
    const text = (given: Parameters<typeof fakePlan>[0]) => {
      const {result, error, data} = sameReport(fakePlan(given));
      return {text: result.kind === 'data' ? (result.text ?? '') : '', error, result: data.result};
    };
    expect(text({})).toEqual({text: 'leads.csv → "Leads": no changes', error: undefined, result: 'same'});
    expect(text({counts: {differs: 1}}).text).toContain('1 changed');
    expect(text({comeBack: {...lost, conflicts: []}}).text).toContain('2 no longer on the list');
    expect(text({checked: {rejected: 1}}).error?.exit).toBe(8);
    const givenUp = [{line: 2, email: 'a@x.org', times: 2, reason: null}];
    expect(sameReport(fakePlan({givenUp})).data).toMatchObject({left: {add: 1}, not_taken: givenUp});
  });

  test('a report says what there was to do', () => {
    const given = {send: 2, counts: {toChange: 1, keyless: 1, taken: 1}, gone: [1, 2], left: 3};
    const {data} = planReport(fakePlan({...given, withheld: {add: 4, change: 0, automations: []}}), {check: false});
    expect(data).toMatchObject({
      ...{new: 6, gone: 5, already_unsubscribed: 3, not_comparable: 2, come_back: null},
      to_do: {add: 2, change: 1, delete: 2, unsubscribe: 0},
    });
    const other = planReport(fakePlan({...given, sync: {gone: 'unsubscribe'}}), {check: false}).data;
    expect(other.to_do).toMatchObject({delete: 0, unsubscribe: 2});
    const none = planReport(fakePlan({...given, sync: {gone: 'report'}}), {check: false}).data;
    expect(none.to_do).toMatchObject({delete: 0, unsubscribe: 0});
  });

  test('work is needed for people to add, to change, or to take away', () => {
    const needs = (given: Parameters<typeof fakePlan>[0]) => needsWork(fakePlan(given));
    expect([{}, {gone: [1], sync: {gone: 'report'}}, {counts: {differs: 3, needsCountry: 1}}].map(needs)).toEqual([
      ...[false, false, false],
    ]);
    expect([{send: 1}, {counts: {toChange: 1}}, {gone: [1]}].map(needs)).toEqual([true, true, true]);
  });
});

describe('whether a base is behind the rows that need no change', () => {
  const behind = ({says = [0, 0], id = 7 as number | null, isKnown = true, open = [] as number[], state = same}) => {
    const rows = makeRowTable(1, 2);
    rows.add([1, 2], Uint32Array.from(says));
    rows.states[0] = state;
    const before = {isKnown, entryOf: () => (id === null ? undefined : {entry: 0, person: [1, 2] as const, id})};
    const conflicts = open.map(field => ({row: 0, field, id: 7, now: ''}));
    return isBehind(rows, before as never, conflicts, 2);
  };

  test('a new person, an id that was unknown, or a cell that both sides changed alike', () => {
    expect(behind({})).toBe(false);
    expect([behind({id: null}), behind({id: 0}), behind({says: [0, 5]})]).toEqual([true, true, true]);
    expect([behind({says: [0, 5], open: [1]}), behind({says: [4, 5], open: [1]})]).toEqual([false, true]);
    expect([behind({id: null, isKnown: false}), behind({id: null, state: 2})]).toEqual([false, false]);
  });
});

/** The matrix of faults is complete, and its judge notices faults. `npm run test:faults` runs the cells. */
import {describe, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {loadOperations} from '../../src/endpoints/all.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {faultKinds} from '../../src/sandbox/http/faults.js';
import {changes} from './changes.js';
import {judge} from './judge.js';
import {cellsOf, changesWith, readCellsOf} from './matrix.js';
import type {Played} from './play.js';
import {becameOf} from './state.js';
import {readsStruckBy, struckBy} from './struck-by.js';

const changing = (await loadOperations()).filter(({effect}) => effect !== 'reads').map(({route}) => route);

test('every operation that changes something is struck', () => {
  const struck = new Set(changes.flatMap(({routes}) => routes));
  expect(changing.filter(route => !struck.has(route))).toEqual([]);
  expect([...struck].filter(route => !changing.some(known => known === route))).toEqual([]);
});

test('so is every command that changes something', async () => {
  const commands = commandsOf(await loadTree(tree)).filter(({calls}) => calls.some(({effect}) => effect !== 'reads'));
  const isPlayed = (path: readonly string[]) => changes.some(({line}) => path.every((word, at) => line[at] === word));
  expect(commands.map(({path}) => path).filter(path => !isPlayed(path))).toEqual([]);
});

test('a sample holds every operation and every fault', () => {
  const sample = changesWith('', 37);
  const played = sample.flatMap(({change}) => change.routes);
  expect(changing.filter(route => !played.some(known => known === route))).toEqual([]);
  expect(sample.filter(({cells}) => cells.length === 0)).toEqual([]);
  const met = new Set(sample.flatMap(({cells}) => cells.map(({fault}) => fault.name)));
  expect(struckBy.map(({name}) => name).filter(name => !met.has(name))).toEqual([]);
  expect(sample.flatMap(({cells}) => cells).length).toBeLessThan(200);
});

test('the first and the last read of a route are struck by each fault of a read', () => {
  const [change] = changes;
  if (!change) throw new Error('There are no changes.');
  const read = 'GET /contacts-type';
  const truth = {before: new Map(), after: new Map(), requests: [], log: [read, read, 'POST /contacts-type/add', read]};
  const cells = readCellsOf(change, truth).map(({fault, after}) => `${after} ${fault.name}`);
  expect(cells).toEqual([0, 2].flatMap(after => readsStruckBy.map(({name}) => `${after} ${name}`)));
});

test('every kind of fault that spoils an answer strikes', () => {
  const harmless = ['latency', '413', 'list-cap', 'accept-part'];
  const kinds = new Set(struckBy.map(({kind}) => kind));
  expect(Object.keys(faultKinds).filter(kind => !kinds.has(kind as never) && !harmless.includes(kind))).toEqual([]);
});

test('names are told apart', () => {
  for (const names of [changes.map(({name}) => name), struckBy.map(({name}) => name)])
    expect(names).toEqual([...new Set(names)]);
});

describe('the judge', () => {
  const [change] = changes;
  if (!change) throw new Error('There are no changes.');
  const [cell] = cellsOf(change);
  if (!cell) throw new Error('There are no cells.');
  const [route = ''] = change.routes;
  const truth = {before: new Map(), after: new Map(), requests: [route], log: []};
  const error = (exit: number, more: object = {}) =>
    `${JSON.stringify({error: {exit, message: 'It failed.', retry: 'after_check', hint: 'Look: emk x list', ...more}})}\n`;
  const played = (given: Partial<Played>): Played => ({
    code: 0,
    stdout: '{}',
    stderr: '',
    became: 'all',
    applied: [route],
    ...given,
  });
  const send = {...cell, change: {...change, line: ['mailings', 'create']}};

  test('has nothing to say against the truth', () => {
    expect(judge(cell, played({}), truth)).toEqual([]);
    expect(judge(cell, played({code: 9, stderr: error(9)}), truth)).toEqual([]);
    expect(judge(cell, played({code: 7, stderr: error(7, {retry: 'safe'}), became: 'nothing'}), truth)).toEqual([]);
  });

  test.each<[string, Partial<Played>, string]>([
    ['a success that is none', {became: 'nothing'}, 'says that all was done, and nothing was'],
    ['a half success', {became: 'a part'}, 'says that all was done, and a part was'],
    ['a change that is denied', {code: 6, stderr: error(6)}, 'says that nothing was done, and all was'],
    ['something twice', {became: 'something else'}, 'or something twice'],
    ['a bug', {code: 1, stderr: error(1)}, 'ends with 1'],
    ['an error in words', {code: 9, stderr: 'error: x'}, 'is no JSON document'],
    ['a wrong number in the error', {code: 9, stderr: error(8)}, 'says exit 8'],
    ['bad advice', {code: 9, stderr: error(9, {retry: 'safe'})}, 'trying again is safe'],
    ['no advice', {code: 9, stderr: error(9, {hint: ''})}, 'does not say how to find out'],
    ['a stack trace', {code: 9, stderr: `    at run (x.js:1:2)\n${error(9)}`}, 'stack trace'],
    ['records that are not done', {stdout: '{"done":[1],"failed":[]}', became: 'a part'}, 'no record is said to'],
  ])('speaks against %s', (_, given, says) => {
    expect(judge(cell, played(given), truth).join()).toContain(says);
  });

  const sum = (wanted: number, done: number, left = 0, impossible = 0, doubtful = 0) =>
    JSON.stringify({sum: {wanted, done, left, impossible, doubtful}});

  test.each<[string, Partial<Played>, string]>([
    ['a sum that does not hold', {stdout: sum(3, 2)}, 'its sum does not hold'],
    ['more doubt than is left', {stdout: sum(3, 2, 1, 0, 2), code: 9, stderr: error(9)}, 'its sum does not hold'],
    ['less than was asked for', {stdout: sum(2, 2)}, 'it wanted 3 without a fault'],
    ['a success with something left', {stdout: sum(3, 2, 1)}, 'does not follow from its sum'],
    ['a failure with nothing left', {stdout: sum(3, 3), code: 8, stderr: error(8)}, 'does not follow from its sum'],
    ['doubt that is not told', {stdout: sum(3, 2, 1, 0, 1), code: 8, stderr: error(8)}, 'something is in doubt'],
    ['work that nobody did', {stdout: sum(3, 2, 1), code: 8, stderr: error(8), became: 'nothing'}, 'and it counts'],
  ])('speaks against %s', (_, given, says) => {
    expect(judge(cell, played(given), {...truth, wanted: 3}).join()).toContain(says);
  });

  test('has nothing to say against a sum that is true', () => {
    const whole = {...truth, wanted: 3};
    expect(judge(cell, played({stdout: sum(3, 3)}), whole)).toEqual([]);
    const part = played({stdout: sum(3, 1, 1, 1), code: 8, stderr: error(8), became: 'a part'});
    expect(judge(cell, part, whole)).toEqual([]);
  });

  test('speaks against mail that may have gone out twice', () => {
    expect(judge(send, played({applied: [route, route]}), truth).join()).toContain('made twice');
  });
});

test('states are compared by their rows', () => {
  const before = new Map([['old', 1]]);
  const after = new Map([['new', 2]]);
  const became = (...rows: Array<[string, number]>) => becameOf(new Map(rows), {before, after});
  expect([became(['old', 1]), became(['new', 2])]).toEqual(['nothing', 'all']);
  expect([became(['old', 1], ['new', 1]), became(['new', 3]), became(['other', 1])]).toEqual([
    'a part',
    'something else',
    'something else',
  ]);
});

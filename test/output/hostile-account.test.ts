/** Every command of the tree on a hostile account, in one of its ways; EMK_RUNS=63 runs every one. */
import {expect, test} from 'vitest';
import {lineOfEach, playedCommands} from '../line-of-each.js';
import {randomRuns} from '../random-runs.js';
import {playHostileAccount} from './hostile-account.js';

test('every command of the tree has its line', () => {
  expect(playedCommands.map(({name}) => name).filter(name => !lineOfEach[name])).toEqual([]);
});

playHostileAccount({skip: 0, count: randomRuns(1)});

/** Every command of the tree on a hostile account: some of them in every run, and each in two of its ways; EMK_RUNS=63 plays every one. */

import {expect, test} from 'vitest';
import {lineOfEach, playedCommands} from '../support/line-of-each.js';
import {randomRuns} from '../support/random-runs.js';
import {oneIn} from '../support/sample.js';
import {playHostileAccount} from './hostile-account.js';

test('every command of the tree has its line', () => {
  expect(playedCommands.map(({name}) => name).filter(name => !lineOfEach[name])).toEqual([]);
});

playHostileAccount(randomRuns(4 / oneIn(2)), 24);

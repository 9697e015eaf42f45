/** A function can be read at a glance: none is longer than a screen, except those listed with a reason. */
import {expect, test} from 'vitest';
import {functionsIn, sources} from './sources.js';

/** In lines. */
const LONGEST = 60;

/** The longer ones, each with the reason for keeping it in one piece. */
const longer: Readonly<Record<string, string>> = {
  'api/answers/json-around-list.ts readAroundList':
    'it reads large answers byte by byte: in two pieces it took 21 to 34 % longer',
};

test('no function is longer than a screen', () => {
  const long = [...sources]
    .flatMap(([file, source]) => functionsIn(file, source))
    .filter(({lines}) => lines > LONGEST)
    .map(({file, name}) => `${file} ${name}`);
  expect(long.sort()).toEqual(Object.keys(longer).sort());
});

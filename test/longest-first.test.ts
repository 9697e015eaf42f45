import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {longest} from './longest-first.js';

test('the files that are started first are there', () => {
  expect(longest.filter(name => !existsSync(`test/${name}.test.ts`))).toEqual([]);
});

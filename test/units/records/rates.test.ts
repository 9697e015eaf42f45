/** Shares in conditions and in cells: written in percent, and empty if nothing was sent. */
import {expect, test} from 'vitest';
import {record} from '../../../src/api/describe/operation.js';
import {toReadable} from '../../../src/records/fields/readable.js';
import {toView} from '../../../src/records/view/select.js';

const shape = record({name: 'text', rate: 'rate|null'});
const records = [
  {name: 'none', rate: null},
  {name: 'nobody', rate: 0},
  {name: 'few', rate: 3 / 150},
  {name: 'half', rate: 0.5},
  {name: 'odd', rate: 1.5},
];
const kept = (...where: string[]): string[] => {
  const {keep} = toView({where}, {shape, columns: ['name']});
  return records.filter(each => keep?.(each)).map(({name}) => name);
};

test.each([
  ['rate>2%', ['half', 'odd']],
  ['rate>=2 %', ['few', 'half', 'odd']],
  ['rate=2%', ['few']],
  ['rate>0.02', ['half', 'odd']],
  ['rate>100%', ['odd']],
  ['rate<2%', ['nobody']],
  ['rate=0', ['nobody']],
  ['rate=', ['none']],
])('%s keeps %j', (where, names) => {
  expect(kept(where)).toEqual(names);
});

test.each(['rate>2', 'rate>1', 'rate<=50'])('%s is refused, since it could be percent', where => {
  expect(() => kept(where)).toThrow(' is a share, and ');
});

test('a share is read in percent, and one of nothing as n/a', () => {
  const words = toReadable('rate|null', undefined);
  expect(records.map(({rate}) => words(rate))).toEqual(['n/a', '0.0%', '2.0%', '50.0%', '150.0%']);
});

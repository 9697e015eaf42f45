/** Typed values become a command's input, or one error that names everything wrong with them. */
import {describe, expect, test} from 'vitest';
import {type Params, params} from '../../src/api/schema.js';
import {command} from '../../src/commands/command.js';
import {type TypedValues, toInput} from '../../src/commands/input.js';
import {changing} from '../../src/commands/verbs/update.js';

const read = (takes: Params, given: TypedValues, args: readonly string[] = []): Record<string, unknown> =>
  toInput(
    command({summary: '', takes, args, examples: ['', ''], calls: [], run: async () => ({kind: 'nothing'})}),
    given,
  );

const text = {type: 'text', help: 'Text'} as const;

describe('a blank', () => {
  test('among several values is refused, since it would be sent as an element', () => {
    expect(() => read({to: {...text, many: true}}, {to: ['a', ' ']})).toThrow('--to must not be blank.');
  });

  test('for what the service requires is refused by an update too', () => {
    const takes = changing(params({id: {...text, required: true}, name: {...text, required: true}, note: text}), 'id');
    expect(() => read(takes, {id: '7', name: ''})).toThrow('--name must not be blank.');
    expect(read(takes, {id: '7', note: ''})).toEqual({id: '7', note: ''});
    expect(read(takes, {id: '7'})).toEqual({id: '7'});
  });
});

describe('an address', () => {
  const takes: Params = {email: {...text, format: 'address'}};

  test.each(['nope', 'x y@b.example', 'Ada <ada@b.example>', 'a@b', '.'])('"%s" is none', given => {
    expect(() => read(takes, {email: given})).toThrow(`--email takes an address, and "${given}" `);
  });

  test('is taken as it is, and may be left blank where nothing requires it', () => {
    expect(read(takes, {email: ' ada@b.example '})).toEqual({email: 'ada@b.example'});
    expect(read(takes, {email: ''})).toEqual({email: ''});
  });
});

describe('a moment', () => {
  const takes: Params = {at: {...text, format: 'moment'}};

  test.each([
    ['2026-05-01 09:00', '2026-05-01 09:00:00'],
    ['2026-05-01T09:00:30', '2026-05-01 09:00:30'],
    ['2028-02-29 23:59', '2028-02-29 23:59:00'],
  ])('%s', (given, at) => {
    expect(read(takes, {at: given})).toEqual({at});
  });

  test.each([
    ['2026-02-30 09:00', 'names a day that does not exist: February 2026 has 28 days, not 30.'],
    ['2026-04-31 09:00', 'names a day that does not exist: April 2026 has 30 days, not 31.'],
    ['2027-02-29 09:00', 'names a day that does not exist: February 2027 has 28 days, not 29.'],
    ['2026-13-01 09:00', 'names month 13 in "2026-13-01", and a year has 12.'],
    ['1.5.2026 09:00', 'must be a day such as'],
    ['2026-05-01 24:00', 'must be a time such as'],
    ['2026-05-01', 'must be a day and a time'],
    ['tomorrow', 'must be a day and a time'],
    ['2026-05-01 09:00 PM', 'must be a day and a time'],
  ])('%s is none', (given, why) => {
    expect(() => read(takes, {at: given})).toThrow(`--at ${why}`);
  });
});

test('what is taken word by word keeps its spaces and its blanks', () => {
  const takes: Params = {words: {...text, many: true, verbatim: true}};
  expect(read(takes, {words: ['printf', ' a ', '']}, ['words'])).toEqual({words: ['printf', ' a ', '']});
});

test('a missing switch that can be turned off is named by both of its words', () => {
  const takes: Params = {is_display: {...text, type: 'flag', required: true, negatable: true, option: 'display'}};
  expect(() => read({...takes, name: {...text, required: true}}, {})).toThrow(
    'Missing: --display or --no-display, --name.',
  );
});

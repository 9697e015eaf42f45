/** Typed values become a command's input, or one error that names everything wrong with them. */
import {describe, expect, test} from 'vitest';
import {params} from '../../src/api/describe/notation.js';
import type {Params} from '../../src/api/describe/schema.js';
import type {TypedValues} from '../../src/ask/terminal/ask.js';
import {command} from '../../src/commands/command.js';
import {toInput} from '../../src/commands/input.js';
import {changesOf} from '../../src/commands/verbs/update.js';

const read = (takes: Params, given: TypedValues, args: readonly string[] = [], example = ''): Record<string, unknown> =>
  toInput(
    command({
      summary: '',
      takes,
      args,
      examples: [example, ''],
      calls: [],
      gives: 'nothing',
      run: async () => ({kind: 'nothing'}),
    }),
    given,
  );

const text = {type: 'text', help: 'Text'} as const;

describe('a blank', () => {
  test('among several values is refused, since it would be sent as an element', () => {
    expect(() => read({to: {...text, many: true}}, {to: ['a', ' ']})).toThrow('--to must not be blank.');
  });

  test('for what the service requires is refused by an update too', () => {
    const takes = changesOf(params({id: {...text, required: true}, name: {...text, required: true}, note: text}), 'id');
    expect(() => read(takes, {id: '7', name: ''})).toThrow('--name must not be blank.');
    expect(read(takes, {id: '7', note: ''})).toEqual({id: '7', note: ''});
    expect(read(takes, {id: '7'})).toEqual({id: '7'});
  });
});

describe('an address', () => {
  const takes: Params = {email: {...text, format: 'address'}};

  test.each(['nope', 'x y@b.example', 'a@b', '.'])('"%s" is none', given => {
    expect(() => read(takes, {email: given})).toThrow(`"${given}" is not an email address: it `);
  });

  test('is taken as it is, and may be left blank where nothing requires it', () => {
    expect(read(takes, {email: ' ada@b.example '})).toEqual({email: 'ada@b.example'});
    expect(read(takes, {email: ''})).toEqual({email: ''});
    expect(read(takes, {email: 'Ada <ada@b.example>'})).toEqual({email: 'ada@b.example'});
  });
});

test('a moment is left as it was said, since reading it takes a clock', () => {
  expect(read({at: {...text, format: 'moment'}}, {at: ' tomorrow 9am '})).toEqual({at: 'tomorrow 9am'});
});

test('what is taken word by word keeps its spaces and its blanks', () => {
  const takes: Params = {words: {...text, many: true, verbatim: true}};
  expect(read(takes, {words: ['printf', ' a ', '']}, ['words'])).toEqual({words: ['printf', ' a ', '']});
});

test('a missing switch that can be turned off is named by both of its words', () => {
  const takes: Params = {is_display: {...text, type: 'flag', required: true, negatable: true, option: 'display'}};
  expect(() => read({...takes, name: {...text, required: true}}, {})).toThrow(
    '--display or --no-display and --name are missing.',
  );
});

describe('what is missing', () => {
  const needed = {...text, required: true} as const;
  const takes: Params = {list: needed, name: needed, at: needed, display: {...needed, type: 'flag'}};
  const example = 'emk move May --name "May news" --at \'in 1h\' --display';
  const hint = (given: TypedValues): string => {
    try {
      return JSON.stringify(read(takes, given, ['list'], example));
    } catch (error) {
      return (error as {readonly hint: string}).hint;
    }
  };

  test('is added to a line that has something, and nothing that was given is said again', () => {
    expect(hint({list: "O'Brien", name: '; rm x'})).toBe("For example, add: --at 'in 1h' --display");
    expect(hint({list: 'May', at: 'now', display: true})).toBe('For example, add: --name "May news"');
  });

  test('is shown by the whole example where nothing was given, or a place on the line is empty', () => {
    expect(hint({})).toBe(`For example: ${example}`);
    expect(hint({name: 'May'})).toBe(`For example: ${example}`);
  });
});

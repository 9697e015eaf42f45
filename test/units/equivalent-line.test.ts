/** The line that needs no questions is read back by a shell as it was meant. */
import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import type {Params} from '../../src/api/describe/schema.js';
import {equivalentLine} from '../../src/ask/line/equivalent-line.js';
import type {TypedValues} from '../../src/change/ask.js';
import type {Command} from '../../src/commands/command.js';

const text = {type: 'text', help: 'Text'} as const;
const takes: Params = {
  file: text,
  single_send_name: {...text, option: 'name'},
  to: {...text, many: true},
  now: {type: 'flag', help: 'Now'},
  is_display: {type: 'flag', help: 'Shown', option: 'display', negatable: true},
};
const command: Command = {
  summary: '',
  takes,
  args: ['file'],
  examples: ['', ''],
  calls: [],
  gives: 'nothing',
  run: async () => ({kind: 'nothing'}),
};

const line = (given: TypedValues, answered: TypedValues, words: readonly string[] = []): string =>
  equivalentLine({path: ['things', 'create'], words}, command, given, {...given, ...answered});

test.each<[string, TypedValues, TypedValues, readonly string[], string]>([
  ['options', {}, {single_send_name: 'May', to: ['a', 'b c']}, [], `emk things create --name May --to a --to 'b c'`],
  ['what stands by position first', {}, {file: 'x.csv', now: true}, [], 'emk things create x.csv --now'],
  ['switches off', {}, {is_display: false}, [], 'emk things create --no-display'],
  ['what was typed', {to: ['a']}, {now: true}, ['--to', 'a'], 'emk things create --now --to a'],
  ['nothing that stayed without an answer', {}, {single_send_name: undefined}, [], 'emk things create'],
  ['values that look like options', {}, {single_send_name: '-x'}, [], 'emk things create --name=-x'],
])('holds %s', (_, given, answered, words, expected) => {
  expect(line(given, answered, words)).toBe(expected);
});

test('many people belong into a file', () => {
  const people = Array.from({length: 11}, (_, at) => `p${at}@example.com`).join('; ');
  const adding = {...command, args: [], takes: {...takes, email: {...text, format: 'people', many: true}}} as Command;
  const lineOf = (email: string) => equivalentLine({path: ['add'], words: []}, adding, {}, {email: [email]});
  expect(lineOf(people)).toBe('emk add --file FILE');
  const few = 'a@example.com; b@example.com';
  expect(lineOf(few)).toBe(`emk add --email '${few}'`);
});

test.each([`O'Neil & "friends"`, '$HOME `id` \\ !', '日本 🎉', '-rf *', "''", 'a\tb', ''])(
  'a shell reads %j back',
  name => {
    const shown = line({}, {single_send_name: name}).replace(/^emk things create --name[ =]/, '');
    expect(execFileSync('sh', ['-c', `printf '%s' ${shown}`], {encoding: 'utf8'})).toBe(name);
  },
);

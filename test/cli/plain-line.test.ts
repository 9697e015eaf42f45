/** The small parser of plain lines agrees with commander, and leaves to it every line about which there is a doubt. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Param} from '../../src/api/describe/schema.js';
import {parse} from '../../src/cli/parse-line.js';
import {globalsOf, parsePlainLine} from '../../src/cli/plain-line.js';
import {tree} from '../../src/cli/tree.js';
import {isOptionOf, optionName} from '../../src/commands/parameter-name.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {samples} from '../random-runs.js';

const commands = commandsOf(await loadTree(tree));

const optionsOf = ({command}: (typeof commands)[number]) => [
  ...Object.entries(command.takes).filter(isOptionOf(command)),
  ...globalsOf(command),
];

const value = fc.constantFrom('1', 'json', 'Leads', 'a=b', '', ' ', 'ä –', 'id>', '@x', 'list', 'constructor');
const command = fc.constantFrom(...commands);

/** A line of options in full, in any order, after what is given by position. */
const plain = command.chain(place => {
  const {takes, args} = place.command;
  const places = args.filter(key => !('query' in takes) && !takes[key]?.many).map(() => value.map(text => [text]));
  const given = ([key, param]: readonly [string, Param]) => {
    const word = fc.constantFrom(
      `--${optionName(key, param)}`,
      param.short ? `-${param.short}` : `--${optionName(key, param)}`,
    );
    return param.type === 'flag' ? word.map(flag => [flag]) : fc.tuple(word, value);
  };
  return fc
    .subarray(optionsOf(place).filter(([, {alone}]) => !alone))
    .chain(some => fc.tuple(...places, ...some.map(given)))
    .map(parts => ({place, words: parts.flat()}));
});

test('a plain line is parsed as commander does', {tags: ['long']}, () => {
  fc.assert(
    fc.property(plain, ({place: {path, command}, words}) => {
      expect(parsePlainLine(command, words)).toStrictEqual(parse(path, command, words));
    }),
    samples(300),
  );
});

/** Any words: options whole, short, cut off, turned off, joined with their value, or of another command. */
const anyLine = command.chain(place => {
  const names = optionsOf(place).map(([key, param]) => [optionName(key, param), param.short ?? 'x'] as const);
  const written = fc
    .constantFrom(...names)
    .chain(([name, short]) =>
      fc.constantFrom(
        ...[`--${name}`, `--${name}`, `-${short}`, `--${name}=1`, `-${short}1`, `-${short}q`, `--no-${name}`],
        ...[`--${name.slice(0, 3)}`, `--${name.toUpperCase()}`, `—${name}`],
      ),
    );
  const odd = fc.constantFrom('-', '--', '-h', '--help', '--nonsense', '-1', '-q', '--query', '-undefined', '--');
  return fc
    .array(fc.oneof({weight: 6, arbitrary: written}, {weight: 4, arbitrary: value}, odd), {maxLength: 6})
    .map(words => ({place, words}));
});

test('any other line is left to commander', {tags: ['long']}, () => {
  fc.assert(
    fc.property(anyLine, ({place: {path, command}, words}) => {
      const read = parsePlainLine(command, words);
      if (read !== undefined) expect(read).toStrictEqual(parse(path, command, words));
    }),
    samples(1000),
  );
});

test.each([
  ...['--help', '-h', '--', '--nonsense', '--outpu json', '--output', '-ojson', '--output=json', '--no-colour'],
  ...['--limit -1', '--limit --yes', '--limit 1 --limit 2', '-o json --output csv', 'more', '-qv', '-undefined'],
])('emk lists list %s is for commander', line => {
  const place = commands.find(({path}) => path.join(' ') === 'lists list');
  expect(place && parsePlainLine(place.command, line.split(' '))).toBeUndefined();
});

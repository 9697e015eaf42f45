/** What every command needs for people who meet it for the first time. */

import {describe, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {globalOptions} from '../../src/commands/globals.js';
import {optionName} from '../../src/commands/parameters.js';
import {commandsOf, loadTree, type TreePlace, withBelow} from '../../src/help/tree.js';

const places = await loadTree(tree);
const all = places.flatMap(withBelow);
const commands = commandsOf(places).map(place => ({...place, words: place.path.join(' ')}));

const optionsOf = ({command: {takes, args}}: (typeof commands)[number]) =>
  Object.entries(takes)
    .filter(([key]) => !args.includes(key))
    .flatMap(([key, param]) => {
      const name = optionName(key, param);
      return param.negatable
        ? [
            {name, param},
            {name: `no-${name}`, param},
          ]
        : [{name, param}];
    });

describe.each(commands)('emk $words', place => {
  const {command} = place;
  const options = optionsOf(place);

  test('redefines no option that every command has, and none of its own', () => {
    const names = options.map(({name}) => name);
    const letters = options.flatMap(({param: {short}}) => short ?? []);
    const globals = Object.entries(globalOptions);
    // If --force has another meaning, it has a name for the file, or never touches files. A wait takes --timeout for all of it.
    const own = place.path.at(-1) === 'wait' ? ['force', 'timeout'] : ['force'];
    const taken = [...globals.map(([name]) => name).filter(name => !own.includes(name)), 'help', 'version'];
    const takenLetters = [...globals.flatMap(([, option]) => ('short' in option ? [option.short] : [])), 'h'];
    expect(names.filter(name => taken.includes(name))).toEqual([]);
    expect(letters.filter(letter => takenLetters.some(other => other === letter))).toEqual([]);
    expect(names).toEqual([...new Set(names)]);
    expect(letters).toEqual([...new Set(letters)]);
    expect(names.filter(name => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  test('takes by position only what it takes, and repeats only the last of it', () => {
    for (const key of command.args) expect(Object.keys(command.takes)).toContain(key);
    expect(command.args.slice(0, -1).filter(key => command.takes[key]?.many)).toEqual([]);
    const required = command.args.map(key => command.takes[key]?.required === true);
    expect(required, 'nothing required after what may be left out').toEqual([...required].sort().reverse());
  });
});

test('every word of the tree has a summary of its own, and no two beside each other are alike', () => {
  const beside = (places: readonly TreePlace[]) => places.map(({summary}) => summary);
  for (const places of [all.filter(({path}) => path.length === 1), ...all.map(({below}) => below)]) {
    expect(new Set(beside(places)).size).toBe(places.length);
  }
  for (const {path, summary} of all) expect(summary, path.join(' ')).toMatch(/^[A-Z].{3,}[^.]$/);
});

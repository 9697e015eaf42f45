/** Every operation of the API belongs to some command, and there are not more commands and options than house.md says. */

import {expect, test} from 'vitest';
import {routeNames} from '../../src/api/describe/route.js';
import {tree} from '../../src/cli/tree.js';
import {isOptionOf, optionName} from '../../src/commands/parameters.js';
import {loadOperations} from '../../src/endpoints/all.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';

const operations = await loadOperations();
const commands = commandsOf(await loadTree(tree));

test('all 65 operations are called by a command', () => {
  expect(operations).toHaveLength(65);
  const called = new Set(commands.flatMap(({calls}) => calls));
  expect(operations.filter(operation => !called.has(operation)).map(({route}) => route)).toEqual([]);
});

test('there are at most 105 commands, and 120 options beside the global ones', () => {
  const options = commands.flatMap(({command}) =>
    Object.entries(command.takes)
      .filter(isOptionOf(command))
      .map(([key, param]) => optionName(key, param)),
  );
  expect(commands.length).toBeLessThanOrEqual(105);
  expect(new Set(options).size).toBeLessThanOrEqual(120);
});

test('every command that calls something calls operations of the table', () => {
  const declared = new Set(operations);
  for (const {path, calls} of commands) {
    expect(
      calls.filter(operation => !declared.has(operation)),
      path.join(' '),
    ).toEqual([]);
  }
});

test('what a command is called fits what it does to the account', () => {
  const harmless = /^(list|show|tags|countries|states|cities|status|stats|check|sample|report)$/;
  for (const {name, path, calls} of commands) {
    const effects = calls.map(({effect}) => effect);
    if (harmless.test(name))
      expect(
        effects.every(effect => effect === 'reads'),
        path.join(' '),
      ).toBe(true);
    if (name === 'delete') expect(effects, path.join(' ')).toContain('deletes');
  }
});

test('a parameter of the route is never left to chance', () => {
  for (const operation of operations) {
    for (const name of routeNames(operation)) expect(operation.params[name]?.required, operation.route).toBe(true);
  }
});

test('a parameter is named after an option only where a command has it', () => {
  const shown = (operation: (typeof operations)[number], option: string): boolean =>
    commands
      .filter(({calls}) => calls.includes(operation))
      .some(({command: {takes}}) => Object.entries(takes).some(([key, param]) => optionName(key, param) === option));
  const idle = operations.flatMap(operation =>
    Object.entries(operation.params)
      .filter(([, {option}]) => option !== undefined && !shown(operation, option))
      .map(([key, {option}]) => `${operation.route}: ${key} is called --${option}`),
  );
  expect(idle).toEqual([]);
});

/** Every choice after a job is a line that emk takes. */
import {expect} from 'vitest';
import {nextSteps} from '../../src/cli/next-steps.js';
import {parse} from '../../src/cli/parse-line.js';
import {route} from '../../src/cli/route.js';
import {tree} from '../../src/cli/tree.js';
import {isCommand} from '../../src/commands/command.js';
import {asPeopleSay} from '../../src/commands/tree-words.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {longTest, test} from '../in-two-parts.js';

const list = {id: 3, name: 'Leads'};
const line = {utr: 'u-1', contact_type_id: '3', sender_id: '2', segment_id: '1'};

/** What a job may have made: a scheduled mailing, one that goes out at once, or an import. */
const results = [{schedule_type: 1}, {schedule_type: 0}, {sent: 2, result: 'done'}].map(made => ({
  ...made,
  ...{id: 7, utr: 'u-2', type: list},
}));

longTest('each is a line that emk takes', async () => {
  const offered = new Set<string>();
  for (const {path} of commandsOf(await loadTree(tree))) {
    const place = path.join(' ');
    for (const {words} of results.flatMap(made => nextSteps(place, made, line))) {
      offered.add(place);
      if (words.length === 0) continue;
      const {target, typedPath, rest} = await route(asPeopleSay(tree, words));
      expect(target && isCommand(target), words.join(' ')).toBe(true);
      if (target && isCommand(target)) await parse(typedPath, target, rest);
    }
  }
  expect(offered.size).toBe(31);
});

test('none needs what the job has not made, or makes no sense any more', () => {
  const names = (...of: Parameters<typeof nextSteps>) => nextSteps(...of).map(({name}) => name);
  expect(names('single-sends duplicate', {}, {utr: 'u-1'})).toEqual([]);
  expect(names('single-sends update', {utr: 'u-1', schedule_type: 1, status: 3}, {})).toEqual([]);
  expect(names('contacts import', {sent: 0, type: list}, {})).toEqual([]);
  expect(names('contacts sync', {result: 'planned', type: list}, {})).toEqual([]);
  expect(names('contacts sync', {result: 'done', type: list, done: {added: 0}}, {})).not.toContain(
    'Undo what it added',
  );
  expect(names('contacts sync', {result: 'done', type: list, done: {added: 1}}, {})).toContain('Undo what it added');
  expect(nextSteps('contacts import', {sent: 1, type: {name: 'Spring leads'}}, {})[0]?.words).toEqual([
    ...['single-sends', 'create', '--to'],
    'type:Spring leads',
  ]);
  expect(nextSteps('constructor', {}, {})).toEqual([]);
});

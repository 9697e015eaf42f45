/** Every page of help fits a window, and --help --all leaves nothing out. */
import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {optionName} from '../../src/commands/parameters.js';
import {commandsOf, loadTree, withBelow} from '../../src/help/tree.js';
import {runAgainst} from '../support/run-against.js';

const places = (await loadTree(tree)).flatMap(withBelow);
const commands = commandsOf(await loadTree(tree));
const help = async (...words: string[]): Promise<string> =>
  (await runAgainst('http://127.0.0.1:9/api', [...words, '--help'])).stdout;

/** How many lines a page takes in a terminal of 80 columns, which breaks longer ones. */
const linesOf = (page: string): number =>
  page
    .trimEnd()
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);

test('emk --help takes 30 lines at most, and names every command once', async () => {
  const page = await help();
  expect(linesOf(page)).toBeLessThanOrEqual(30);
  for (const name of Object.keys(tree))
    expect(page.match(new RegExp(`^  ${name}  |(?:: |, )${name}(?=,|$)`, 'gm'))?.length, name).toBe(1);
});

test.each(places.map(({path}) => path))('the page of emk %s %s %s takes 40 lines at most', async (...path) => {
  expect(linesOf(await help(...path.filter(Boolean)))).toBeLessThanOrEqual(40);
});

test.each(commands.map(place => [place.path.join(' '), place] as const))(
  'emk %s --help --all shows every option; what --help hides, it says',
  async (_, {path, command: {takes, args, summary, examples}}) => {
    const [page, whole] = [await help(...path), await help(...path, '--all')];
    for (const text of [`${summary}.`, ...examples]) expect(page).toContain(text);
    for (const [key, param] of Object.entries(takes)) {
      if (args.includes(key)) continue;
      const shown = new RegExp(`--${optionName(key, param)}(?![\\w-])`);
      expect(whole).toMatch(new RegExp(`^  (?:-\\w, )?${shown.source}`, 'm'));
      if (!shown.test(page)) expect(page).toMatch(/^\d+ more options?: emk .* --help --all$/m);
      if (param.required) expect(page).toMatch(shown);
    }
  },
);

test('what every list takes is on a page of its own', async () => {
  expect(await help('contacts', 'list')).toContain('--columns --where --sort --limit --count');
  for (const option of ['columns', 'where', 'sort', 'limit', 'count'])
    expect((await runAgainst('http://127.0.0.1:9/api', ['help', 'output'])).stdout).toContain(`--${option} `);
});

test.each([
  [
    'contacts export',
    'To edit people in a spreadsheet use --edit and give the file to sync --update; the last column tells emk what you changed, so leave it in. Without it, sync writes every differing cell of your file over the list.',
  ],
  [
    'undo',
    'Undo knows what this machine did; on another one give it the account folder. Mail that went out, and ids, do not come back.',
  ],
  [
    'contacts erase',
    'An erased person stays unsubscribed from everything, so nobody mails them by mistake. emk does not know your exports and backups: search them yourself.',
  ],
])('the help of emk %s says what must be known', async (line, sentence) => {
  expect((await help(...line.split(' '))).replaceAll(/\s+/g, ' ')).toContain(sentence);
});

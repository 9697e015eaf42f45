/** Help can be scanned: what is needed comes first, in sections that follow from what each option is. */
import {describe, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {optionName} from '../../src/commands/parameter-name.js';
import {commandHelp} from '../../src/reference/command-help.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {understood} from './understood.js';

const commands = commandsOf(await loadTree(tree));
type Place = (typeof commands)[number];

const helpOf = ({path, command}: Place, isShort: boolean): Promise<string> =>
  commandHelp({path, command, width: 80, isShort});

/** The titles of the sections of options, each with the options below it. */
function sectionsOf(page: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let options: string[] = [];
  for (const line of page.split('\n')) {
    const [, title] = /^(What to \w+):$/.exec(line) ?? [];
    if (title !== undefined) {
      options = [];
      sections.set(title, options);
    } else if (/^\S/.test(line)) options = [];
    const [, name] = /^ {2}(?:-\w, )?--([a-z][a-z0-9-]*)/.exec(line) ?? [];
    if (name !== undefined) options.push(name);
  }
  return sections;
}

/** How many lines it takes until the options end. */
function linesOfOptions(page: string): number {
  const lines = page.split('\n');
  const title = lines.findLastIndex(line => /^What to \w+:$/.test(line));
  return title < 0 ? 0 : lines.indexOf('', title);
}

/** The commands that people run most. */
const mostUsed = [
  'auth login',
  'contact-types list',
  'contact-types create',
  'contacts list',
  'contacts show',
  'contacts create',
  'contacts update',
  'contacts delete',
  'contacts import',
  'contacts export',
  'segments list',
  'senders create',
  'templates preview',
  'single-sends list',
  'single-sends create',
  'single-sends check',
  'single-sends test',
  'single-sends stats',
  'agenda',
  'report',
];

/** These have more options than a screen has lines, so only -h fits. */
const longer = ['contacts create', 'contacts update', 'contacts import', 'single-sends create', 'single-sends check'];

test.each(mostUsed)('the options of emk %s -h end on the first screen', async line => {
  const place = commands.find(({path}) => path.join(' ') === line) as Place;
  const page = await helpOf(place, true);
  if (!longer.includes(line)) expect(linesOfOptions(await helpOf(place, false))).toBeLessThanOrEqual(24);
  expect(linesOfOptions(page)).toBeGreaterThan(4);
  expect(linesOfOptions(page)).toBeLessThanOrEqual(24);
  for (const [key, param] of Object.entries(place.command.takes)) {
    if (param.required && !place.command.args.includes(key)) expect(page).toContain(`--${optionName(key, param)}`);
  }
});

describe.each(commands.map(place => ({line: place.path.join(' '), place})))('emk $line', ({place}) => {
  const {command, calls} = place;
  const titles = /^What to (?:send|read|delete|change|do|check|print)$/;

  test('shows each option once, in the section of what it decides', async () => {
    const sections = sectionsOf(await helpOf(place, false));
    const named = [...sections.values()].flat();
    expect(named).toEqual([...new Set(named)]);
    expect([...sections.keys()].filter(title => !titles.test(title))).toEqual([]);
    expect([...sections.keys()].slice(-2).join()).not.toBe('What to print,What to check');
    if (command.gives === 'done') expect([...sections.keys()]).not.toContain('What to read');
    const sectionOf = (name: string) => [...sections].find(([, options]) => options.includes(name))?.[0];
    for (const [key, param] of Object.entries(command.takes)) {
      if (command.args.includes(key)) continue;
      const name = optionName(key, param);
      const title = sectionOf(name);
      expect(title, name).toBeDefined();
      const isSent = calls.some(({params, effect}) => effect !== 'reads' && params[key]?.help === param.help);
      if (isSent) expect(title, `${name} is sent`).not.toMatch(/check|print/);
      if (/^(strict|force|max-|expect-|fail-if)/.test(name)) expect(title, name).toBe('What to check');
      if (/^(sort|limit|count|raw)$/.test(name)) expect(title, name).toBe('What to print');
    }
  });

  test('puts what is required first, and never takes more than a screen with -h', async () => {
    const page = await helpOf(place, true);
    expect(linesOfOptions(page)).toBeLessThanOrEqual(24);
    const isNeeded = new Map(
      Object.entries(command.takes).map(([key, param]) => [optionName(key, param), param.required]),
    );
    for (const options of sectionsOf(await helpOf(place, false)).values()) {
      const needed = options.map(name => isNeeded.get(name) === true);
      expect(needed).toEqual([...needed].sort().reverse());
    }
  });

  test('has two examples and leads on', async () => {
    const page = await helpOf(place, true);
    expect(page.match(/^ {2}\$ /gm)?.length).toBe(2);
    const seeAlso = page.slice(page.indexOf('\nSee also:\n'));
    const lines = [...seeAlso.matchAll(/^ {2}emk (\S+(?: \S+)*) {2,}\S/gm)].map(([, words = '']) => words);
    expect(lines.length).toBeGreaterThan(0);
    for (const words of lines) await understood(words.split(' '));
  });
});

import {describe, expect, test} from 'vitest';
import {pageOf, topicNamed, topics} from '../../src/help/topics.js';
import {runAgainst} from '../support/run-against.js';

const names = topics().map(({name}) => name);
const help = (words: string) => runAgainst('http://127.0.0.1:9/api', `help ${words}`);

/** The page as emk prints it for a word. */
function printed(word: string, topic: string): string {
  const page = topics().find(({name}) => name === topic);
  return page ? pageOf(page, word) : '';
}

describe.each(topics())('emk help $name', ({name, text}) => {
  test('prints the page, that of a topic which is also a command included', async () => {
    expect(await help(name)).toEqual({code: 0, stdout: printed(name, name), stderr: ''});
  });

  test('is found by its name alone, and has prose that fits a terminal', () => {
    expect(topicNamed(name, [])?.name).toBe(name);
    const prose = text.replaceAll(/^```.*?^```|^\|.*$/gms, '').split('\n');
    expect(prose.filter(line => line.length > 82 && !line.includes(']('))).toEqual([]);
  });

  test('leads to pages that are there', () => {
    const pages = [...text.matchAll(/\]\(([\w-]+)\.md|`emk help ([\w-]+)`/g)].map(([, page, topic]) => page ?? topic);
    expect(pages.filter(page => ![...names, 'not_found', 'topics', 'comparison'].includes(page ?? ''))).toEqual([]);
  });
});

test('emk help topics lists all of them', async () => {
  const {stdout} = await help('topics');
  for (const {name, summary} of topics())
    expect(stdout).toMatch(new RegExp(`^  ${name}  +${summary.slice(0, 20)}`, 'm'));
});

test.each([
  ['send', 'sending'],
  ['Newsletter', 'sending'],
  ['audiences', 'lists'],
  ['timezone', 'dates'],
  ['encodings', 'files'],
  ['deleting', 'undo'],
  ['cron', 'recipes'],
  ['exit codes', 'exit-codes'],
  ['mailchimp', 'moving'],
])('emk help %s leads to %s', async (word, topic) => {
  expect((await help(word)).stdout).toBe(printed(word, topic));
});

test.each([
  ['login', 'login'],
  ['api key', 'login'],
  ['list', 'lists'],
  ['gdpr', 'contacts erase'],
  ['sandbox serve', 'sandbox serve'],
])('emk help %s is the help of emk %s', async (word, line) => {
  expect((await help(word)).stdout).toMatch(new RegExp(`^Usage: emk ${line} `));
});

test.each(['not_found', 'E_NOT_FOUND'])('emk help %s explains that error alone', async word => {
  const {stdout} = await help(word);
  expect(stdout).toMatch(/^not_found\n\nThere is no such record\. Exit code 4\.\n\n- Cause: .*\n- Fix: /);
  expect(stdout).not.toContain('refused');
});

test('a mistyped topic is suggested', async () => {
  expect(await help('sendign')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "emk help sending"?'),
  });
  expect((await help('constructor')).code).toBe(2);
});

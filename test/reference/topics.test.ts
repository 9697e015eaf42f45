import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {settings} from '../../src/accounts/settings.js';
import {tree} from '../../src/cli/tree.js';
import {globalOptions} from '../../src/commands/globals.js';
import * as errors from '../../src/errors.js';
import {topicNamed, topics} from '../../src/reference/topics.js';
import {runAgainst} from '../run-against.js';

const names = [
  'sending',
  'lists',
  'dates',
  'files',
  'undo',
  'import',
  'warehouse',
  'output',
  'options',
  'contract',
  'exit-codes',
  'errors',
  'environment',
  'sandbox',
  'testing',
  'recipes',
  'agents',
  'scripting',
  'topics',
];
const page = async (topic: string): Promise<string> => (await topics[topic]?.()) ?? '';

test('the topics are those that were promised', () => {
  expect(Object.keys(topics)).toEqual(names);
});

describe.each(names)('emk help %s', topic => {
  test('fits 80 columns and ends in a line end', async () => {
    const text = await page(topic);
    expect(text.split('\n').filter(line => line.length > 80)).toEqual([]);
    expect(text).toMatch(/^[\x20-\x7e…→\n]+[^\n]\n$/);
    expect(text).not.toMatch(/[ \t]$/m);
  });
});

test.each(names)('emk help %s has the words that people say', async topic => {
  const text = await page(topic);
  expect([...text.matchAll(/\bemk\s*\n\s*([a-z-]+)/g)].filter(([, word = '']) => word in tree)).toEqual([]);
  expect(text).not.toMatch(/("emk [^"]+");?\s+\1/);
  expect(text).not.toMatch(/\bemk\s+(?:contacts|contact-types|single-sends)\b/);
});

test('emk help topics lists the others', async () => {
  const text = await page('topics');
  for (const topic of names.filter(name => name !== 'topics'))
    expect(text).toMatch(new RegExp(`^  ${topic}  +\\w`, 'm'));
});

test('environment names every variable that emk reads, and no other', async () => {
  const text = await page('environment');
  const read = new Set(
    readdirSync('src', {recursive: true, encoding: 'utf8'})
      .filter(path => path.endsWith('.ts') && !path.startsWith('reference'))
      .flatMap(path => readFileSync(`src/${path}`, 'utf8').match(/\bEMK_[A-Z_]*[A-Z]\b/g) ?? [])
      // Those are for other programs and never read.
      .filter(variable => !variable.startsWith('EMK_SEED_')),
  );
  expect(new Set(text.match(/\bEMK_[A-Z_]*[A-Z]\b/g))).toEqual(read);
  for (const {variable} of Object.values(settings)) if (variable) expect(text).toContain(variable);
});

test('exit-codes tells what each error ends with, and whether to try again', async () => {
  const rows = new Map(
    [...(await page('exit-codes')).matchAll(/^ {2}(\d+)(?: (\d+))? {2,}\S.*? {2,}(no|yes|see)/gm)].map(
      ([, code = '', , again = '']) => [Number(code), again],
    ),
  );
  const seen = new Map<number, string>();
  for (const Kind of Object.values(errors)) {
    if (typeof Kind !== 'function' || !(Kind.prototype instanceof errors.EmkError)) continue;
    const error: errors.EmkError = new (Kind as typeof errors.UsageError)('x');
    seen.set(error.exit, error.retry);
  }
  expect([...seen.keys()].filter(code => code < 130).sort((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ]);
  for (const [code, again] of rows) {
    if (again === 'yes') expect(seen.get(code), `exit ${code}`).toBe('safe');
    if (code === 8 || code === 9) expect(seen.get(code), `exit ${code}`).toBe('after_check');
  }
  expect(await page('exit-codes')).toMatch(/^ {2}130 143 /m);
  expect([...rows.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('output names every format, and nothing of a page names an option that nobody has', async () => {
  const text = await page('output');
  for (const format of globalOptions.output.choices) expect(text).toMatch(new RegExp(`^  ${format}  +\\w`, 'm'));
  const {commandsOf, loadTree} = await import('../../src/reference/load-tree.js');
  const {optionName} = await import('../../src/commands/parameter-name.js');
  const known = new Set([
    ...Object.keys(globalOptions),
    'help',
    ...commandsOf(await loadTree(tree)).flatMap(({command}) =>
      Object.entries(command.takes).map(([key, param]) => optionName(key, param)),
    ),
  ]);
  for (const topic of names) {
    const named = [...(await page(topic)).matchAll(/(?<=[\s"(])--([a-z][a-z-]*)/g)].map(([, name = '']) => name);
    expect(
      named.filter(name => !known.has(name)),
      topic,
    ).toEqual([]);
  }
});

test('emk help prints each page, that of a topic which is also a command included', async () => {
  for (const topic of names) {
    expect(await runAgainst('http://127.0.0.1:9/api', `help ${topic}`)).toEqual({
      code: 0,
      stdout: await page(topic),
      stderr: '',
    });
  }
  const sandbox = await runAgainst('http://127.0.0.1:9/api', 'help sandbox serve');
  expect(sandbox.stdout).toContain('Usage: emk sandbox serve');
  const unknown = await runAgainst('http://127.0.0.1:9/api', 'help constructor');
  expect(unknown.code).toBe(2);
});

test.each([
  ['send', 'sending'],
  ['Newsletter', 'sending'],
  ['audiences', 'lists'],
  ['timezone', 'dates'],
  ['encodings', 'files'],
  ['csv', 'files'],
  ['deleting', 'undo'],
  ['cron', 'recipes'],
  ['exit codes', 'exit-codes'],
  ['time zone', 'dates'],
  ['markdown', 'files'],
  ['colors', 'environment'],
  ['rate limit', 'options'],
  ['mailchimp', 'import'],
  ['cancel', 'sending'],
])('emk help %s leads to %s', async (word, topic) => {
  expect((await runAgainst('http://127.0.0.1:9/api', `help ${word}`)).stdout).toBe(await page(topic));
});

test.each([
  ['login', 'login'],
  ['api key', 'login'],
  ['contact type', 'lists'],
  ['gdpr', 'people erase'],
  ['bounces', 'results'],
])('emk help %s is the help of emk %s', async (word, line) => {
  const {stdout} = await runAgainst('http://127.0.0.1:9/api', `help ${word}`);
  expect(stdout).toMatch(new RegExp(`^Usage: emk ${line} `));
});

test.each(['not_found', 'E_NOT_FOUND'])('emk help %s explains that error alone', async word => {
  const {stdout} = await runAgainst('http://127.0.0.1:9/api', ['help', word]);
  expect(stdout).toMatch(/^not_found \(exit code 4\)\n {2}There is no such record\.\n {2}Cause: .*\n {2}Fix: {4}List/);
  expect(stdout).not.toContain('refused');
  expect(await page('errors')).toContain(stdout);
});

test('a command comes before another word of a topic, and a mistyped topic is suggested', async () => {
  expect((await runAgainst('http://127.0.0.1:9/api', 'help segments')).stdout).toContain(
    'Usage: emk segments <command>',
  );
  expect(await runAgainst('http://127.0.0.1:9/api', 'help sendign')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "emk help sending"?'),
  });
});

test('no word stands for two topics', async () => {
  for (const topic of names) expect(topicNamed(topic, []), topic).toBe(topic);
});

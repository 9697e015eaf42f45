/** `emk help` with the words of the API, of other tools, and of everyday speech leads to the page that is meant. */
import {expect} from 'vitest';
import {errorCodes, UsageError} from '../../src/errors.js';
import {errorDocument} from '../../src/output/messages/error-text.js';
import {longTest, test} from '../in-two-parts.js';
import {runAgainst} from '../run-against.js';

const firstLine = async (words: string): Promise<string> => {
  const {stdout, stderr} = await runAgainst('http://127.0.0.1:9/api', `help ${words}`);
  return (stdout || stderr).split('\n')[0] ?? '';
};

test.each([
  ['contact type', 'contact-types'],
  ['contact types', 'contact-types'],
  ['contact type id', 'contact-types'],
  ['single send', 'single-sends'],
  ['Single Sends', 'single-sends'],
  ['singlesend', 'single-sends'],
  ['utr', 'single-sends'],
  ['unsubscribe group', 'unsubscribe-groups'],
  ['notification recipients', 'notification-recipients'],
  ['custom field', 'fields'],
  ['api key', 'login'],
  ['login', 'login'],
])('"%s" is help about emk %s', async (words, command) => {
  expect(await firstLine(words)).toMatch(new RegExp(`^Usage: emk ${command}\\b`));
});

test.each([
  ['list', 'Lists and segments'],
  ['mailing', 'Sending'],
  ['status codes', 'Exit codes'],
  ['E_NOT_FOUND', 'not_found (exit code 4)'],
])('"%s" is the page %s', async (words, title) => {
  expect(await firstLine(words)).toBe(title);
});

test.each(errorCodes)('an error %s names its own page', async code => {
  const {help} = errorDocument(Object.assign(new UsageError('It failed.'), {code}), {
    fieldNames: () => undefined,
  }).error;
  expect(await firstLine(help.replace('emk help ', ''))).toMatch(new RegExp(`^${code} \\(exit code`));
});

test.each([
  ['help sending --sandbox', 'Sending'],
  ['--sandbox help sending', 'Sending'],
  ['--profile work help contacts import', 'Usage: emk contacts import [options] <file>'],
  ['contacts help', 'Usage: emk contacts <command> [options]'],
  ['contacts help import', 'Usage: emk contacts import [options] <file>'],
  ['help --sandbox', 'emk runs an email-marketing account from the terminal: people, mail, results.'],
])('"%s" is help too', async (line, first) => {
  const {code, stdout} = await runAgainst('http://127.0.0.1:9/api', line);
  expect([code, stdout.split('\n')[0]]).toEqual([0, first]);
});

test('help about a command that is not there names those that are', async () => {
  const {code, stderr} = await runAgainst('http://127.0.0.1:9/api', 'contacts help nothing');
  expect([code, stderr]).toEqual([2, expect.stringContaining('"emk contacts" has no command "nothing".')]);
});

longTest('a program that asks for JSON gets JSON, of emk alone and of its version', async () => {
  const run = async (line: string) => JSON.parse((await runAgainst('http://127.0.0.1:9/api', line)).stdout);
  expect(await run('-o json')).toEqual(await run('commands -o json'));
  expect(await run('-o jsonl')).toEqual(await run('commands -o jsonl'));
  expect(await run('--version -o jsonl')).toEqual(await run('--version -o json'));
  expect(await run('--version -o json')).toEqual({version: expect.stringMatching(/^\d+\.\d+\.\d+/)});
});

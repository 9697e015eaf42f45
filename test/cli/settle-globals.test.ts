import {describe, expect, test} from 'vitest';
import {settleGlobals} from '../../src/cli/settle-globals.js';
import {parseDuration} from '../../src/commands/duration.js';
import {EmkError} from '../../src/errors.js';
import {fakeHost} from '../accounts/fake-host.js';
import {quietGlobals} from '../quiet-globals.js';

const withEnv = (env: Readonly<Record<string, string>>, terminal = false) => fakeHost({env, terminal});

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof EmkError) return `${error.exit} ${error.message}`;
    throw error;
  }
  throw new Error('Not refused');
}

test('nothing given: the standards', () => {
  expect(settleGlobals({}, withEnv({}), {})).toEqual({
    ...quietGlobals,
    ...{
      output: 'table',
      colorOfMessages: 'auto',
      keepDeleted: 30,
      keepImports: 90,
    },
  });
});

test('every flag arrives', () => {
  const flags = {
    output: 'csv',
    out: 'a.txt',
    overwrite: true,
    profile: 'prod',
    'base-url': 'https://a.example/api',
    sandbox: true,
    yes: true,
    'no-input': true,
    'dry-run': true,
    timeout: '90s',
    retries: 2,
    'allow-http': true,
    confirm: 'prod',
    'no-color': true,
    quiet: true,
    debug: true,
  };
  expect(settleGlobals(flags, withEnv({EMK_MAX_WAIT: '5m'}, true), {})).toEqual({
    output: 'csv',
    asked: 'csv',
    out: 'a.txt',
    overwrite: true,
    profile: 'prod',
    baseUrl: 'https://a.example/api',
    sandbox: true,
    yes: true,
    input: false,
    dryRun: true,
    timeout: 90_000,
    retries: 2,
    maxWait: 300_000,
    keepDeleted: 30,
    keepImports: 90,
    color: false,
    colorOfMessages: 'never',
    quiet: true,
    verbose: true,
    debug: true,
    allowHttp: true,
    confirm: 'prod',
  });
});

describe('a flag, else the environment, else the configuration', () => {
  const stored = {
    output: 'tsv',
    timeout: '3s',
    retries: '3',
  };
  const env = {
    EMK_OUTPUT: 'csv',
    EMK_TIMEOUT: '2s',
    EMK_RETRIES: '2',
    EMK_MAX_WAIT: '2m',
  };
  const flags = {
    output: 'id',
    timeout: '1s',
    retries: '1',
  };

  test.each([
    ['flags', flags, env, {output: 'id', timeout: 1000, retries: 1}],
    ['environment', {}, env, {output: 'csv', timeout: 2000, retries: 2, maxWait: 120_000}],
    ['configuration', {}, {}, {output: 'tsv', timeout: 3000, retries: 3}],
    ['empty variables', {}, {EMK_OUTPUT: '', EMK_TIMEOUT: ''}, {output: 'tsv', timeout: 3000}],
  ])('%s', (_what, given, variables, expected) => {
    expect(settleGlobals(given, withEnv({...variables}), stored)).toMatchObject(expected);
  });
});

test('--json is -o json, whatever the environment says, and contradicts every other format', () => {
  expect(settleGlobals({json: true}, withEnv({EMK_OUTPUT: 'csv'}), {}).output).toBe('json');
  expect(settleGlobals({json: true, output: 'json'}, withEnv({}), {}).output).toBe('json');
  expect(refusal(() => settleGlobals({json: true, output: 'csv'}, withEnv({}), {}))).toMatch(
    /^2 --json and --output csv contradict/,
  );
});

describe('a value that makes no sense names its source', () => {
  test.each([
    ['a format', {output: 'xml'}, {}, {}, '2 --output takes one of table, json, jsonl, csv, tsv, md, id, not "xml".'],
    [
      'a variable',
      {},
      {EMK_OUTPUT: 'JSON'},
      {},
      '3 EMK_OUTPUT takes one of table, json, jsonl, csv, tsv, md, id, not "JSON".',
    ],
    [
      'a setting',
      {},
      {},
      {timeout: 'soon'},
      '3 The setting timeout takes a time such as 500ms, 30s or 2m, above zero, not "soon".',
    ],
    [
      'no time at all',
      {timeout: '0'},
      {},
      {},
      '2 --timeout takes a time such as 500ms, 30s or 2m, above zero, not "0".',
    ],
    [
      'no time to try',
      {},
      {EMK_MAX_WAIT: 'soon'},
      {},
      '3 EMK_MAX_WAIT takes a time such as 500ms, 30s or 2m, not "soon".',
    ],
    [
      'less than no tries',
      {retries: -1},
      {},
      {},
      '2 --retries takes a whole number from 0 to 20 (0 and 1 are a single try), not "-1".',
    ],
    [
      'half a try',
      {},
      {EMK_RETRIES: '1.5'},
      {},
      '3 EMK_RETRIES takes a whole number from 0 to 20 (0 and 1 are a single try), not "1.5".',
    ],
  ])('%s', (_what, flags, env, stored, says) => {
    expect(refusal(() => settleGlobals(flags, withEnv({...env}), stored))).toBe(says);
  });

  test('a setting that makes no sense does no harm where a flag is given', () => {
    expect(settleGlobals({timeout: '1s'}, withEnv({}), {timeout: 'soon'}).timeout).toBe(1000);
  });
});

test.each([
  ['on a terminal', {}, true, undefined, true],
  ['off a terminal', {}, false, undefined, false],
  ['NO_COLOR', {NO_COLOR: '1', FORCE_COLOR: '1'}, true, 'always', false],
  ['an empty NO_COLOR', {NO_COLOR: ''}, true, undefined, true],
  ['FORCE_COLOR', {FORCE_COLOR: '1'}, false, undefined, true],
  ['FORCE_COLOR=0', {FORCE_COLOR: '0'}, true, undefined, false],
  ['CLICOLOR_FORCE', {CLICOLOR_FORCE: '1'}, false, undefined, true],
  ['CLICOLOR_FORCE=0 at a terminal', {CLICOLOR_FORCE: '0'}, true, undefined, true],
  ['a dumb terminal', {TERM: 'dumb'}, true, undefined, false],
  ['always', {}, false, 'always', true],
  ['never', {}, true, 'never', false],
] as const)('colour: %s', (_what, env, terminal, color, expected) => {
  expect(settleGlobals({}, withEnv({...env}, terminal), color === undefined ? {} : {color}).color).toBe(expected);
});

test.each([
  [{}, true],
  [{EMK_NO_INPUT: '1'}, false],
  [{EMK_NO_INPUT: '0'}, true],
  [{EMK_NO_INPUT: 'false'}, true],
  [{CI: 'true'}, false],
  [{CLAUDECODE: '1'}, false],
  [{CODEX_HOME: '/home/ada/.codex'}, true],
  [{CURSOR_AGENT: '1', CURSOR_TRACE_ID: '7d1f'}, false],
  [{CURSOR_TRACE_ID: '7d1f'}, true],
])('whether questions are allowed with %j', (env, expected) => {
  expect(settleGlobals({}, withEnv({...env}, true), {}).input).toBe(expected);
});

test.each([
  ['30s', 30_000],
  ['2m', 120_000],
  ['500ms', 500],
  ['90', 90_000],
  ['1.5', 1500],
  ['1.5s', 1500],
  ['1m30s', 90_000],
  ['1H', 3_600_000],
  [' 5s ', 5000],
  ['0', 0],
  ['24h', 86_400_000],
  ['25h', undefined],
  ['', undefined],
  ['-5', undefined],
  ['5 s', undefined],
  ['1e3', undefined],
  ['5d', undefined],
  ['s', undefined],
  ['Infinity', undefined],
])('the time %j', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

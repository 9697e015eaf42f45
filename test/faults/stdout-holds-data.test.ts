/**
 * stdout contains data and nothing else, in every format: JSON is JSON to its end, a table is its rows, and a command
 * that writes files leaves stdout empty. Reports on several records are the requested result, so they are on stdout in
 * words too. Sentences are on stderr, where -q hides them.
 */

import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';
import {playedCommands, playLine, unchangedSandbox} from '../support/line-of-each.js';
import {sample} from '../support/sample.js';

/** Commands whose words are the requested report: what happened to each row, file or record, or what was found. */
const reports = [
  ...['contacts import', 'contacts import resume', 'contacts import status', 'contacts sync'],
  ...['account plan', 'account apply', 'seed', 'seed clean'],
  ...[
    'agenda',
    'report',
    'contacts show',
    'contacts erase',
    'mailings check',
    'automations check',
    'templates lint',
    'doctor',
  ],
  'sandbox mail',
  // Sources of other languages, which contain sentences.
  ...['templates preview', 'completion'],
];

const sandboxAsNew = unchangedSandbox();
let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await sandboxAsNew();
});

const sentence = /^[A-Z"][^\t]*[a-z] [^\t]*\.$/m;

describe.each(sample(playedCommands, 7))('emk $name', ({name, formats}) => {
  test('in words', async () => {
    const {stdout} = await playLine({sandbox, name, options: ['--yes', '-o', 'table']}, ran => ran);
    if (!reports.includes(name)) expect(stdout).not.toMatch(sentence);
  });

  test.runIf(formats.includes('json'))('as JSON, with -q', async () => {
    const {stdout, stderr} = await playLine({sandbox, name, options: ['--yes', '-o', 'json', '-q']}, ran => ran);
    if (stdout !== '') expect(() => JSON.parse(stdout), stdout).not.toThrow();
    for (const line of stderr.split('\n').filter(Boolean)) expect(JSON.parse(line)).not.toHaveProperty('notice');
  });
});

describe('a command that writes files', () => {
  const writers = [
    {name: 'contacts export', line: ['made']},
    {name: 'contacts sample', line: ['made']},
    {name: 'templates preview', line: ['1', 'made']},
    {name: 'report', line: ['made.html']},
    {name: 'lists list', line: ['--out', 'made']},
    {name: 'account pull', line: ['pulled', '--contacts']},
  ];
  test.each(sample(writers, 2))('leaves stdout empty: $name', async ({name, line}) => {
    for (const more of [[], ['-q']]) {
      const ran = await playLine({sandbox, name, line, options: more}, each => each);
      expect(ran).toEqual({
        code: 0,
        stdout: '',
        stderr: expect.stringMatching(more.length > 0 ? /^(?:warning: .*\n)*$/ : /\.\n$/),
      });
    }
  });

  test.each(sample(writers, 3))('tells of each file in JSON: $name', async ({name, line}) => {
    await playLine({sandbox, name, line, options: ['-o', 'json']}, ({stdout}, folder) => {
      const told = JSON.parse(stdout);
      // A pull tells what it wrote as git would: by name.
      for (const {path, rows} of name === 'account pull' ? [] : [told]) {
        const content = readFileSync(resolve(folder, path));
        if (String(path).endsWith('.csv')) expect(rows).toBe(content.toString().trimEnd().split('\n').length - 1);
      }
    });
  });

  test.each(sample(['contacts export', 'contacts sample', 'templates preview 1 -'], 2))(
    'refuses JSON where there is no file: emk %s',
    async words => {
      const before = (await sandbox.requests()).length;
      for (const format of ['json', 'jsonl']) {
        const ran = await playLine({sandbox, name: words, line: [], options: ['-o', format]}, each => each);
        expect([ran.code, ran.stdout]).toEqual([2, '']);
        expect(JSON.parse(ran.stderr)).toMatchObject({
          error: {code: 'usage', hint: expect.stringContaining('name a file')},
        });
      }
      expect((await sandbox.requests()).length).toBe(before);
    },
  );
});

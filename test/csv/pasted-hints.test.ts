/** A header may contain anything, and the option in a message's hint can still be pasted. */
import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {addressColumn} from '../../src/csv/columns/address-column.js';
import {matchColumns, toCandidates} from '../../src/csv/columns/match-columns.js';
import {PreflightError} from '../../src/errors.js';

const strange = 'The "best" $HOME `id` of it\'s';

/** The words of the options in an error's hint, as a shell reads them. */
function wordsOfHint(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (!(error instanceof PreflightError)) throw error;
    const options = error.hint?.replace(/^[^-]*/, '').replace(/( skips the other)?\.$/, '');
    return execFileSync('sh', ['-c', `printf '%s\\n' ${options}`], {encoding: 'utf8'})
      .trimEnd()
      .split('\n');
  }
  throw new Error('Nothing is thrown.');
}

test('the column of the addresses', () => {
  const rows = [
    {line: 1, texts: ['Name', strange]},
    {line: 2, texts: ['Ada', 'ada@example.com']},
  ];
  expect(wordsOfHint(() => addressColumn({name: 'people.csv', rows, lines: [], warnings: []}, undefined))).toEqual([
    '--column',
    strange,
  ]);
});

test('the column of a field', () => {
  const headers = [`e-mail`, `E_MAIL`];
  const candidates = toCandidates(headers, [{texts: headers.map(() => 'ada@example.com')}]);
  expect(wordsOfHint(() => matchColumns(candidates, ['email']))).toEqual([
    ...['--map', 'e-mail=email'],
    ...['--map', 'E_MAIL='],
  ]);
});

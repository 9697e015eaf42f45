/** An example that is wider than the window breaks where a person would break it. */
import {expect, test} from 'vitest';
import {narrowed} from '../../src/reference/narrow.js';

const shown = (example: string): string => narrowed(`  $ ${example}`, 60);

test('an option stays with its value', () => {
  expect(shown('emk contacts create --type Newsletter --email ada@example.com --country India')).toBe(
    '  $ emk contacts create --type Newsletter \\\n      --email ada@example.com --country India',
  );
});

test('a line ends after && and |, without a backslash', () => {
  expect(shown('emk contacts list --where city=Pune --out pune.csv && emk contacts delete - < pune.csv')).toBe(
    '  $ emk contacts list --where city=Pune --out pune.csv &&\n      emk contacts delete - < pune.csv',
  );
});

/** An example that is wider than the window breaks where a person would break it. */
import {expect, test} from 'vitest';
import {narrowed} from '../../src/reference/narrow.js';

const shown = (example: string): string => narrowed(`  $ ${example}`, 60);

test('an option stays with its value', () => {
  expect(shown('emk contacts create --type Newsletter --email ada@example.com --country India')).toBe(
    '  $ emk contacts create --type Newsletter \\\n      --email ada@example.com --country India',
  );
});

test('a value may begin with a hyphen', () => {
  expect(shown('emk single-sends stats --since "last month" --sort -open_rate')).toBe(
    '  $ emk single-sends stats --since "last month" \\\n      --sort -open_rate',
  );
});

test('a line ends after && and |, without a backslash', () => {
  expect(shown('emk contacts list --where city=Pune --out pune.csv && emk contacts delete - < pune.csv')).toBe(
    '  $ emk contacts list --where city=Pune --out pune.csv &&\n      emk contacts delete - < pune.csv',
  );
});

test('a line that the page has broken is broken anew', () => {
  expect(
    narrowed('  $ emk single-sends test --name May \\\n      --subject "News in spring" --to me@example.com', 50),
  ).toBe('  $ emk single-sends test --name May \\\n      --subject "News in spring" \\\n      --to me@example.com');
});

test('the line of usage stays alone, however long it is', () => {
  const usage = `Usage: emk templates preview ${'[file.html] '.repeat(5).trim()}`;
  expect(narrowed(`${usage}\nSee a mailing as readers get it.`, 100)).toBe(
    `${usage}\nSee a mailing as readers get it.`,
  );
});

/**
 * Nasty files: what is mapped, skipped, asked, rejected and stored. The golden report shows every stored value that
 * differs from the cell that another CSV reader reads there; `UPDATE=1` writes it again, to be read before it is committed.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {expect, test} from 'vitest';
import {type Reading, useReading} from '../reading.js';
import {files} from './files.js';

const {read} = useReading();

const papaparse = createRequire(import.meta.url)('papaparse') as {
  parse(text: string, options: {readonly delimiter: string}): {readonly data: string[][]};
};

const golden = new URL('golden.txt', import.meta.url).pathname;

test('there are sixty of them', () => {
  expect(Object.keys(files).length).toBeGreaterThanOrEqual(60);
});

test('nasty files are read as a careful colleague reads them, cell by cell', {timeout: 120_000}, async () => {
  const reports: string[] = [];
  for (const [name, content] of Object.entries(files)) reports.push(`${name}\n${await reportOf(content)}`);
  const written = `${reports.join('\n\n')}\n`;
  if (process.env['UPDATE'] && !process.env['CI']) writeFileSync(golden, written);
  expect(written).toBe(readFileSync(golden, 'utf8'));
});

async function reportOf(content: string | Uint8Array): Promise<string> {
  const found = await read(content, {status: 'auto'});
  if (found.refused !== undefined) return `  refused: ${refusal(found.refused)}`;
  return linesOf(found, content)
    .map(line => `  ${line}`)
    .join('\n');
}

const refusal = (refused: string): string =>
  refused
    .trim()
    .replace(/^error \d+: /, '')
    .replace('\n  ', '\n    ');

function linesOf(found: Reading, content: string | Uint8Array): string[] {
  const other = otherReading(content, found.read);
  return [
    ...found.read.columns.map(
      ({header, fields}) => `${header.replaceAll('\n', ' ') || '(no name)'} → ${fields.join(', ') || '-'}`,
    ),
    ...found.warnings.map(warning => `! ${warning}`),
    ...found.sent.map(({line, values}) => `${line}: ${stored(values, found.read, other.get(line) ?? [])}`),
    ...found.rejected.map(({line, reason}) => `${line}✗ ${reason}`),
  ];
}

/** The stored values of a row; `was` where the cell of the other reader says something else. */
function stored(
  values: Readonly<Record<string, string>>,
  {columns}: Reading['read'],
  cells: readonly string[],
): string {
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => {
      const column = columns.findIndex(({fields}) => fields.includes(field));
      const cell = cells[column < 0 ? columns.findIndex(({fields}) => fields.includes('email')) : column];
      return `${field} ${value}${cell === value ? '' : ` (was ${JSON.stringify(cell)})`}`;
    })
    .join(' | ');
}

/** The cells of each record by its first line, as papaparse reads them. */
function otherReading(content: string | Uint8Array, {delimiter}: Reading['read']): ReadonlyMap<number, string[]> {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  const {data} = papaparse.parse(text, {delimiter: delimiter === 'tab' ? '\t' : delimiter});
  const records = new Map<number, string[]>();
  let line = 1;
  for (const cells of data) {
    records.set(line, cells);
    line += cells.join('').split('\n').length;
  }
  return records;
}

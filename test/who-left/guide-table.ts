/** The table of the guide "Who gets no mail", which has a row for each way in. */
import {readFileSync, writeFileSync} from 'node:fs';

const guide = 'docs/who-gets-no-mail.md';

const rowLine = /^\| (`.+?) \| .*\|$/gm;

/** The rows by their ways in. */
export const rowsOfGuide = (): ReadonlyMap<string, string> =>
  new Map([...readFileSync(guide, 'utf8').matchAll(rowLine)].map(([line, name = '']) => [name, line]));

/** Writes one row, and keeps the others, in the order of the ways in. */
export function writeRow(name: string, row: string, order: readonly string[]): void {
  const rows = new Map([...rowsOfGuide(), [name, row]]);
  const text = readFileSync(guide, 'utf8').replace(new RegExp(`\n${rowLine.source.slice(1)}`, 'gm'), '');
  const body = order.flatMap(each => rows.get(each) ?? []);
  writeFileSync(
    guide,
    text.replace(/^\|[ :|-]+\|$/m, rule => [rule, ...body].join('\n')),
  );
}

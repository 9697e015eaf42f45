/** What the bench has measured, in the file of figures and as a table of the guide. */
import {readFileSync, writeFileSync} from 'node:fs';
import {figures, keepFigures, today} from '../figures.mjs';

const guide = new URL('../../src/site/guides/proof.md', import.meta.url);
const table = /(?<=<!-- bench -->\n)[\s\S]*(?=<!-- \/bench -->)/;

/** Keeps these rows, and those of other parts and of other versions of Node.js that were measured before. */
export function keepRows(all, {node, cores}) {
  const major = Number(/\d+/.exec(node)[0]);
  const measured = all.filter(({ratio, amount}) => ratio !== undefined || amount !== undefined);
  const before = figures().bench?.rows ?? [];
  const rows = measured.map(({what, ratio, amount, unit, target}) => ({
    what,
    node: major,
    value: rounded(ratio?.median ?? amount),
    unit: ratio ? '×' : unit,
    limit: target,
    day: today(),
  }));
  const sameAs = row => other => row.what === other.what && row.node === other.node;
  const replaced = before.map(row => rows.find(sameAs(row)) ?? row);
  const added = rows.filter(row => !before.some(sameAs(row)));
  keepFigures('bench', {reproduce: 'npm run bench -- --keep', machine: cores, rows: [...replaced, ...added]});
  const text = readFileSync(guide, 'utf8');
  writeFileSync(
    guide,
    text.replace(table, () => tableOf(figures().bench)),
  );
}

/** The rows as the guide shows them. Only starts are measured on more than one Node.js. */
export const tableOf = ({rows, machine}) =>
  [
    `Each row is of the last run that measured it, from ${daysOf(rows)}, on ${machine}, with Node.js 20 where nothing else is said:`,
    '',
    '| what | measured | promised |',
    '|---|---|---|',
    ...rows.map(lineOf),
    '',
  ].join('\n');

/** From when to when the rows were measured. */
export function daysOf(rows) {
  const days = rows.map(({day}) => day).sort();
  return days[0] === days.at(-1) ? days[0] : `${days[0]} to ${days.at(-1)}`;
}

function lineOf({what, node, value, unit, limit}) {
  const where = node === 20 ? '' : `, Node.js ${node}`;
  return `| ${what}${where} | ${[value, unit].join(' ').trim()} | ${limit.trim()} |`;
}

const rounded = value => Number(value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0));

import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {checkFile} from '../../src/contacts/check/check.js';
import type {Checked, CheckOptions, ImportField} from '../../src/contacts/file/contract.js';
import {EmkError} from '../../src/core/errors.js';
import {reservedFields} from '../../src/endpoints/fields.js';

const folder = mkdtempSync(join(tmpdir(), 'emk-read-'));

/** A path for a file that exists until all tests are over. */
export const inFolder = (name: string): string => join(folder, name);

export const reserved: readonly ImportField[] = reservedFields.map(name => ({name, type: 'text'}));

export const custom: readonly ImportField[] = [
  {name: 'age', type: 'number'},
  {name: 'join_date', type: 'datetime-local'},
  {name: 'phone', type: 'text'},
];

export const optionsFor = (path: string, options: Partial<CheckOptions> = {}): CheckOptions => ({
  path,
  encoding: 'auto',
  map: [],
  set: [],
  dateOrder: undefined,
  fields: [...reserved, ...custom],
  sampleHeader: undefined,
  createFields: false,
  ...options,
});

/** What is said about a file. */
export const warningsOf = ({findings}: Checked): readonly string[] => findings.flatMap(({says}) => says);

let files = 0;

/** Writes a file and checks it. */
export const check = (content: string | Uint8Array, options: Partial<CheckOptions> = {}): Promise<Checked> =>
  checkClearly(written(content, options));

/** The same of a file about which its owner must say something. */
export const judged = (content: string | Uint8Array, options: Partial<CheckOptions> = {}): Promise<Checked> =>
  checkFile(written(content, options));

function written(content: string | Uint8Array, options: Partial<CheckOptions>): CheckOptions {
  const path = inFolder(`${++files}.csv`);
  writeFileSync(path, content);
  return optionsFor(path, {name: 'leads.csv', ...options});
}

/** Checks a file, and refuses it if only its owner can say what it means. */
export async function checkClearly(options: CheckOptions): Promise<Checked> {
  const checked = await checkFile(options);
  const stops = checked.findings.find(finding => finding.stops)?.stops;
  if (stops) throw stops(undefined);
  return checked;
}

/**
 * The findings of a check as text: the rows to send, the rejected ones with reasons, or the error about the whole file.
 */
export async function report(content: string | Uint8Array, options: Partial<CheckOptions> = {}): Promise<string> {
  try {
    return await reportOf(await check(content, options));
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    return `\nerror ${error.exit}: ${error.message}\n  ${error.hint}\n`;
  }
}

async function reportOf(checked: Checked): Promise<string> {
  const lines = [
    `${checked.encoding} ${checked.delimiter} · ${checked.rows} rows: ${checked.good} good, ${checked.rejected} rejected, ${checked.repeated} repeated`,
    ...checked.columns.filter(({fields}) => fields.length === 0).map(({header}) => `left out: ${header}`),
    ...checked.status.headers.map(header => `status: ${header}`),
    ...checked.newFields.map(({name, type}) => `new: ${name} ${type}`),
    ...warningsOf(checked).map(warning => `! ${warning}`),
    `      ${text(checked.header)}`,
  ];
  for await (const rows of checked.rowsIn(1)) {
    for (const {line, bytes} of rows) lines.push(`${String(line).padStart(4)}: ${text(bytes)}`);
  }
  for await (const {line, reason} of checked.rejectedRows()) lines.push(`${String(line).padStart(4)}✗ ${reason}`);
  return `\n${lines.join('\n')}\n`;
}

const text = (bytes: Uint8Array): string =>
  JSON.stringify(Buffer.from(bytes).toString('utf8')).slice(1, -1).replaceAll('\\"', '"');

import {createHash} from 'node:crypto';
import {closeSync, fsyncSync, openSync, rmSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {EmkError, PreflightError} from '../../errors.js';
import {readOwnFile, requireKnownVersion} from '../../system/kept-file.js';
import {plural} from '../../words/sentence.js';

/** The cells of rows that a person fixed, by their first lines. The file itself is not changed. */
export type Fixes = ReadonlyMap<number, readonly string[]>;

/** The journal's note about the saved fixes. */
export type KeptFixes = {readonly rows: number; readonly sha256: string};

/** Saves the fixed rows of an import until its end, because a resumed import must send them as fixed. */
export function keepFixes(folder: string, fixes: Fixes): KeptFixes | undefined {
  if (fixes.size === 0) return undefined;
  const text = `${JSON.stringify({version: 1, rows: [...fixes]})}\n`;
  const file = openSync(fixesPath(folder), 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return {rows: fixes.size, sha256: sha256Of(text)};
}

/** Reads the saved fixes, and checks that they are the journal's. */
export function readFixes(folder: string, kept: KeptFixes | undefined): Fixes {
  if (kept === undefined) return new Map();
  const path = fixesPath(folder);
  try {
    const text = readOwnFile(path).toString();
    if (sha256Of(text) === kept.sha256) return rowsIn(JSON.parse(text), path);
  } catch (cause) {
    if (cause instanceof EmkError) throw cause;
    throw missingFixes(path, kept, cause);
  }
  throw missingFixes(path, kept);
}

/** The rows in a file of fixes. The SHA-256 proves that emk wrote it; the version says in which format. */
function rowsIn(value: object, path: string): Fixes {
  requireKnownVersion(value, `The file ${path}`, {or: 'Or start a new import.'});
  return new Map((value as {readonly rows: ReadonlyArray<[number, readonly string[]]>}).rows);
}

export const dropFixes = (folder: string): void => rmSync(fixesPath(folder), {force: true});

const missingFixes = (path: string, {rows}: KeptFixes, cause?: unknown): PreflightError =>
  new PreflightError(
    `${plural(rows, 'The row', `The ${rows} rows`)} you fixed for this import ${plural(rows, 'is', 'are')} gone from ${path}.`,
    {cause, hint: 'Start a new import. emk skips people who are already on the list.'},
  );

const fixesPath = (folder: string): string => join(folder, 'fixes.json');

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

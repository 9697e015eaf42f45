/** The journal as a file: where it is, and how a kill leaves it. */
import {existsSync, readdirSync, readFileSync, truncateSync} from 'node:fs';
import {join} from 'node:path';
import type {FakeRun} from './fake-run.js';

/** The journal of the latest run. */
export function journalOf(run: FakeRun): string | undefined {
  const imports = join(run.folder, 'state', 'imports');
  if (!existsSync(imports)) return undefined;
  const id = readdirSync(imports)
    .filter(name => name !== 'locks')
    .sort()
    .at(-1);
  const path = join(imports, id ?? '', 'journal.jsonl');
  return id !== undefined && existsSync(path) ? path : undefined;
}

/** The journal before a run: its path, and where its complete records end. */
type Mark = {readonly path: string | undefined; readonly end: number};

export function markOf(run: FakeRun): Mark {
  const path = journalOf(run);
  return {path, end: path === undefined ? 0 : readFileSync(path, 'utf8').lastIndexOf('\n') + 1};
}

/** Cuts the journal as a kill during a write would: a part of the last record stays, or none. */
export function tear(run: FakeRun, before: Mark, how: 'none' | 'half' | 'whole'): void {
  const path = journalOf(run);
  if (path === undefined || how === 'whole') return;
  const text = readFileSync(path, 'utf8');
  const last = text.lastIndexOf('\n', text.length - 2) + 1;
  if (last === 0 || (path === before.path && last < before.end)) return;
  truncateSync(path, how === 'none' ? last : Math.floor((last + text.length) / 2));
}

import {readKeptLines} from '../accounts/read-kept-deletion.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import type {KeptKind} from '../commands/keeping/keeping.js';

/** What a copy holds, without the contacts themselves: they may be too many for memory. */
export type Copied = {
  readonly has: ReadonlySet<KeptKind>;
  recordsOf(kind: KeptKind): readonly Loose[];
  /** The highest row that there was of a kind when the copy was made: later rows were created since. */
  lastRowOf(kind: KeptKind): number;
};

/** Reads a copy, and refuses one that this emk knows only in part, before anything is changed. */
export async function readCopy(context: Context, path: string): Promise<Copied> {
  const has = new Set<KeptKind>();
  const records = new Map<KeptKind, Loose[]>();
  const lastRows = new Map<string, number>();
  const seeRow = (kind: string, row: unknown): void =>
    void lastRows.set(kind, Math.max(lastRows.get(kind) ?? 0, Number(row)));
  for await (const line of readKeptLines(context, path)) {
    if ('last_row' in line) {
      for (const [kind, row] of Object.entries(line.last_row)) seeRow(kind, row);
      continue;
    }
    const {kind, record} = line;
    has.add(kind);
    if (kind === 'contacts') continue;
    seeRow(kind, record['id']);
    const some = records.get(kind);
    if (some) some.push(record);
    else records.set(kind, [record]);
  }
  return {has, recordsOf: kind => records.get(kind) ?? [], lastRowOf: kind => lastRows.get(kind) ?? 0};
}

/** A copy as if it held only some of its kinds. */
export const onlyOf = (copied: Copied, isWanted: (kind: KeptKind) => boolean): Copied => ({
  ...copied,
  has: new Set([...copied.has].filter(isWanted)),
  recordsOf: kind => (isWanted(kind) ? copied.recordsOf(kind) : []),
});

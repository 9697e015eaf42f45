/** Journals that version 0.1 really wrote, killed in the middle or ended, in `of-0.1`, put where today's commands find them. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {journalLine} from '../journal-line.js';

const read = <T>(name: string): T => JSON.parse(readFileSync(`test/work/of-0.1/${name}.json`, 'utf8')) as T;

/** An import or sync of the fake service, with what its list held at that moment. */
export type LeftImport = {
  readonly id: string;
  readonly journal: readonly string[];
  readonly file: readonly string[];
  readonly account: {
    readonly now: number;
    readonly nextId: number;
    readonly left: readonly object[];
    readonly listed: readonly object[];
  };
};

/** Puts the journal of an import below a state folder, as if it had run in this folder. */
export function leaveImport(name: string, folder: string): LeftImport {
  const left = read<LeftImport>(name);
  leaveLines(join(folder, 'state/imports', left.id), 'journal.jsonl', left.journal, [['/home/ada', folder]]);
  writeFileSync(join(folder, 'leads.csv'), left.file.join('\n'));
  return left;
}

/** An apply or destroy: its journal, the lock file of the folder, and the imports that it began. */
type LeftApply = {
  readonly key: string;
  readonly journal: readonly string[];
  readonly lock?: object;
  readonly imports?: Readonly<Record<string, readonly string[]>>;
  readonly copies?: Readonly<Record<string, string>>;
};

/** Puts them into the folder `a` and the state folder of a shell, as if they were about its account. */
export function leaveApply(
  name: string,
  folder: string,
  {origin, key}: {readonly origin: string; readonly key: string},
) {
  const left = read<LeftApply>(name);
  const changes = [
    ['http://127.0.0.1:1', origin],
    [left.key, key],
    [left.key.slice(0, 8), key.slice(0, 8)],
    ['/home/ada', folder],
  ] as const;
  leaveLines(join(folder, 'a'), '.emk-apply.jsonl', left.journal, changes);
  if (left.lock) {
    const text = changes.reduce((now, [from, to]) => now.replaceAll(from, to), JSON.stringify(left.lock));
    writeFileSync(join(folder, 'a/emk.lock.json'), text);
  }
  for (const [id, lines] of Object.entries(left.imports ?? {}))
    leaveLines(join(folder, 'state/imports', id), 'journal.jsonl', lines, changes);
  for (const [id, text] of Object.entries(left.copies ?? {}))
    writeFileSync(join(folder, 'state/imports', id, 'source.csv'), text);
}

function leaveLines(
  folder: string,
  name: string,
  lines: readonly string[],
  changes: ReadonlyArray<readonly [from: string, to: string]>,
): void {
  mkdirSync(folder, {recursive: true});
  const changed = lines.map(line => {
    const text = changes.reduce((now, [from, to]) => now.replaceAll(from, to), line);
    return text === line ? `${line}\n` : journalLine((JSON.parse(text) as {readonly record: object}).record);
  });
  writeFileSync(join(folder, name), changed.join(''));
}

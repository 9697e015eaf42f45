import {existsSync, renameSync, rmSync} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {basename, dirname, extname, join} from 'node:path';

/** `leads.csv` gives `leads.missing.csv`, or `leads.missing.2.csv` where that exists: nothing is ever overwritten. */
export function freeName(source: string, word: string, extension = '.csv'): string {
  const stem = join(dirname(source), basename(source, extname(source)));
  for (let number = 1; ; number++) {
    const name = `${stem}.${word}${number === 1 ? '' : `.${number}`}${extension}`;
    if (!existsSync(name)) return name;
  }
}

/** Writes a file that appears under its name only when it is whole. A file without lines is not made at all. */
export async function writeLines(name: string, header: Uint8Array, lines: AsyncIterable<Uint8Array>): Promise<boolean> {
  const draft = `${name}.part`;
  let file: FileHandle | undefined;
  try {
    for await (const line of lines) {
      if (!file) {
        file = await open(draft, 'w', 0o600);
        await file.write(Buffer.concat([header, newline]));
      }
      await file.write(Buffer.concat([line, newline]));
    }
    if (!file) return false;
    await file.sync();
    await file.close();
    renameSync(draft, name);
    return true;
  } catch (error) {
    await file?.close().catch(() => undefined);
    rmSync(draft, {force: true});
    throw error;
  }
}

const newline = Buffer.from('\n');

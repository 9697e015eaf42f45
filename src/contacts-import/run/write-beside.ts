import {rmSync} from 'node:fs';
import {basename, dirname, extname, join} from 'node:path';
import {createEmpty} from '../../system/empty-file.js';
import {writeWhole} from '../../system/whole-file.js';

/**
Writes what became of a file's rows beside it and gives the name: `leads.csv` gives `leads.missing.csv`, or
`leads.missing.2.csv` where that exists. Nothing is ever overwritten, also not what another import of the same file writes.
*/
export async function writeBeside(
  source: string,
  word: string,
  text: AsyncIterable<string | Uint8Array>,
): Promise<string> {
  const name = await reserve(source, word);
  try {
    await writeWhole(name, text);
    return name;
  } catch (error) {
    rmSync(name, {force: true});
    throw error;
  }
}

/** The first free name, made as an empty file so that nobody else takes it. */
async function reserve(source: string, word: string): Promise<string> {
  const stem = join(dirname(source), basename(source, extname(source)));
  for (let number = 1; ; number++) {
    const name = `${stem}.${word}${number === 1 ? '' : `.${number}`}.csv`;
    if (await createEmpty(name)) return name;
  }
}

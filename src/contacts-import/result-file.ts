import {existsSync} from 'node:fs';
import {basename, dirname, extname, join} from 'node:path';

/** `leads.csv` gives `leads.missing.csv`, or `leads.missing.2.csv` where that exists: nothing is ever overwritten. */
export function freeName(source: string, word: string): string {
  const stem = join(dirname(source), basename(source, extname(source)));
  for (let number = 1; ; number++) {
    const name = `${stem}.${word}${number === 1 ? '' : `.${number}`}.csv`;
    if (!existsSync(name)) return name;
  }
}

/** The figures of runs that take long. Each run writes its own, with the line that measures them again; texts are held to them by `test/figures.test.ts`. */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';

const file = new URL('figures.json', import.meta.url);

export const figures = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

export const today = () => new Date().toISOString().slice(0, 10);

/** Writes what a run has measured in place of what it measured before. */
export function keepFigures(run, measured) {
  writeFileSync(file, `${JSON.stringify({...figures(), [run]: measured}, undefined, 2)}\n`);
}

#!/usr/bin/env node
/**
 * Plays the built emk on Windows, as far as Wine is one: `npm run test:windows`, or `… -- console` for the cases of which a
 * name has this word. It takes two to three minutes; `--within 90` begins no case after that many seconds, and names those that it
 * has not played. Without Wine it says how to install it, and ends with 3.
 */
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {accounts} from './accounts.mjs';
import {console as inConsole, inTmux} from './console.mjs';
import {files} from './files.mjs';
import {imports} from './imports.mjs';
import {inOneProcess} from './in-one-process.mjs';
import {hasWine, prepare, root} from './wine.mjs';

if (!hasWine()) {
  console.error('Wine is missing, so nothing was played on Windows. On Debian: sudo apt-get install wine wine64');
  process.exit(3);
}
if (!existsSync(join(root, 'dist'))) {
  console.error('There is nothing to play: run "npm run build" first.');
  process.exit(3);
}
const began = Date.now();
const {values, positionals: wanted} = parseArgs({allowPositionals: true, options: {within: {type: 'string'}}});
const longest = Number(values.within ?? Number.POSITIVE_INFINITY) * 1000;
const work = mkdtempSync(join(tmpdir(), 'emk windows ü '));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.once('exit', () => rmSync(work, {recursive: true, force: true, maxRetries: 3}));

await prepare();
const cases = Object.entries({...files, ...accounts, ...inConsole, ...inTmux, ...inOneProcess, ...imports}).filter(
  ([name]) => wanted.length === 0 || wanted.some(word => name.includes(word)),
);
// The long ones come last, and two play at once: half of the time goes into waiting for Wine.
const left = cases.map(([name, play], at) => ({name, play, folder: join(work, `case ${at}`)}));
let failed = 0;
const nextCase = () => (Date.now() - began < longest ? left.shift() : undefined);
const lane = async () => {
  for (let next = nextCase(); next; next = nextCase()) {
    const from = Date.now();
    const wrong = await next.play(next.folder).then(
      () => undefined,
      error => error,
    );
    if (wrong) failed += 1;
    const took = `${((Date.now() - from) / 1000).toFixed(1)} s`;
    console.log(`${wrong ? '✗' : '✓'} ${next.name} (${took})${wrong ? `\n${wrong.stack ?? wrong}` : ''}`);
  }
};
await Promise.all([lane(), lane()]);
for (const {name} of left) console.log(`- ${name}: not played, the time is over`);
console.log(
  `${cases.length - left.length} of ${cases.length} cases played, ${failed} failed, ${Math.round((Date.now() - began) / 1000)} s`,
);
process.exit(failed === 0 ? 0 : 1);

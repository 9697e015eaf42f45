/**
 * Removes `prepare` and the packing scripts from package.json while a package is packed, and restores them with
 * --restore. Users of the package have nothing to build, and npm warns about such a script.
 */
import {readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

const path = fileURLToPath(new URL('../package.json', import.meta.url));
const scripts = [
  '    "prepare": "npm run build",\n',
  '    "prepack": "npm run build && node .ci/packed-manifest.mjs",\n',
  '    "postpack": "node .ci/packed-manifest.mjs --restore",\n',
].join('');
const before = '    "build": "node .ci/build.mjs",\n';

const manifest = await readFile(path, 'utf8');
const restores = process.argv.includes('--restore');
const whole = manifest.includes(scripts);
if (restores ? !whole : whole) {
  await writeFile(path, restores ? manifest.replace(before, before + scripts) : manifest.replace(scripts, ''));
} else if (!restores) {
  throw new Error('package.json has other scripts than .ci/packed-manifest.mjs leaves out.');
}

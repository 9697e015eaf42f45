import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';

/**
 * The licences of everything that was bundled: most require that their notice travels with the code. `inputs` are the
 * files of the bundle, as in esbuild's metafile.
 */
export async function notices(root, inputs) {
  const folders = [
    ...new Set(inputs.map(input => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean)),
  ];
  const texts = await Promise.all(folders.sort().map(folder => noticeOf(join(root, folder))));
  return `emk contains the packages below, under the licences below.\n\n${texts.join('\n')}`;
}

async function noticeOf(folder) {
  const {name, version, license} = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find(entry => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  const text = file ? await readFile(join(folder, file), 'utf8') : `Licence: ${license}`;
  return `${'='.repeat(79)}\n${name} ${version}\n\n${text.trim()}\n`;
}

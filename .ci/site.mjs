/**
 * Builds the site in the folder `site`: its pages are written in Markdown from the tree of commands, the guides and the
 * transcripts, and VitePress draws them. `npm run site -- ADDRESS` says where it will be, such as
 * https://example.com/emk/.
 */
import {execFileSync} from 'node:child_process';
import {copyFile, cp, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {importFromSource} from './import-from-source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const own = join(root, 'src/site');
/** VitePress works in a folder outside of the sources: its packages and the pages lie there. */
const work = join(root, '.site');
const pages = join(work, 'pages');
const site = join(root, 'site');
const [address] = process.argv.slice(2);

const {files, pictures} = await makePages();
await rm(pages, {recursive: true, force: true});
for (const [path, text] of files) await write(join(pages, path), text);
for (const picture of pictures) await copyTo(join(pages, 'pictures'), picture);

await cp(join(own, '.vitepress'), join(work, '.vitepress'), {recursive: true});
await install();
execFileSync(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build'], {
  cwd: work,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {...process.env, ...(address ? {EMK_SITE_ADDRESS: new URL(address).href} : {})},
});

// Beside each page lies its text, for programs; the head and the anchors are for VitePress alone.
for (const [path, text] of files) {
  if (path.endsWith('.md'))
    await write(join(site, path), text.replace(/^---\n.*?\n---\n+/s, '').replaceAll(/ \{#[\w-]+\}$/gm, ''));
  else if (path !== 'site.json') await write(join(site, path), text);
}
for (const picture of pictures) await copyTo(join(site, 'pictures'), picture);
for (const name of ['icon.svg', 'card.png']) await copyTo(site, join(own, name));
console.error(`Wrote ${files.size} pages and schemas. To look at them: npx --prefix .site vitepress preview .site`);

/** The pages in Markdown, by the code of this checkout. */
async function makePages() {
  const {makeSite, readSources, tree} = await importFromSource(
    root,
    `export {readSources} from './src/site/read-sources.ts';
      export {makeSite} from './src/site/make-site.ts'; export {tree} from './src/cli/tree.ts';`,
  );
  const sources = readSources(root);
  return {files: await makeSite(tree, sources), pictures: sources.pictures.map(path => join(root, path))};
}

/** Installs VitePress, unless the versions of the lock file are there already. */
async function install() {
  const lock = await readFile(join(own, 'package-lock.json'), 'utf8');
  const mark = join(work, 'node_modules/.lock');
  if ((await readFile(mark, 'utf8').catch(() => '')) === lock) return;
  for (const name of ['package.json', 'package-lock.json']) await copyTo(work, join(own, name));
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: work,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  await write(mark, lock);
}

async function write(path, text) {
  await mkdir(dirname(path), {recursive: true});
  await writeFile(path, text);
}

async function copyTo(folder, path) {
  await mkdir(folder, {recursive: true});
  await copyFile(path, join(folder, basename(path)));
}

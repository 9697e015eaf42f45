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
  const licences = await Promise.all(folders.sort().map(folder => licenceOf(join(root, folder))));
  const shared = [...new Map(licences.map(({terms}) => [wordsOf(terms), terms]))].filter(
    ([words]) => licences.filter(({terms}) => wordsOf(terms) === words).length > 1,
  );
  const entries = licences.map(({title, copyright, terms}) => {
    const number = shared.findIndex(([words]) => words === wordsOf(terms)) + 1;
    return entryOf(title, [...copyright, number === 0 ? terms : `Licence text ${number}, below.`].join('\n'));
  });
  const data = entryOf(
    'Data of caniemail.com, in the table of mail programs',
    'Copyright (c) Rémi Parmentier and the contributors of caniemail\nMIT licence, as in the licence texts below.',
  );
  const texts = shared.map(([, terms], index) => entryOf(`Licence text ${index + 1} of those above`, terms));
  return `emk contains the packages below, under the licences below.\n\n${[...entries, data, ...texts].join('\n')}`;
}

/** A licence with the lines that are a package's own apart, since dozens of packages share the rest. */
async function licenceOf(folder) {
  const {name, version, license} = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find(entry => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  const lines = (file ? await readFile(join(folder, file), 'utf8') : `Licence: ${license}`).trim().split(/\r?\n/);
  const isOwn = line => /^\W*copyright .*\d{4}|^copyright \(c\)/i.test(line);
  return {
    title: `${name} ${version}`,
    copyright: lines.filter(isOwn),
    terms: lines
      .filter(line => !isOwn(line))
      .join('\n')
      .trim(),
  };
}

/** The words of a text, however they are broken into lines, without the name of the licence above them. */
const wordsOf = text =>
  text
    .replace(/^\W*(the )?mit licen[cs]e\W*(mit\W*)?$/gim, '')
    .replace(/\s+/g, ' ')
    .trim();

const entryOf = (title, text) => `${'='.repeat(79)}\n${title}\n\n${text}\n`;

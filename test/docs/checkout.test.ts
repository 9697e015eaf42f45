/** What a checkout and the README need for everybody, whatever their system does to line ends and names. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('files that are compared byte by byte are checked out as they were written', () => {
  expect(textOf('.gitattributes')).toMatch(/^\* text=auto eol=lf$/m);
  for (const folder of ['completions', 'test/transcripts']) {
    const names = readdirSync(new URL(`../../${folder}/`, import.meta.url));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(name => textOf(`${folder}/${name}`).includes('\r\n'))).toEqual([]);
  }
});

/** Each page that somebody reads outside of a clone, by its name. */
const pages = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(new URL('../../docs/', import.meta.url)).map(name => `docs/${name}`),
]
  .filter(path => path.endsWith('.md'))
  .map(path => [path, textOf(path)] as const);

test('no page lets npx fetch the package of a stranger: "npx emk" works in a clone alone', () => {
  expect(textOf('README.md')).toContain('npx -y emk-cli sandbox tour');
  expect(textOf('docs/start.md')).toContain('npx -y emk-cli sandbox tour');
  const amiss = pages.flatMap(([name, text]) =>
    [...text.replaceAll('\n', ' ').matchAll(/npx (?:-y )?emk(?![-\w])/g)]
      .map(({index}) => text.slice(Math.max(0, index - 250), index + 120))
      .filter(around => !/in a clone|From a clone|would download/i.test(around))
      .map(around => [name, around]),
  );
  expect(amiss).toEqual([]);
});

const guides = readdirSync(new URL('../../.github/', import.meta.url)).filter(name => name.endsWith('.md'));

test.each(guides)('.github/%s names only files and scripts that are there', name => {
  const text = textOf(`.github/${name}`);
  const links = [...text.matchAll(/\]\((\.\.\/[^)]+)\)/g)].map(([, link = '']) => link.slice('../'.length));
  const files = [...text.matchAll(/`((?:src|test|\.ci)\/[\w./-]+)`/g)].map(([, file = '']) => file);
  for (const path of [...links, ...files])
    expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true);
  const {scripts} = JSON.parse(textOf('package.json'));
  const called = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
  expect(called.filter(script => !(script in scripts))).toEqual([]);
});

test('npm may run the install script of esbuild, the only one there is', () => {
  const {allowScripts} = JSON.parse(textOf('package.json'));
  const {packages} = JSON.parse(textOf('package-lock.json')) as {packages: Record<string, {hasInstallScript?: true}>};
  const withScript = Object.entries(packages).filter(([path, {hasInstallScript}]) => path !== '' && hasInstallScript);
  expect(withScript.map(([path]) => path.replace('node_modules/', ''))).toEqual(Object.keys(allowScripts));
});

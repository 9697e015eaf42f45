/** The bill of materials in the package names exactly what is in the package. */
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {expect} from 'vitest';
import {longTest, test} from '../in-two-parts.js';

type Component = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: ReadonlyArray<{readonly alg: string; readonly content: string}>;
  readonly licenses: readonly unknown[];
};

const text = readFileSync('dist/bom.cdx.json', 'utf8');
const {bomFormat, specVersion, metadata, components, dependencies} = JSON.parse(text) as {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: {readonly component: Component};
  readonly components: readonly Component[];
  readonly dependencies: ReadonlyArray<{readonly ref: string; readonly dependsOn: readonly string[]}>;
};
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Component & {
  readonly dependencies: Readonly<Record<string, string>>;
};

test('is CycloneDX of this version of emk, and holds nothing that the next build would write otherwise', () => {
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
  expect(metadata.component).toMatchObject({name: manifest.name, version: manifest.version});
  expect(text).not.toMatch(/"timestamp"|20\d\d-\d\d-\d\dT/);
});

test('names what was bundled, as the licences do, and what is installed beside it', () => {
  const licensed = [...readFileSync('dist/NOTICES.txt', 'utf8').matchAll(/^={79}\n(\S+) (\S+)$/gm)];
  const shipped = [
    ...licensed.map(([, name, version]) => `${name}@${version}`),
    ...Object.entries(manifest.dependencies).map(([name, version]) => `${name}@${version}`),
  ];
  expect(shipped.length).toBeGreaterThan(20);
  expect(components.map(({name, version}) => `${name}@${version}`).sort()).toEqual([...new Set(shipped)].sort());
});

test('says of each where it comes from, by what checksum it is known, and under which licence', () => {
  for (const {name, version, purl, hashes, licenses} of components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(hashes[0]).toMatchObject({alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/)});
    expect(licenses).toHaveLength(1);
  }
  const refs = components.map(({purl}) => purl);
  expect(new Set(refs).size).toBe(refs.length);
  expect(dependencies).toEqual([{ref: metadata.component.purl, dependsOn: refs}]);
});

longTest('the package takes less than 3.4 MB of a disk, and holds what its README shows', () => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {encoding: 'utf8', stdio: 'pipe'}),
  );
  expect(packed.unpackedSize).toBeLessThan(3_400_000);
  const paths = packed.files.map(({path}: {readonly path: string}) => path);
  expect(paths).toEqual(expect.arrayContaining(['dist/llhttp.wasm', 'docs/SKILL.md', 'docs/start.md']));
});

/** What is in the package. */
import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';

test('the package takes less than 3.4 MB of a disk, and holds what its README shows', {tags: ['long']}, () => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {encoding: 'utf8', stdio: 'pipe'}),
  );
  expect(packed.unpackedSize).toBeLessThan(3_400_000);
  const paths = packed.files.map(({path}: {readonly path: string}) => path);
  expect(paths).toEqual(expect.arrayContaining(['dist/llhttp.wasm', 'docs/start.md']));
});

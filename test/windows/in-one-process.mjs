/** Transcripts and random lines on Windows: as one bundle in one process, because each start takes Wine a second. */
import {mkdirSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {build} from 'esbuild';
import {must} from './desk.mjs';
import {root, scriptWords, start, windowsPath} from './wine.mjs';

/** Those whose commands read or write files, and those of every day. */
const transcripts = ['account-apply', 'import-intake', 'keys', 'restore', 'seed', 'sync'];

export const inOneProcess = {
  'random lines: 200 end as they say they may': () =>
    playFile('test/random-lines.test.ts', {EMK_RUNS: '200', EMK_TESTS: 'everyday'}),
  'transcripts look as on other systems': () =>
    playFile('test/transcripts.test.ts', {EMK_TRANSCRIPTS: transcripts.join(',')}),
};

async function playFile(file, env) {
  const folder = join(root, 'node_modules', '.windows');
  mkdirSync(folder, {recursive: true});
  const bundle = join(folder, `${file.replaceAll('/', '-')}.mjs`);
  await bundled(file, bundle);
  const {code, stdout, stderr} = await start(scriptWords(bundle), {
    cwd: root,
    env: {...env, SHELL: 'bash'},
    timeout: 170_000,
  }).ended;
  must(
    code === 0 && /^[1-9]\d* passed, 0 failed/m.test(stdout),
    `ended with ${code}`,
    stdout.slice(0, 6000),
    stderr.slice(0, 2000),
  );
}

const bundled = (file, outfile) =>
  build({
    ...{
      absWorkingDir: root,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node22',
      outfile,
      logLevel: 'warning',
    },
    external: ['node-sqlite3-wasm'],
    alias: {vitest: join(root, 'test/windows/vitest.ts')},
    banner: {
      js: `import {createRequire as requireFrom} from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
    plugins: [ownPlaces],
    stdin: {
      resolveDir: root,
      loader: 'ts',
      contents: `import {playFiles} from './test/windows/vitest.ts';
        const {passed, failed} = await playFiles({'${file}': () => import('./${file}')});
        console.log([passed + ' passed, ' + failed.length + ' failed', ...failed].join('\\n'));
        process.exit(failed.length === 0 ? 0 : 1);`,
    },
  });

/** Each file still knows where it is, as a path of that Windows. */
const ownPlaces = {
  name: 'own-places',
  setup(building) {
    building.onLoad({filter: /\/(?:src|test)\/.*\.ts$/}, async ({path}) => {
      const place = JSON.stringify(`file:///${encodeURI(windowsPath(path).replaceAll('\\', '/'))}`);
      return {loader: 'ts', contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', place)};
    });
  },
};

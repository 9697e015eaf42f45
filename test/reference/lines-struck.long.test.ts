/**
 * The lines of README, guides and help that write files are run by `sh -e` against a failing service: afterwards
 * there is the complete file, or none, and the line does not end with 0.
 */
import {spawn} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {startSandbox} from '../../src/sandbox/running/start.js';
import {files} from '../faults/files.js';
import {keptCode} from '../kept-code.js';
import {oneIn, oneOf} from '../one-in.js';
import {pages} from './guides/pages.js';

/** Every answer is cut, none arrives, or all fail from the third request on. */
const faults = ['* *=truncate', '* *=lost-reply', '* *=500,after=2'];

const isWhole = oneIn(2) === 1;

const bin = mkdtempSync(join(tmpdir(), 'emk-struck-'));
beforeAll(() => {
  program('emk', `exec "${process.execPath}" "${resolve('bin/emk.js')}" --retries 1 "$@"`);
  program('date', 'echo 2026-03-04');
  for (const name of ['jq', 'duckdb', 'gh', 'git']) program(name, 'cat > /dev/null < /dev/null');
  program('curl', 'cat > /dev/null < /dev/null');
});
afterAll(() => rmSync(bin, {recursive: true, force: true}));

function program(name: string, body: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(bin, name), 0o755);
}

type Played = {readonly code: number | null; readonly made: Readonly<Record<string, string>>; readonly asked: number};

async function play(script: string, fault?: string): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'emk-struck-'));
  const sandbox = await startSandbox({clock: 'step@2026-03-04T12:00:00Z', faults: fault === undefined ? [] : [fault]});
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), {recursive: true});
      writeFileSync(join(folder, name), text);
    }
    const child = spawn('sh', ['-e', '-c', script], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...keptCode,
        PATH: `${bin}:${process.env['PATH']}`,
        HOME: folder,
        WEBHOOK_URL: 'http://127.0.0.1:9/hook',
        EMK_BASE_URL: sandbox.baseUrl,
        EMK_PUBLIC_KEY: sandbox.publicKey,
        EMK_SECRET_KEY: sandbox.secretKey,
        EMK_CONFIG_DIR: join(folder, '.config'),
        EMK_STATE_DIR: join(folder, '.state'),
        EMK_MAX_WAIT: '3s',
      },
    });
    const code = await new Promise<number | null>(done => child.on('close', done));
    const there = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(each => each.isFile());
    const made = there
      .map(each => join(each.parentPath, each.name).slice(folder.length + 1))
      .filter(path => !path.startsWith('.') && !(path in files) && !path.startsWith('account/'))
      .map(path => [path, readFileSync(join(folder, path), 'utf8')]);
    return {code, made: Object.fromEntries(made), asked: (await sandbox.requests()).length};
  } finally {
    await sandbox.close();
    rmSync(folder, {recursive: true, force: true});
  }
}

const commands = commandsOf(await loadTree(tree));

const withoutTexts = (line: string): string => line.replace(/'[^']*'|"[^"]*"| #.*$/g, '""');

/** Shell lines in which a file is written: by emk, by the shell, or by the program after a pipe. */
const lines = [
  ...commands.flatMap(({command}) => command.examples),
  ...(await pages()).flatMap(page => page.lines),
].filter(
  line =>
    /\bemk\b/.test(line) &&
    /--out |>|\||contacts export|contacts sample|templates save|report \S+\.html/.test(withoutTexts(line)),
);

/** Lines that start servers, ask a person, need no service, or report a failure themselves. */
const elsewhere =
  /--offline|--fail-if-empty|sandbox|--serve|--open|auth |login|switch|completion|--watch|seed|[…]|fish|\b0 18 \*|npx|diff|commands|doctor/;

/** What a line starts, and how it writes: one line of each is enough, and with EMK_EVERY_REQUEST one for each kind of file. */
const kindOf = (line: string): string =>
  String(
    withoutTexts(line).match(isWhole ? /\bemk(?: [a-z][a-z-]+)+|\.[a-z]+\b|[|>]/g : /\bemk(?: [a-z][a-z-]+)+|[|>]/g),
  );

const kinds = [...new Map(lines.filter(line => !elsewhere.test(line)).map(line => [kindOf(line), line])).values()];

test('there are such lines', () => expect(kinds.length).toBeGreaterThan(30));

const played = oneOf(4, kinds);

/** Each line meets one of the faults, and with EMK_EVERY_REQUEST all of them. */
const faultsFor = (line: string): readonly string[] =>
  isWhole ? faults : faults.filter((_, at) => at === played.indexOf(line) % faults.length);

describe.each(played)('%s', script => {
  test.each(faultsFor(script))('%s', async fault => {
    const [good, struck] = [await play(script), await play(script, fault)];
    // A line that needs no more requests than pass succeeds as usual.
    if (fault.includes('after') && good.asked <= 2) return;
    const amiss = Object.entries(struck.made).filter(([path, text]) => text !== '' && text !== good.made[path]);
    expect(amiss.map(([path, text]) => [path, text.slice(0, 200)])).toEqual([]);
    if (good.asked > 0) expect(struck.code).not.toBe(0);
  });
});

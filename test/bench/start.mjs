import {execFileSync} from 'node:child_process';
import {mkdirSync, symlinkSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {row} from './row.mjs';
import {emk, inTurn, median, run} from './run.mjs';

/**
 * How long commands take to start, relative to bare node. The first round does not count, because it saves compiled
 * code.
 */
export async function startRows(service, files, program) {
  const env = {EMK_BASE_URL: service.at('ms0'), XDG_CACHE_HOME: files.folder};
  const version = execFileSync(program, ['--version'], {encoding: 'utf8'}).trim();
  const node =
    (...args) =>
    () =>
      run(program, args, {env});
  // Beside the cache, whose folder is called emk too: without it every command would compile its code anew.
  const bin = join(files.folder, 'bin');
  mkdirSync(bin);
  symlinkSync(emk, join(bin, 'emk'));
  const path = [bin, dirname(program), process.env.PATH].join(delimiter);
  const works = [
    node('-e', '0'),
    ...commands.map(({words}) => node(emk, ...words)),
    () => run('bash', ['-c', completion], {env: {...env, PATH: path}}),
  ];
  const [bare, ...others] = (await inTurn(42, works)).map(runs => runs.slice(1).map(({ms}) => ms));
  const rows = commands.map(({words, atMost}, index) =>
    row(`emk ${words.join(' ')}`, {
      ones: others[index],
      others: bare,
      atMost,
      note: `bare node ${version}: ${median(bare).toFixed(1)} ms`,
    }),
  );
  return [...rows, row('a Tab in bash', {ones: others.at(-1), others: bare, atMost: 1.4, note: 'bash included'})];
}

const commands = [
  {words: ['--version'], atMost: 1.2},
  {words: ['--help'], atMost: 1.2},
  {words: ['contacts', '--help'], atMost: 1.2},
  {words: ['contacts', 'import', '--help'], atMost: 2.2},
  {words: ['completion', 'answer', 'zsh', 'templates', 'show', ''], atMost: 1.4},
  {words: ['lists', 'list', '-o', 'json'], atMost: 2.7},
];

const script = fileURLToPath(new URL('../../completions/emk.bash', import.meta.url));
const line = 'emk list';
const completion = `source '${script}'; COMP_WORDS=(${line}) COMP_CWORD=1 COMP_LINE='${line}' COMP_POINT=${line.length}; _emk
[ "$COMPREPLY" = lists ] || [ "$COMPREPLY" = 'lists ' ]`;

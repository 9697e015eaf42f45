import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Command, type Context, command} from '../../commands/command.js';
import {exitAfter} from '../../errors.js';
import {writeNow} from '../../output/text/terminal.js';
import {type Sandbox, startSandbox} from '../running/start.js';
import {runChild} from './child.js';
import {childEnvironment} from './child-environment.js';
import {leadsFile, type Stop, stops, wordsOf} from './tour-script.js';

/** Shows emk at work: real commands, one after another, in a temporary sandbox. */
export const tour: Command = command({
  summary: 'See emk at work: real commands in a sandbox, deleted afterwards',
  takes: {fast: {type: 'flag', help: "Don't wait for Enter before each command"}},
  gives: 'conversation',
  examples: ['emk sandbox tour', 'emk sandbox tour --fast'],
  calls: [],
  run: async (context, {fast}) => {
    const {interrupted} = context.host;
    const folder = mkdtempSync(join(tmpdir(), 'emk-tour-'));
    const sandbox = await startSandbox({clock: 'x60'});
    try {
      writeFileSync(join(folder, leadsFile.name), leadsFile.content);
      for (const stop of stops) {
        tell(context, stop);
        if (!fast && context.ask.possible) await untilEnter(context);
        if (interrupted.aborted) return {kind: 'nothing', exit: exitAfter(interrupted)};
        const exit = await play(context, stop, {sandbox, folder});
        if (exit !== 0) return {kind: 'nothing', exit};
      }
      writeNow(
        context.host.stdout,
        '\nemk has deleted this sandbox. Try your own with "emk --sandbox", or log in with "emk auth login".\n',
        'words',
      );
      return {kind: 'nothing'};
    } finally {
      await sandbox.close();
      rmSync(folder, {recursive: true, force: true});
    }
  },
});

type Scene = {readonly sandbox: Sandbox; readonly folder: string};

/** Shows a command as typed, and why. */
function tell({host}: Context, {says, types}: Stop): void {
  writeNow(host.stdout, `\n${says}\n$ ${types.join(' \\\n    ')}\n`, 'words');
}

/** Runs a command. Its files, such as an import's journal, are deleted with the tour. */
function play({host}: Context, {types}: Stop, {sandbox, folder}: Scene): Promise<number> {
  const env = {...childEnvironment(sandbox, host.env), EMK_STATE_DIR: join(folder, 'state')};
  return runChild(host, {argv: wordsOf(types.join(' ')), env, cwd: folder});
}

async function untilEnter({host}: Context): Promise<void> {
  writeNow(host.stderr, 'Enter to continue, Ctrl-C to stop ', 'words');
  await new Promise<void>(resolve => {
    host.stdin.once('data', () => resolve());
    host.interrupted.addEventListener('abort', () => resolve(), {once: true});
    host.stdin.resume();
  });
  host.stdin.pause();
}

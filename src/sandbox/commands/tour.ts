import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough, Readable} from 'node:stream';
import {BACK} from '../../commands/ask.js';
import {type Command, type Context, command} from '../../commands/command.js';
import {exitAfter, InterruptedError} from '../../errors.js';
import {createSink} from '../../output/results/sink.js';
import {writeNow} from '../../output/text/terminal.js';
import {wrap} from '../../output/text/width.js';
import {type Paint, withColors, withoutColors} from '../../prompts/paint.js';
import {askInOrder, type Step} from '../../questions/ask-in-order.js';
import {columnsOf} from '../../system/columns.js';
import {type Host, hostWith} from '../../system/host.js';
import {stepClock} from '../account/clock.js';
import {environmentOptions} from '../running/environment.js';
import {type Sandbox, startSandbox} from '../running/start.js';
import {childEnvironment} from './child-environment.js';
import {leadsFile, letterFile, opening, type Stop, stops, typedOut, wordsOf} from './tour-script.js';

/** Shows emk at work: real commands, one after another, in a temporary sandbox. */
export const tour: Command = command({
  summary: 'See emk at work: real commands in a sandbox, deleted afterwards',
  takes: {fast: {type: 'flag', help: "Don't wait for Enter before each command"}},
  gives: 'conversation',
  examples: ['emk sandbox tour', 'emk sandbox tour --fast'],
  calls: [],
  run: async (context, {fast = false}) => {
    const {host} = context;
    const folder = mkdtempSync(join(tmpdir(), 'emk-tour-'));
    const sandbox = await startSandbox({clock: 'step', ...environmentOptions(host)});
    try {
      for (const {name, content} of [leadsFile, letterFile]) writeFileSync(join(folder, name), content);
      const own = {EMK_STATE_DIR: 'state', EMK_CONFIG_DIR: 'config', XDG_CACHE_HOME: 'cache'};
      const folders = Object.entries(own).map(([name, place]) => [name, join(folder, place)]);
      const env = {...childEnvironment(sandbox, host.env), ...Object.fromEntries(folders)};
      const inside: Scene = {sandbox, host: hostWith(host, {cwd: folder, env})};
      const waits = !fast && context.ask.possible;
      const exit = await (waits ? walk(context, inside) : show(context, inside));
      return {kind: 'nothing', exit};
    } catch (error) {
      // A person who leaves the tour needs no message: nothing was changed.
      if (error instanceof InterruptedError) return {kind: 'nothing', exit: error.exit};
      throw error;
    } finally {
      await sandbox.close();
      rmSync(folder, {recursive: true, force: true});
    }
  },
});

/** Plays one step after another, without a pause. */
async function show(context: Context, inside: Scene): Promise<number> {
  const {notice, warn, host} = context;
  const {interrupted, stdout} = host;
  const {write} = createSink(stdout, {notice, warn}, 'drawn');
  await write(openingOf(context));
  for (const [at, stop] of stops.entries()) {
    if (interrupted.aborted) return exitAfter(interrupted);
    await write([titleOf(stop, at), ...aboutOf(stop, lookOf(context)), '', ''].join('\n'));
    const {text, exit} = await play(context, inside, stop);
    await write(text);
    if (exit !== 0) return exit;
  }
  await write(END);
  return 0;
}

/** Leads a person from step to step and back, and then to where they want to go. */
async function walk(context: Context, inside: Scene): Promise<number> {
  const {ask} = context;
  say(context, openingOf(context));
  const played = new Map<Stop, Played>();
  const steps = stops.map(
    (stop, at): Step => ({
      ask: async (_, canGoBack) => {
        const about = (look: Look) => aboutOf(stop, look);
        const how = {about, enter: 'to run it', canGoBack};
        if ((await ask.guided.step(titleOf(stop, at), how)) === BACK) return BACK;
        say(context, [...about(lookOf(context)), '', ''].join('\n'));
        const shown = played.get(stop) ?? (await play(context, inside, stop));
        played.set(stop, shown);
        say(context, shown.text);
        return {given: {}};
      },
    }),
  );
  if ((await askInOrder(steps, {}, true)) !== BACK) say(context, END);
  return 0;
}

const END = 'That was the tour. Log in with "emk login", or play on with "emk --sandbox".\n';

type Scene = {readonly sandbox: Sandbox; readonly host: Host};

type Look = {readonly width: number; readonly paint: Paint};

const titleOf = ({does}: Stop, at: number): string => `${at + 1} of ${stops.length}: ${does}`;

/** What a step is about, and its line as one types it. */
const aboutOf = ({says, line}: Stop, {width, paint}: Look): readonly string[] => [
  ...wrap(says, width - 2).map(row => `  ${row}`),
  '',
  ...typedOut(line, width - 2)
    .split('\n')
    .map(row => `  ${paint.chosen(row)}`),
];

type Played = {readonly text: string; readonly exit: number};

/** Runs a line, and sets apart what it shows: as at this terminal, but with nobody to be asked. */
async function play(
  {host, globals, runLine}: Context,
  {sandbox, host: inside}: Scene,
  {line, later}: Stop,
): Promise<Played> {
  const screen = Object.assign(new PassThrough(), {isTTY: host.stdout.isTTY === true, columns: widthOf(host) - 2});
  let text = '';
  screen.on('data', piece => {
    text += String(piece);
  });
  if (later !== undefined) await sandbox.account.store.transaction(db => stepClock(db, {by: later}, host.now()));
  // Where nothing can be drawn over, progress leaves no traces.
  const env = {...inside.env, TERM: 'dumb', FORCE_COLOR: globals.color ? '1' : '0'};
  const exit = await runLine?.(
    wordsOf(line).slice(1),
    hostWith(inside, {env, stdin: Readable.from([]), stdout: screen, stderr: screen}),
  );
  return {text: text.replaceAll(/^(?=.)/gm, '  ').replace(/\n*$/, '\n\n'), exit: exit ?? 0};
}

const say = ({host}: Context, text: string): void => writeNow(host.stdout, text, 'drawn');

const openingOf = ({host}: Context): string => `${wrap(opening, widthOf(host)).join('\n')}\n\n`;

const widthOf = (host: Host): number => columnsOf(host.stdout) - 1;

const lookOf = ({host, globals}: Context): Look => ({
  width: widthOf(host),
  paint: globals.color ? withColors : withoutColors,
});

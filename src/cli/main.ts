import {type Config, configIfReadable, configPath, readConfig} from '../accounts/store.js';
import {isChangeUnderWay} from '../api/client/sending.js';
import {unknownOutcome} from '../api/wire/answer.js';
import type {GlobalsOfRun} from '../change/context.js';
import type {Budget} from '../change/effect/effect.js';
import {isCommand} from '../commands/command.js';
import {refuseFormat} from '../commands/command-formats.js';
import {asPeopleSay} from '../commands/command-names.js';
import {type Flags, settleGlobals, wantedColor} from '../commands/globals.js';
import {parameterName} from '../commands/parameters.js';
import {formatIn, positionalWords} from '../commands/scan-globals.js';
import {EmkError, LOOK_FIRST, orInterrupted, UnknownOutcomeError} from '../core/errors.js';
import {type Host, hostWith, isPersonHere, mayRedraw} from '../core/system/host.js';
import {fitLinesTo} from '../core/words/shell-word.js';
import {createMessages, type Messages} from '../output/messages/messages.js';
import {formats, standardFormat} from '../output/results/format.js';
import {ClosedPipe} from '../output/results/sink.js';
import {parseOptions, type Routed, readLine, route} from './line.js';
import {sameAccount} from './same-account.js';
import {tree} from './tree.js';

/** What a run may have around it: a promise that rejects with a stray error, and what an agent may touch. */
type Around = {
  readonly uncaught?: Promise<never> | undefined;
  readonly budget?: Budget | undefined;
};

/** Runs emk once and returns its exit code: the only place that prints errors. */
export async function run(argv: readonly string[], host: Host, {uncaught, budget}: Around = {}): Promise<number> {
  fitLinesTo(host);
  const line = createLine(argv, host);
  try {
    const ended = read(argv, host, line, budget);
    return await Promise.race([ended, ...(uncaught ? [uncaught.catch(asOutcome)] : [])]);
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    const shown = orInterrupted(error, host.interrupted);
    const messages = line.messages();
    messages.progress.clear();
    messages.error(withWayToFindOut(shown, line), parameter => optionFor(line, parameter));
    return shown instanceof EmkError ? shown.exit : 1;
  }
}

/** Reads a line, and does what it says: shows help, or runs its command. */
async function read(argv: readonly string[], host: Host, line: Line, budget: Budget | undefined): Promise<number> {
  const help = () => import('./help.js');
  const words = positionalWords(argv)[0] === 'help' ? await (await help()).helpWords(argv, host) : argv;
  if (typeof words === 'number') return words;
  const routed = await route(words);
  line.routed = routed;
  const {target, rest, path: place} = routed;
  if (!target) return (await help()).aboutEmk(rest, host, () => showHome(rest, host, line));
  if (!isCommand(target)) return (await help()).helpOf(place, target, rest, host);
  const typed = await readLine(place, target, rest);
  if ('help' in typed) return (await help()).helpOf(place, target, rest, host);
  const config = target.diagnoses ? configIfReadable(host) : readConfig(host, line.warn);
  const globals = line.settle(typed.flags, config);
  const path = asPeopleSay(tree, place);
  refuseFormat(path, target, typed);
  const messages = line.messages();
  const machine = hostWith(host, {lockWait: {...host.lockWait, says: messages.notice}});
  const {perform} = await import('./perform.js');
  return perform(
    {command: target, place, path, words: rest, values: typed.values},
    {host: machine, globals, config, messages, budget},
    (others, otherHost, ofOthers) => run(others, otherHost, {budget: ofOthers}),
  );
}

/** Shows the account to a person who named no command; `words` are the options of the line. */
async function showHome(words: readonly string[], host: Host, line: Line): Promise<number | undefined> {
  const flags = await parseOptions(words);
  if (!isPersonHere(host, host.stdout)) return undefined;
  const config = readConfig(host, line.warn);
  const globals = line.settle(flags, config);
  return globals.input
    ? (await import('./home.js')).home({host, globals, config, messages: line.messages()})
    : undefined;
}

/** A line as far as it is understood, for the errors about it, and where its messages go. */
type Line = {
  routed?: Routed;
  /** As the line asks for, once that is settled; before that as it seems to. */
  messages(): Messages;
  warn(sentence: string): void;
  settle(flags: Flags, config: Config): GlobalsOfRun;
};

/** The early messages are created only when needed: they are rare, and creating them reads the configuration. */
function createLine(argv: readonly string[], host: Host): Line {
  let messages: Messages | undefined;
  const line: Line = {
    messages: () => {
      if (messages) return messages;
      messages = messagesFor(host, early(argv, host));
      // The file of keys is closed to others, and that is said, even where the line is a mistake.
      configIfReadable(host, messages.warn);
      return messages;
    },
    warn: sentence => line.messages().warn(sentence),
    settle(flags, config) {
      const globals = settleGlobals(flags, host, {stored: config.settings, whereStored: () => configPath(host)});
      // What `emk auth` proposes is for the profile that it has just written, whatever the line itself named.
      const complete = (text: string) => (line.routed?.path[0] === 'auth' ? text : sameAccount(globals, text));
      messages = messagesFor(host, globals, complete);
      return globals;
    },
  };
  return line;
}

type Style = Pick<GlobalsOfRun, 'output' | 'colorOfMessages' | 'quiet'>;

/** How a line seems to want its messages: even an error about the line itself is printed in the format that it asks for. */
function early(argv: readonly string[], host: Host): Style {
  const names = [formatIn(argv), host.env['EMK_OUTPUT'], configIfReadable(host).settings.output];
  const output = names.flatMap(name => formats.find(format => format === name) ?? [])[0] ?? standardFormat;
  return {output, colorOfMessages: wantedColor(argv.includes('--no-color'), host), quiet: false};
}

/** The messages of a run, whose lines of emk are completed by the account. */
const messagesFor = (
  host: Host,
  {output, colorOfMessages: color, quiet}: Style,
  complete: (text: string) => string = text => text,
): Messages =>
  createMessages({
    get stderr() {
      return host.stderr;
    },
    ...{format: output, color, quiet, elapsed: host.elapsed, complete, redraws: mayRedraw(host)},
  });

/** The option that sets a parameter, for complaints; parameters without an option keep their own name. */
function optionFor({routed}: Line, parameter: string): string | undefined {
  if (!routed?.target || !isCommand(routed.target)) return undefined;
  // If a parameter has several values, the service names the wrong one by its number.
  const name = parameter.replace(/\.\d+$/, '');
  return Object.hasOwn(routed.target.takes, name) ? parameterName(routed.target, name) : undefined;
}

/** Adds the command that shows whether a change was made, if the error cannot say so. */
function withWayToFindOut(error: unknown, {routed}: Line): unknown {
  if (!(error instanceof UnknownOutcomeError) || error.hint) return error;
  const [noun, verb] = routed?.path ?? [];
  const hint = verb === undefined ? LOOK_FIRST : `${LOOK_FIRST.slice(0, -1)}: emk ${noun} list`;
  return new UnknownOutcomeError(error.message, {cause: error.cause, status: error.status, hint});
}

/** What an uncaught error means for the account: a change that was under way may have been made. */
function asOutcome(error: unknown): never {
  throw isChangeUnderWay() ? unknownOutcome('A bug stopped emk while the service was working.', error) : error;
}

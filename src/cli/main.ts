import {configIfReadable} from '../accounts/account-of-line.js';
import type {Config} from '../accounts/config-file.js';
import {readConfig} from '../accounts/store.js';
import {isChangeUnderWay} from '../api/client/changes-under-way.js';
import {unknownOutcome} from '../api/wire/unknown-outcome.js';
import type {TypedValues} from '../ask/terminal/ask.js';
import {isCommand, type RunLine} from '../commands/command.js';
import {refuseFormat} from '../commands/command-formats.js';
import type {GlobalsOfRun} from '../commands/globals.js';
import {parameterName} from '../commands/parameter-name.js';
import {asPeopleSay} from '../commands/tree-words.js';
import type {Budget} from '../effect/budget.js';
import {EmkError, InterruptedError, LOOK_FIRST, NotFoundError, UnknownOutcomeError} from '../errors.js';
import type {Messages} from '../output/messages/messages.js';
import {ClosedPipe} from '../output/results/sink.js';
import {type Host, hostWith} from '../system/host.js';
import {isPersonHere} from '../system/person.js';
import {fitLinesTo} from '../words/shell-word.js';
import {orInterrupted} from './interrupted.js';
import {earlyMessages, messagesFor} from './messages-of-line.js';
import {isForPrograms, isHelp, isVersion, namesIn, optionsIn} from './option-words.js';
import {readLine} from './read-line.js';
import {type Routed, route, type Unrouted} from './route.js';
import {sameAccount} from './same-account.js';
import {settleGlobals} from './settle-globals.js';
import {tree} from './tree.js';

/** What a run may have around it: a promise that rejects with a stray error, and what an agent may touch. */
type Around = {
  readonly uncaught?: Promise<never> | undefined;
  readonly budget?: Budget | undefined;
};

const runLine: RunLine = (line, host, budget) => run(line, host, {budget});

/** Runs emk once and returns its exit code: the only place that prints errors. */
export async function run(argv: readonly string[], host: Host, around: Around = {}): Promise<number> {
  fitLinesTo(host);
  let opened: Messages | undefined;
  // Created only when needed: messages are rare before the line is parsed, and creating them reads the configuration.
  const messages = (): Messages => {
    opened ??= earlyMessages(argv, host);
    return opened;
  };
  const readSettings = (): Config => readConfig(host, sentence => messages().warn(sentence));
  const open = (flags: Parameters<typeof settleGlobals>[0], config: Config): GlobalsOfRun => {
    const globals = settleGlobals(flags, host, config.settings);
    // What `emk auth` proposes is for the profile that it has just written, whatever the line itself named.
    opened = messagesFor(host, globals, text => (routed?.path[0] === 'auth' ? text : sameAccount(globals, text)));
    return globals;
  };
  /** Shows the account to a person who named no command; `words` are the options of the line. */
  const showHome = async (words: readonly string[]): Promise<number | undefined> => {
    const {parseOptions} = await import('./parse-line.js');
    const flags = parseOptions(words);
    if (!isPersonHere(host, host.stdout, true)) return undefined;
    const config = readSettings();
    const globals = open(flags, config);
    if (!globals.input) return undefined;
    return (await import('./home.js')).home({host, globals, config, messages: messages()});
  };
  let routed: Routed | Unrouted | undefined;
  let given: TypedValues = {};
  try {
    const help = () => import('./show-help.js');
    const words = namesIn(argv)[0] === 'help' ? await (await help()).helpWords(argv, host) : argv;
    if (typeof words === 'number') return words;
    routed = await route(asksForTree(words) ? ['commands', ...words] : words);
    const {target, rest, path: place} = routed;
    if (!target) return await (await help()).aboutEmk(rest, host, showHome);
    if (!isCommand(target)) return await (await help()).helpOf(routed, host);
    const line = await readLine(place, target, rest);
    if ('help' in line) return await (await help()).helpOf(routed, host);
    given = line.values;
    const config = target.diagnoses ? configIfReadable(host) : readSettings();
    const globals = open(line.flags, config);
    refuseFormat(asPeopleSay(tree, place), target, line);
    const {execute} = await import('./execute.js');
    const machine = hostOfRun(host, messages());
    const run = {host: machine, globals, config, messages: messages(), place, runLine, ...around};
    const executed = execute(target, {path: asPeopleSay(tree, place), words: rest, values: given}, run);
    return await Promise.race([executed, ...(around.uncaught ? [around.uncaught.catch(asOutcome)] : [])]);
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    return await endedBy(error, {host, messages: messages(), routed, given});
  }
}

type Failed = {
  readonly host: Host;
  readonly messages: Messages;
  readonly routed: Routed | Unrouted | undefined;
  readonly given: TypedValues;
};

/** Prints an error and gives its exit code. */
async function endedBy(error: unknown, {host, messages, routed, given}: Failed): Promise<number> {
  messages.progress.clear();
  const shown = orInterrupted(error, host);
  const isKnown = shown instanceof EmkError;
  messages.error(withWayToFindOut(inASentence(shown), routed), {
    fieldNames: parameter => optionFor(routed, given, parameter),
  });
  return isKnown ? shown.exit : 1;
}

/** Whether a line has no command but asks for JSON: then it gets the tree of commands in place of the overview. */
const asksForTree = (words: readonly string[]): boolean =>
  namesIn(words).length === 0 &&
  isForPrograms(words) &&
  !optionsIn(words).some(word => isHelp(word) || isVersion(word));

/** The machine of a run, which says what it waits for. */
const hostOfRun = (host: Host, {notice}: Messages): Host =>
  hostWith(host, {lockWait: {...host.lockWait, says: notice}});

/** The option that sets a parameter, for complaints; parameters without an option keep their own name. */
function optionFor(routed: Routed | Unrouted | undefined, given: TypedValues, parameter: string): string | undefined {
  if (!routed?.target || !isCommand(routed.target)) return undefined;
  // If a parameter has several values, the service names the wrong one by its number.
  const [, name = parameter, number = ''] = /^(.+?)\.(\d+)$/.exec(parameter) ?? [];
  if (!Object.hasOwn(routed.target.takes, name)) return undefined;
  const values = given[name];
  const value = Array.isArray(values) ? values[Number(number || Number.NaN)] : undefined;
  return [parameterName(routed.target, name), value].filter(Boolean).join(' ');
}

/** Replaces the service's own three words, which say neither who speaks nor what to do. */
const inASentence = (error: unknown): unknown =>
  error instanceof NotFoundError && /^record not found\.?$/i.test(error.message)
    ? new NotFoundError(`There is no such record. The service answered "${error.message.replace(/\.$/, '')}".`, {
        cause: error,
        hint: error.hint ?? 'Check the ids on the line.',
      })
    : error;

/** Adds the command that shows whether a change was made, if the error cannot say so. */
function withWayToFindOut(error: unknown, routed: Routed | Unrouted | undefined): unknown {
  if (!routed) return error;
  const place = ['emk', ...asPeopleSay(tree, routed.path.slice(0, 1))].join(' ');
  const hint = routed.path.length > 1 ? `${LOOK_FIRST.slice(0, -1)}: ${place} list` : LOOK_FIRST;
  if (error instanceof InterruptedError && error.hint === LOOK_FIRST)
    return new InterruptedError(error.message, {...error, hint});
  if (!(error instanceof UnknownOutcomeError) || error.hint) return error;
  return new UnknownOutcomeError(error.message, {cause: error.cause, status: error.status, hint});
}

/** What an uncaught error means for the account: a change that was under way may have been made. */
function asOutcome(error: unknown): never {
  throw isChangeUnderWay() ? unknownOutcome('A bug stopped emk while the service was working.', error) : error;
}

import {configIfReadable} from '../accounts/account-of-line.js';
import type {Config} from '../accounts/config-file.js';
import {readConfig} from '../accounts/store.js';
import {isChangeUnderWay} from '../api/client/changes-under-way.js';
import {unknownOutcome} from '../api/wire/unknown-outcome.js';
import type {TypedValues} from '../commands/ask.js';
import {isCommand, type RunLine} from '../commands/command.js';
import {refuseFormat} from '../commands/command-formats.js';
import type {GlobalsOfRun} from '../commands/globals.js';
import {parameterName} from '../commands/parameter-name.js';
import {inTypedWords, type TypedPlace} from '../commands/tree-words.js';
import type {Budget} from '../effect/budget.js';
import {
  EmkError,
  InterruptedError,
  LeftError,
  LOOK_FIRST,
  NotFoundError,
  UnknownOutcomeError,
  WentBackError,
} from '../errors.js';
import type {Messages} from '../output/messages/messages.js';
import {ClosedPipe} from '../output/results/sink.js';
import {linkFile} from '../output/text/file-links.js';
import {type Host, hostWith} from '../system/host.js';
import {isPersonHere} from '../system/person.js';
import {fitLinesTo} from '../words/shell-word.js';
import type {Chosen} from './home.js';
import {orInterrupted} from './interrupted.js';
import {earlyMessages, messagesFor} from './messages-of-line.js';
import {isForPrograms, isHelp, isVersion, namesIn, optionsIn} from './option-words.js';
import {readLine} from './read-line.js';
import {firstPlace, type Routed, route, type Unrouted} from './route.js';
import {sameAccount} from './same-account.js';
import {settleGlobals} from './settle-globals.js';
import {tree} from './tree.js';

/** What a run may have around it: a promise that rejects with a stray error, and what an agent may touch. */
type Around = {
  readonly uncaught?: Promise<never> | undefined;
  readonly budget?: Budget | undefined;
  /** Called when a person ends a line that was chosen on a screen; says whether that needs no message. */
  readonly endedByPerson?: (error: InterruptedError) => boolean;
  /** Whether the line is a step of another job. */
  readonly isPart?: true | undefined;
};

const runLine: RunLine = (line, host, budget, isPart) => run(line, host, {budget, isPart});

/** Runs emk once and returns its exit code: the only place that prints errors. */
export async function run(argv: readonly string[], host: Host, around: Around = {}): Promise<number> {
  fitLinesTo(host);
  let opened: Messages | undefined;
  // Created only when needed: messages are rare before the line is parsed, and creating them reads the configuration.
  const messages = (): Messages => {
    opened ??= earlyMessages(argv, host, asTyped);
    return opened;
  };
  const readSettings = (): Config => readConfig(host, sentence => messages().warn(sentence));
  const open = (flags: Parameters<typeof settleGlobals>[0], config: Config): GlobalsOfRun => {
    const globals = settleGlobals(flags, host, config.settings);
    // What `emk auth` proposes is for the profile that it has just written, whatever the line itself named.
    opened = messagesFor(host, globals, text =>
      asTyped(routed?.path[0] === 'auth' ? text : sameAccount(globals, text)),
    );
    return globals;
  };
  const runChosen = (line: readonly string[]) => runAsChosen(line, host, around);
  const asTyped = (text: string): string => inWordsOf(routed ?? firstPlace(argv), around, text);
  /** Asks a person who named no command what they want to do; `words` are the options of the line. */
  const askForLine = async (words: readonly string[]): Promise<number | undefined> => {
    const {parseOptions} = await import('./parse-line.js');
    const flags = parseOptions(words);
    if (!isPersonHere(host, host.stderr, true)) return undefined;
    const {home} = await import('./home.js');
    for (;;) {
      const config = readSettings();
      const globals = open(flags, config);
      if (!globals.input) return undefined;
      const about = {host, globals, config, messages: messages()};
      const ended = await home({...about, run: line => runChosen([...words, ...line])});
      if (ended !== 'another account') return ended;
    }
  };
  let routed: Routed | Unrouted | undefined;
  let given: TypedValues = {};
  try {
    const help = () => import('./show-help.js');
    const words = namesIn(argv)[0] === 'help' ? await (await help()).helpWords(argv, host) : argv;
    if (typeof words === 'number') return words;
    routed = await route(asksForTree(words) ? ['commands', ...words] : words);
    const {target, rest, path: place, typedPath} = routed;
    if (!target) return await (await help()).aboutEmk(rest, host, askForLine);
    if (!isCommand(target)) return await (await help()).helpOfGroup(routed, target, host);
    const line = await readLine(typedPath, target, rest);
    if ('help' in line) return await (await help()).helpOfCommand(routed, target, line.help, host);
    given = line.values;
    const config = target.diagnoses ? configIfReadable(host) : readSettings();
    const globals = open(line.flags, config);
    refuseFormat(typedPath, target, line);
    const {execute} = await import('./execute.js');
    const machine = hostOfRun(host, globals, messages());
    const run = {host: machine, globals, config, messages: messages(), asTyped, place, runLine, runChosen, ...around};
    const executed = execute(target, {path: typedPath, words: rest, values: given}, run);
    return await Promise.race([executed, ...(around.uncaught ? [around.uncaught.catch(asOutcome)] : [])]);
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    return await endedBy(error, {argv, host, around, messages: messages(), routed, given});
  }
}

/** An agent gets the lines of a hint as calls, which have the names of the API. */
const inWordsOf = (typed: TypedPlace, {budget}: Around, text: string): string =>
  budget ? text : inTypedWords(tree, typed, text);

type Failed = {
  readonly argv: readonly string[];
  readonly host: Host;
  readonly around: Around;
  readonly messages: Messages;
  readonly routed: Routed | Unrouted | undefined;
  readonly given: TypedValues;
};

/** Prints an error and gives its exit code, unless a person runs the line that they probably meant. */
async function endedBy(error: unknown, {argv, host, around, messages, routed, given}: Failed): Promise<number> {
  messages.progress.clear();
  const shown = orInterrupted(error, host);
  if (shown instanceof InterruptedError && around.endedByPerson?.(shown)) return shown.exit;
  const isKnown = shown instanceof EmkError;
  if (isKnown && shown.correction) {
    const correction = await (await import('./offer-line.js')).offerLine(shown, argv, host, messages);
    if (correction) return correction === 'no' ? 130 : run(correction, host, around);
  }
  messages.error(withWayToFindOut(inASentence(shown), routed), {
    fieldNames: parameter => optionFor(routed, given, parameter),
    report: isKnown ? undefined : await reportOf(shown, argv, host, messages),
    debug: argv.includes('--debug'),
  });
  return isKnown ? shown.exit : 1;
}

/** Runs a line that was chosen on a screen, and says if its person went back to that, or left emk. */
async function runAsChosen(words: readonly string[], host: Host, around: Around): Promise<Chosen> {
  let way: Chosen['way'] = 'on';
  const endedByPerson = (error: InterruptedError): boolean => {
    if (error instanceof WentBackError) way = 'back';
    if (error instanceof LeftError) {
      way = 'left';
      around.endedByPerson?.(error);
    }
    return way === 'back';
  };
  return {exit: await run(words, host, {...around, endedByPerson}), way};
}

/** Whether a line has no command but asks for JSON: then it gets the tree of commands in place of the overview. */
const asksForTree = (words: readonly string[]): boolean =>
  namesIn(words).length === 0 &&
  isForPrograms(words) &&
  !optionsIn(words).some(word => isHelp(word) || isVersion(word));

/** The machine of a run: it says what it waits for, and links the files that it writes. */
const hostOfRun = (host: Host, {lockTimeout}: GlobalsOfRun, {notice}: Messages): Host =>
  hostWith(host, {lockWait: {longest: lockTimeout, says: notice}, wrote: path => linkFile(host, path)});

/** Writes a bug report; loaded only then, because bugs are rare. */
async function reportOf(
  error: unknown,
  argv: readonly string[],
  host: Host,
  {maskKeys}: Messages,
): Promise<string | undefined> {
  const {writeBugReport} = await import('./bug-report.js');
  return writeBugReport(host, argv, error, maskKeys);
}

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
  const place = ['emk', ...routed.path.slice(0, -1)].join(' ');
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

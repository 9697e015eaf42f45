import {refuseReadOnly} from '../accounts/guard.js';
import {changesUntil} from '../api/client/sending.js';
import type {ApiRequest} from '../api/describe/request.js';
import {createAsk} from '../ask/terminal/create-ask.js';
import {orBack, type TypedValues} from '../change/ask.js';
import type {Context, Globals, RunLine} from '../change/context.js';
import {createNameReader} from '../change/records/read.js';
import {type Command, callsOf, mayChange} from '../commands/command.js';
import {toInput} from '../commands/input.js';
import {missingParameters, requiredOf, withDerived} from '../commands/parameters.js';
import {resolveNames} from '../commands/resolve-names.js';
import {shownZone} from '../commands/view.js';
import {DeclinedError, InterruptedError, isSilent, LOOK_FIRST, orInterrupted} from '../core/errors.js';
import {columnsOf, type Host, isReadAloud} from '../core/system/host.js';
import {andList, counted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {render} from '../output/formats/render.js';
import {maskAddresses} from '../output/messages/error-text.js';
import type {Messages} from '../output/messages/messages.js';
import type {PlannedRequest} from '../output/results/documents.js';
import {messageStyle, type OutputReader, readerOf} from '../output/results/format.js';
import type {RenderOptions, Result} from '../output/results/result.js';
import {createSink} from '../output/results/sink.js';
import {createSession, type Run, type Session} from './context.js';
import type {FileReport, OutFile} from './out-file.js';
import {sameAccount} from './same-account.js';

/** A command as it was typed, with its place in the tree. */
type GivenLine = {
  readonly command: Command;
  readonly place: readonly string[];
  /** The place as people say it. */
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly values: TypedValues;
};

/** What a line says with what follows from it, and what a person has added: before the command ran, and while it did. */
type Answers = {
  readonly typed: TypedValues;
  readonly whole: TypedValues;
  readonly more: TypedValues;
  /** What no option says, and so must be done before the line does the same. */
  readonly first: readonly string[];
};

/** Runs one command and prints its result. A person is asked for everything that the line lacks. */
export async function perform(given: GivenLine, run: Run, runLine: RunLine): Promise<number> {
  const line = await withLetter(given, run.host);
  const {command} = line;
  const {messages} = run;
  const file = await beginFile(line, run);
  const {host, globals} = file ?? run;
  const ask = createAsk(host, {
    ...globals,
    maskKeys: messages.maskKeys,
    // A command that only reads may be about to find its account, such as a login.
    before: async () => ((await mayChange(command)) ? mustBePossible(command, session.context) : undefined),
  });
  const session = createSession({...run, host, globals}, ask);
  const {context} = session;
  const asked = interruption(host, command);
  let answers: Answers = {typed: line.values, whole: line.values, more: {}, first: []};
  const answered = (values: TypedValues, first: readonly string[] = []): void => {
    answers = {...answers, more: {...answers.more, ...values}, first};
  };
  try {
    const wereAsked = () => answers.whole !== answers.typed;
    const result = await fromFirstQuestion(wereAsked, async () => {
      const derived = await withDerived(context, command, line.values);
      answers = {...answers, typed: derived, whole: derived, more: {}};
      const whole = await askIfMissing({...context, runLine}, command, derived);
      answers = {...answers, whole};
      const values = wereAsked() ? await withDerived(context, command, whole) : derived;
      const {input, called} = await resolveNames(context, command, toInput(command, values));
      const words = wereAsked() ? await withAnswers(line, answers) : typed(line);
      return command.run({...context, called, answered, runLine, line: words}, input as never);
    });
    messages.progress.clear();
    await show(result, session, run, file);
    if ('error' in result && result.error) throw result.error;
    if (result.kind === 'nothing' && result.exit !== undefined) return result.exit;
    if (wereGiven(answers)) await hintAt(line, result, answers, run);
    return 0;
  } catch (error) {
    // Prints the answers, so that nobody has to answer ten questions again because one answer was refused.
    if (wereGiven(answers)) messages.notice(`Your answers as one line: ${await repeated(line, answers)}`);
    throw await asked(error);
  } finally {
    await session.close();
    await file?.draft.drop();
  }
}

/** The line with what its letter says about itself, where an option wins; required is what it still needs. */
async function withLetter(line: GivenLine, host: Host): Promise<GivenLine> {
  const {command, values} = line;
  if (values['template_html'] === undefined) return {...line, command: requiredOf(command, values)};
  const ofLetter = await (await import('../letters/markdown/letter-input.js')).optionsInLetter(host, values);
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const all = {...ofLetter, ...Object.fromEntries(given)};
  return {...line, command: requiredOf(command, all), values: all};
}

/** Begins the file that a line may name. Most name none, and need no code for it. */
const beginFile = async ({command, values}: GivenLine, run: Run): Promise<OutFile | undefined> =>
  run.globals.out !== undefined || command.writes === 'csv'
    ? (await import('./out-file.js')).fileFor(command, values, run)
    : undefined;

/** Refuses a command that cannot work on its account, before the first question: nobody answers ten for nothing. */
async function mustBePossible(command: Command, {account, globals}: Context): Promise<void> {
  if ((await callsOf(command)).length === 0) return;
  const found = await account();
  if (!globals.dryRun && (await mayChange(command))) refuseReadOnly(found);
}

/** Runs a line, and once more whenever a person goes back to its first questions. */
async function fromFirstQuestion<T>(wereAsked: () => boolean, run: () => Promise<T>): Promise<T> {
  for (;;) {
    const result = await orBack(run, error => {
      if (!wereAsked()) throw error;
    });
    if (result !== undefined) return result;
  }
}

/** The line with a person's answers. The code of questions is loaded only if there are any. */
async function askIfMissing(context: Context, command: Command, values: TypedValues): Promise<TypedValues> {
  if (missingParameters(command, values).length === 0 || !context.ask.possible) return values;
  await mustBePossible(command, context);
  return (await import('../ask/line/ask-for-missing.js')).askForMissing(context, command, values);
}

const wereGiven = ({typed, whole, more}: Answers): boolean =>
  whole !== typed || Object.values(more).some(value => value !== undefined);

const typed = ({path, words}: GivenLine): string => ['emk', ...path, ...words.map(shellWord)].join(' ');

/** The line that needs no questions, with the answers given before the command ran and during it. */
const withAnswers = async (line: GivenLine, {typed, whole, more}: Answers): Promise<string> =>
  (await import('../ask/line/equivalent-line.js')).equivalentLine(line, line.command, typed, whole, more);

/** The same, with what a person does first who repeats it. */
async function repeated(line: GivenLine, answers: Answers): Promise<string> {
  const words = await withAnswers(line, answers);
  return answers.first.length === 0 ? words : `${words} (first ${andList(answers.first)})`;
}

/** Says to a person who answered questions what can follow the job, and how its line would need none. */
async function hintAt(line: GivenLine, result: Result, answers: Answers, run: Run): Promise<void> {
  const {host, globals, messages} = run;
  const {nextInWords} = await import('./after-job.js');
  const isSeen = !globals.dryRun && host.stdout.isTTY === true && readerOf(globals.output) === 'people';
  const next = isSeen ? nextInWords(line.place, result, {...answers.whole, ...answers.more}) : undefined;
  if (next !== undefined) messages.hint(next);
  messages.hint(`Next time: ${await repeated(line, answers)}`);
}

/** Says and prints a result, or what a dry run would have sent, on stdout or into the file of the line. */
async function show(result: Result, {context, planned}: Session, run: Run, file: OutFile | undefined): Promise<void> {
  const {messages} = run;
  const {host, globals} = file ?? run;
  const shown = globals.dryRun && planned.length > 0 ? plannedRequests(planned, context.reader) : result;
  if ('sentence' in shown && shown.sentence) messages.notice(besideTheLog(shown.sentence, globals), {kind: 'done'});
  const timeZone = context.reader === 'people' ? shownZone(context) : undefined;
  const look = {
    ...lookOf(host, globals, messages),
    timeZone,
    format: globals.output,
    readNames: createNameReader(context),
  };
  const {final, rows} = counting(completed(shown, globals));
  if (file || !isUnsaid(final, globals)) await print(final, look, host, messages);
  const report = await file?.finish(shown, rows());
  if (report) await tell(report, run);
}

/** Reports a file: a sentence for people, and one object on stdout for JSON. */
async function tell({sentence, data}: FileReport, {host, globals, messages}: Run): Promise<void> {
  messages.notice(besideTheLog(sentence, globals), {kind: 'file', path: data.path});
  const {asked, quiet, out} = globals;
  if (asked === undefined || (quiet && out !== undefined) || readerOf(asked) !== 'programs') return;
  const look = {...lookOf(host, globals, messages), timeZone: undefined, format: asked};
  await print({kind: 'data', data, text: ''}, look, host, messages);
}

/** The sentence that reports a result. Beside a log, which people share, its addresses are masked like those of the log. */
const besideTheLog = (sentence: string, {verbose, debug}: Globals): string =>
  verbose || debug ? maskAddresses(sentence) : sentence;

/** Whether a result only says that all went well, which `--quiet` hides: a cron job then sends no mail. */
const isUnsaid = (result: Result, {quiet, output}: Run['globals']): boolean =>
  quiet && readerOf(output) === 'people' && result.kind === 'data' && result.report === true && !result.error;

/** A result whose lines of emk work on the account of this run. */
const completed = (result: Result, globals: Globals): Result =>
  result.kind === 'data' && !result.exact ? {...result, text: sameAccount(globals, result.text)} : result;

/** A result that counts the records which are printed of a list, for the sentence about its file. */
function counting(result: Result): {readonly final: Result; readonly rows: () => number | undefined} {
  if (result.kind !== 'records' || result.view.count) return {final: result, rows: () => undefined};
  let rows = 0;
  const seen = (more: number): void => {
    rows += more;
  };
  return {final: {...result, view: {...result.view, seen}}, rows: () => rows};
}

const lookOf = (host: Host, {color}: Globals, {maskKeys}: Messages) => ({
  width: host.stdout.isTTY ? columnsOf(host.stdout) : undefined,
  color,
  readAloud: isReadAloud(host),
  maskKeys,
});

/** Prints a result, to its last byte: a sink holds back what looks like the beginning of a key. */
async function print(result: Result, look: RenderOptions, host: Host, messages: Messages): Promise<void> {
  const sink = createSink(host.stdout, messages, messageStyle(look.format));
  try {
    await render(result, look, sink);
  } finally {
    await sink.flush();
  }
}

/** The requests that a dry run did not send: data for programs, and the same JSON, one a line, for people. */
function plannedRequests(requests: readonly ApiRequest[], reader: OutputReader): Result {
  const planned = requests.map(({method, path, encoding, fields}): PlannedRequest => {
    const values = fields.map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      return [name, 'path' in value ? `@${value.path}` : `@${value.name}`];
    });
    return {method, path, encoding, fields: Object.fromEntries(values)};
  });
  if (reader === 'programs') return {kind: 'data', data: planned, text: ''};
  return {kind: 'raw', body: planned.map(request => `${JSON.stringify(request)}\n`).join(''), form: 'json'};
}

/** Makes an interruption say what its line has changed until then, unless the work itself has said it. */
function interruption({interrupted}: Host, command: Command): (error: unknown) => Promise<unknown> {
  const changes = changesUntil(interrupted);
  const before = changes.sent;
  return async thrown => {
    const error = orInterrupted(thrown, interrupted);
    const sent = changes.sent - before;
    // A no to a later question does not know what an earlier yes has changed.
    if (!isSilent(error) && !(error instanceof DeclinedError && sent > 0)) return error;
    const {exit} = error;
    if (sent > 0)
      return new InterruptedError(`Interrupted after ${counted(sent, 'change')}.`, {exit, hint: LOOK_FIRST});
    return (await mayChange(command)) ? new InterruptedError(`${error.message} Nothing was changed.`, {exit}) : error;
  };
}

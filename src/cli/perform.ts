import {refuseReadOnly} from '../accounts/guard.js';
import type {Config} from '../accounts/store.js';
import {changesUntil} from '../api/client/sending.js';
import type {ApiRequest} from '../api/describe/request.js';
import {createAsk} from '../ask/terminal/create-ask.js';
import {orBack, type TypedValues} from '../change/ask.js';
import type {Budget} from '../change/effect/budget.js';
import {type Command, type Context, callsOf, mayChange, type RunLine} from '../commands/command.js';
import type {Globals, GlobalsOfRun} from '../commands/globals.js';
import {toInput} from '../commands/input.js';
import {missingParameters, requiredOf, withDerived} from '../commands/parameters.js';
import {createNameReader} from '../commands/records.js';
import {resolveNames} from '../commands/resolve-names.js';
import {shownZone} from '../commands/view.js';
import {DeclinedError, InterruptedError, isSilent, LOOK_FIRST, orInterrupted} from '../core/errors.js';
import {columnsOf, type Host, isReadAloud} from '../core/system/host.js';
import {andList, counted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {render} from '../output/formats/render.js';
import {maskAddresses} from '../output/messages/error-text.js';
import type {Messages} from '../output/messages/messages.js';
import type {Planned} from '../output/results/documents.js';
import {messageStyle, type Reader, readerOf} from '../output/results/format.js';
import type {Result} from '../output/results/result.js';
import {createSink} from '../output/results/sink.js';
import {createSession, type Session} from './context.js';
import type {OutFile} from './out-file.js';
import {onSameAccount} from './same-account.js';

type Run = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly config: Config;
  readonly messages: Messages;
  readonly runLine: RunLine;
  readonly budget?: Budget | undefined;
  /** The place of the command in the tree. */
  readonly place: readonly string[];
};

type Line = {readonly path: readonly string[]; readonly words: readonly string[]; readonly values: TypedValues};

/** Runs one command and prints its result. A person is asked for everything that the line lacks. */
export async function execute(whole: Command, written: Line, run: Run): Promise<number> {
  const line = await withLetter(written, run.host);
  const command = requiredOf(whole, line.values);
  const {messages, config, runLine} = run;
  const file = await beginFile(command, line.values, run);
  const {host, globals} = file ?? run;
  const ask = createAsk(host, {
    ...globals,
    maskKeys: messages.maskKeys,
    // A command that only reads may be about to find its account, such as a login.
    before: async () => ((await mayChange(command)) ? mustBePossible(command, session.context) : undefined),
  });
  const session = createSession({host, globals, config, ask, budget: run.budget, ...messages});
  const {context} = session;
  const withChanges = untilInterrupted(host, command);
  const answers: Answers = {values: line.values, asked: undefined, more: undefined, first: []};
  const answered = (values: TypedValues, toDo: readonly string[] = []): void => {
    answers.first = toDo;
    const all = {...answers.more, ...values};
    answers.more = Object.values(all).some(value => value !== undefined) ? all : undefined;
  };
  try {
    const result = await fromFirstQuestion(answers, async () => {
      Object.assign(answers, {asked: undefined, more: undefined});
      answers.values = await withDerived(context, command, line.values);
      answers.asked = await askIfMissing({...context, runLine}, command, {...line, values: answers.values});
      const {asked} = answers;
      const values = asked ? await withDerived(context, command, asked.values) : answers.values;
      const {input, called} = await resolveNames(context, command, toInput(command, values));
      const parts = {called, answered, runLine, line: asked?.fullLine ?? typed(line)};
      return command.run({...context, ...parts}, input as never);
    });
    messages.progress.clear();
    await show(result, {session, file, run});
    if ('error' in result && result.error) throw result.error;
    if (result.kind === 'nothing' && result.exit !== undefined) return result.exit;
    if (answers.asked || answers.more) await hintAt(command, result, {line, answers, run});
    return 0;
  } catch (error) {
    // Prints the answers, so that nobody has to answer ten questions again because one answer was refused.
    if (answers.asked || answers.more)
      messages.notice(`Your answers as one line: ${await repeated(command, line, answers)}`);
    throw await withChanges(error);
  } finally {
    await session.close();
    await file?.draft.drop();
  }
}

type Showing = {readonly session: Session; readonly file: OutFile | undefined; readonly run: Run};

/** Says and prints a result, or what a dry run would have sent, on stdout or into the file of the line. */
async function show(result: Result, {session: {context, planned}, file, run}: Showing): Promise<void> {
  const {messages} = run;
  const {host, globals} = file ?? run;
  const shown = globals.dryRun && planned.length > 0 ? plannedRequests(planned, context.reader) : result;
  if ('sentence' in shown && shown.sentence) messages.notice(besideTheLog(shown.sentence, globals), {kind: 'done'});
  const look = {
    ...lookOf(host, globals),
    timeZone: context.reader === 'people' ? shownZone(context) : undefined,
    format: globals.output,
    readNames: createNameReader(context),
  };
  const final = shown.kind === 'data' && !shown.exact ? onSameAccount(shown, globals) : shown;
  const {counting, rows} = countRows(final);
  if (!isUnsaid(final, run, file)) await print(counting, look, {host, messages});
  if (file) await tellOf(file, {result: shown, rows: rows(), run});
}

/** The sentence that reports a result. Beside a log, which people share, its addresses are masked like those of the log. */
const besideTheLog = (sentence: string, {verbose, debug}: Globals): string =>
  verbose || debug ? maskAddresses(sentence) : sentence;

/** Counts the records that are printed of a list, for the sentence about its file. */
function countRows(result: Result): {readonly counting: Result; readonly rows: () => number | undefined} {
  if (result.kind !== 'records' || result.view.count) return {counting: result, rows: () => undefined};
  let rows = 0;
  const seen = (more: number): void => {
    rows += more;
  };
  return {counting: {...result, view: {...result.view, seen}}, rows: () => rows};
}

/** Prints a result, to its last byte: a sink holds back what looks like the beginning of a key. */
async function print(
  result: Result,
  look: Parameters<typeof render>[1],
  {host, messages}: Pick<Run, 'host' | 'messages'>,
): Promise<void> {
  const sink = createSink(host.stdout, messages, messageStyle(look.format));
  try {
    await render(result, look, sink);
  } finally {
    await sink.flush();
  }
}

/** What a line says by now, and what a person answered: before the command ran, and while it did. */
type Answers = {
  values: TypedValues;
  asked: {readonly values: TypedValues; readonly fullLine: string} | undefined;
  more: TypedValues | undefined;
  /** What no option says, and so must be done before the line does the same. */
  first: readonly string[];
};

/** Runs a line, and once more whenever a person goes back to its first questions. */
async function fromFirstQuestion<T>(answers: Answers, run: () => Promise<T>): Promise<T> {
  for (;;) {
    const result = await orBack(run, error => {
      if (!answers.asked) throw error;
    });
    if (result !== undefined) return result;
  }
}

/** The line with what its letter says about itself; an option wins. */
async function withLetter(line: Line, host: Host): Promise<Line> {
  if (line.values['template_html'] === undefined) return line;
  const ofLetter = await (await import('../letters/markdown/letter-input.js')).optionsInLetter(host, line.values);
  const given = Object.entries(line.values).filter(([, value]) => value !== undefined);
  return {...line, values: {...ofLetter, ...Object.fromEntries(given)}};
}

type Answered = {readonly line: Line; readonly answers: Answers; readonly run: Run};

/** Says to a person who answered questions what can follow the job, and how its line would need none. */
async function hintAt(command: Command, result: Result, {line, answers, run}: Answered): Promise<void> {
  const {isRepeatable, nextInWords} = await import('./after-job.js');
  const {host, globals, messages, place} = run;
  const {asked, more, values} = answers;
  const isSeen = !globals.dryRun && host.stdout.isTTY === true && readerOf(globals.output) === 'people';
  const next = isSeen ? nextInWords(place, result, {...(asked?.values ?? values), ...more}) : undefined;
  if (next !== undefined) messages.hint(next);
  if (await isRepeatable(place, command)) messages.hint(`Next time: ${await repeated(command, line, answers)}`);
}

/** Whether a result only says that all went well, which `--quiet` hides: a cron job then sends no mail. */
const isUnsaid = (result: Result, {globals}: Run, file: OutFile | undefined): boolean =>
  globals.quiet &&
  !file &&
  readerOf(globals.output) === 'people' &&
  result.kind === 'data' &&
  result.report === true &&
  !result.error;

const typed = ({path, words}: Line): string => ['emk', ...path, ...words.map(shellWord)].join(' ');

/** Begins the file that a line may name. Most name none, and need no code for it. */
const beginFile = async (command: Command, values: TypedValues, run: Run): Promise<OutFile | undefined> =>
  run.globals.out !== undefined || run.globals.overwrite || command.makesFile
    ? (await import('./out-file.js')).fileFor(command, values, run, run.messages.maskKeys)
    : undefined;

type Written = {readonly result: Result; readonly rows: number | undefined; readonly run: Run};

/** Finishes a file and reports it: a sentence for people, and one object on stdout for JSON. */
async function tellOf(file: OutFile, {result, rows, run}: Written): Promise<void> {
  const told = await file.finish(result, rows);
  if (!told) return;
  const {host, globals, messages} = run;
  messages.notice(besideTheLog(told.sentence, globals), {kind: 'file', path: told.data.path});
  const {asked} = globals;
  if (asked === undefined || (globals.quiet && globals.out !== undefined)) return;
  if (readerOf(asked) !== 'programs') return;
  const look = {...lookOf(host, globals), timeZone: undefined, format: asked};
  await print({kind: 'data', data: told.data, text: ''}, look, run);
}

/** A person's answers, and the same line without questions. The code of questions is loaded only if there are any. */
async function askIfMissing(context: Context, command: Command, line: Line): Promise<Answers['asked']> {
  const {values} = line;
  if (missingParameters(command, values).length === 0) return undefined;
  if (!context.ask.possible) return undefined;
  await mustBePossible(command, context);
  const [{askForMissing}, {equivalentLine}] = await Promise.all([
    import('../ask/line/ask-for-missing.js'),
    import('../ask/line/equivalent-line.js'),
  ]);
  const answered = await askForMissing(context, command, values);
  return {values: answered, fullLine: equivalentLine(line, command, values, answered)};
}

/** The line that needs no questions, with the answers given before the command ran and during it. */
async function repeated(command: Command, line: Line, {values, asked, more, first}: Answers): Promise<string> {
  const {equivalentLine, filesToMake} = await import('../ask/line/equivalent-line.js');
  const all = asked?.values ?? values;
  const whole = equivalentLine(line, command, values, all, more);
  const before = [...filesToMake(command, values, all), ...first];
  return before.length === 0 ? whole : `${whole} (first ${andList(before)})`;
}

const lookOf = (host: Host, {color}: Globals) => ({
  width: host.stdout.isTTY ? columnsOf(host.stdout) : undefined,
  color,
  readAloud: isReadAloud(host),
});

/** Refuses a command that cannot work on its account, before the first question: nobody answers ten for nothing. */
async function mustBePossible(command: Command, {account, globals}: Context): Promise<void> {
  if ((await callsOf(command)).length === 0) return;
  const found = await account();
  if (!globals.dryRun && (await mayChange(command))) refuseReadOnly(found);
}

/** The requests that a dry run did not send: data for programs, and the same JSON, one a line, for people. */
function plannedRequests(requests: readonly ApiRequest[], reader: Reader): Result {
  const planned = requests.map(
    ({method, path, encoding, fields}): Planned => ({
      method,
      path,
      encoding,
      fields: Object.fromEntries(
        fields.map(([name, value]) => [
          name,
          typeof value === 'string' ? value : 'path' in value ? `@${value.path}` : `@${value.name}`,
        ]),
      ),
    }),
  );
  if (reader === 'programs') return {kind: 'data', data: planned, text: ''};
  return {kind: 'raw', body: planned.map(request => `${JSON.stringify(request)}\n`).join(''), form: 'json'};
}

/** Makes an interruption say what its line has changed until then, unless the work itself has said it. */
function untilInterrupted(
  {interrupted}: Pick<Host, 'interrupted'>,
  command: Command,
): (error: unknown) => Promise<unknown> {
  const changes = changesUntil(interrupted);
  const before = changes.sent;
  return async thrown => {
    const error = orInterrupted(thrown, interrupted);
    const sent = changes.sent - before;
    // A no to a later question does not know what an earlier yes has changed.
    const isUnaware = error instanceof DeclinedError && sent > 0;
    if (!isSilent(error) && !isUnaware) return error;
    if (sent > 0)
      return new InterruptedError(`Interrupted after ${counted(sent, 'change')}.`, {
        exit: error.exit,
        hint: LOOK_FIRST,
      });
    return (await mayChange(command))
      ? new InterruptedError(`${error.message} Nothing was changed.`, {exit: error.exit})
      : error;
  };
}

import type {Loose} from '../api/describe/schema.js';
import {BACK, type TypedValues} from '../commands/ask.js';
import {type Command, callsOf} from '../commands/command.js';
import {accountWords, type GlobalsOfRun} from '../commands/globals.js';
import {createAsk} from '../commands/prompts.js';
import {asPeopleSay} from '../commands/tree-words.js';
import {InterruptedError} from '../errors.js';
import type {Messages} from '../output/messages/messages.js';
import {readerOf} from '../output/results/format.js';
import type {NextStep, Result} from '../output/results/result.js';
import type {Choice} from '../prompts/choice.js';
import type {Host} from '../system/host.js';
import {isPersonHere} from '../system/person.js';
import type {Chosen} from './home.js';
import {nextSteps} from './next-steps.js';
import {route} from './route.js';
import {tree} from './tree.js';

type Run = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly messages: Messages;
  /** The place of the command in the tree. */
  readonly place: readonly string[];
  readonly runChosen: (words: readonly string[]) => Promise<Chosen>;
  readonly endedByPerson?: ((error: InterruptedError) => boolean) | undefined;
  readonly isPart?: true | undefined;
};

/** What a person is offered after a job, and its line if it makes sense again. */
export type Next = {readonly steps: readonly NextStep[]; readonly line: string | undefined};

/** A job of a person: its values, and how its line would need no questions, if it had any. */
type Asked = {readonly values: TypedValues; readonly again: (() => Promise<string>) | undefined};

/** What can follow a job that had questions, or was chosen. Where nobody can choose, its line is said at once. */
export async function nextOf(
  command: Command,
  result: Result,
  {values, again}: Asked,
  run: Run,
): Promise<Next | undefined> {
  // Another line that the command ran has asked already.
  if (run.isPart || (result.kind === 'nothing' && result.exit !== undefined)) return undefined;
  const line = again && (await isRepeatable(command)) ? await again() : undefined;
  const made = result.kind === 'record' ? result.record : result.kind === 'data' ? result.data : {};
  const all = [...nextSteps(run.place.join(' '), made as Loose, values), ...(result.next ?? [])];
  // Who came from the screen of `emk` alone is back there in a moment.
  const steps = isSeen(run) ? all.filter(({words}) => words.length > 0 || !run.endedByPerson) : [];
  if (steps.length > 0) return {steps, line};
  if (line !== undefined) run.messages.notice(`Next time: ${line}`);
  return undefined;
}

/** Whether a person sees a list of choices after the result: not in a dry run, and not if the result is for programs. */
const isSeen = ({host, globals}: Run): boolean =>
  !(globals.dryRun || globals.quiet) &&
  isPersonHere(host, host.stderr, globals.input) &&
  host.stdout.isTTY === true &&
  readerOf(globals.output) === 'people';

/** Whether a line makes sense again: not if all that it does is to delete, or if its command says so. */
async function isRepeatable(command: Command): Promise<boolean> {
  const changes = (await callsOf(command)).filter(({effect}) => effect !== 'reads');
  return !command.asks?.once && (changes.length === 0 || changes.some(({effect}) => effect !== 'deletes'));
}

/**
 * Asks what comes next until a person is done, and runs it. Who leaves this question has done the job itself; who leaves
 * a step with Ctrl-C leaves emk, as on the screen of `emk` alone.
 */
export async function whatNext({steps, line}: Next, run: Run): Promise<number> {
  const {host, globals, messages, runChosen} = run;
  const {guided} = createAsk(host, globals, messages.maskKeys);
  const from: ReadonlyArray<Choice<NextStep['words'] | 'line' | 'done'>> = [
    {name: 'Nothing more', value: 'done'},
    ...(await Promise.all(steps.map(choiceOf))),
    ...(line === undefined ? [] : [{name: 'Show the line for next time', value: 'line'} as const]),
  ];
  for (;;) {
    // What was typed meanwhile was for the shell.
    await host.keyboard.forget();
    const chosen = await guided
      .pick<NextStep['words'] | 'line' | 'done'>('What next?', {from, canGoBack: true})
      .catch((error: unknown): typeof BACK => {
        if (!(error instanceof InterruptedError)) throw error;
        run.endedByPerson?.(error);
        return BACK;
      });
    if (chosen === BACK || chosen === 'done') return 0;
    if (chosen === 'line') {
      messages.notice(`Next time: ${line}`);
      continue;
    }
    const {exit, way} = await runChosen([...accountWords(globals), ...chosen]);
    const isOver = way === 'left' || (way === 'on' && exit === 0);
    if (isOver || host.interrupted.aborted) return exit;
  }
}

/** A step as a choice, with its command in the words that people say. */
async function choiceOf({name, words}: NextStep): Promise<Choice<NextStep['words']>> {
  const line = words.length > 0 ? asPeopleSay(tree, words) : words;
  const {typedPath} = await route(line);
  return {name, note: typedPath.join(' ') || 'emk', value: line};
}

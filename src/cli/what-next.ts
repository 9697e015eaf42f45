import type {Loose} from '../api/describe/schema.js';
import {BACK, type TypedValues} from '../commands/ask.js';
import {type Command, callsOf, type RunLine} from '../commands/command.js';
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
import {route} from './route.js';
import {tree} from './tree.js';

type Run = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly messages: Messages;
  readonly runLine: RunLine;
  readonly isPart?: true | undefined;
};

/** What a person is offered after a job, and its line if it makes sense again. */
export type Next = {readonly steps: readonly NextStep[]; readonly line: string | undefined};

/** A job that was done with questions: its values, and how its line would need none. */
type Asked = {readonly values: TypedValues; again(): Promise<string>};

/** What can follow a job that was done with questions. Where nobody can choose, its line is said at once. */
export async function nextOf(
  command: Command,
  result: Result,
  {values, again}: Asked,
  run: Run,
): Promise<Next | undefined> {
  if (run.isPart) return undefined;
  const line = (await isRepeatable(command)) ? await again() : undefined;
  const made = result.kind === 'record' ? result.record : result.kind === 'data' ? result.data : {};
  const after = command.asks?.next?.(made as Loose, values) ?? [];
  const own = (result.kind === 'done' && result.next) || [];
  const steps = isSeen(run) ? [...after, ...own] : [];
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

/** Asks what comes next until a person is done, and runs it. The job itself has succeeded, however that ends. */
export async function whatNext({steps, line}: Next, {host, globals, messages, runLine}: Run): Promise<void> {
  const {guided} = createAsk(host, globals, messages.maskKeys);
  const from: ReadonlyArray<Choice<NextStep['words'] | 'line' | 'done'>> = [
    {name: 'Nothing more', value: 'done'},
    ...(await Promise.all(steps.map(choiceOf))),
    ...(line === undefined ? [] : [{name: 'Show what I did as one line, for next time', value: 'line'} as const]),
  ];
  for (;;) {
    // What was typed meanwhile was for the shell.
    await host.keyboard.forget();
    const chosen = await guided
      .pick<NextStep['words'] | 'line' | 'done'>('What next?', {from, canGoBack: true})
      .catch((error: unknown): typeof BACK => {
        // Leaving now only means that the person is done.
        if (error instanceof InterruptedError) return BACK;
        throw error;
      });
    if (chosen === BACK || chosen === 'done') return;
    if (chosen === 'line') messages.notice(`Next time: ${line}`);
    else if ((await runLine([...accountWords(globals), ...chosen], host)) === 0) return;
  }
}

/** A step as a choice, with its command in the words that people say. */
async function choiceOf({name, words}: NextStep): Promise<Choice<NextStep['words']>> {
  const line = asPeopleSay(tree, words);
  const {typedPath} = await route(line);
  return {name, note: typedPath.join(' '), value: line};
}

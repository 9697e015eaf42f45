import {createInterface} from 'node:readline';
import {checkbox, confirm, input, password, search} from '@inquirer/prompts';
import {clean} from '../../output/text/sanitise.js';
import {wrap} from '../../output/text/width.js';
import {
  type Choice,
  fitting,
  type PickOptions,
  rows,
  type Search,
  type SeveralOptions,
  type TextOptions,
} from './ask.js';
import type {Screen} from './screen.js';

/** The questions of the library, with the words and keys of emk. */

export const askYes = (screen: Screen, question: string, standard: boolean): Promise<boolean> =>
  confirm({message: clean(question), default: standard}, screen);

export const askText = (
  screen: Screen,
  question: string,
  {problem, initial, help, mayBeEmpty = false}: TextOptions,
): Promise<string> =>
  input(
    {
      message: clean(question),
      ...(initial !== undefined && {default: initial, prefill: 'editable' as const}),
      validate: text => (text.trim() === '' ? mayBeEmpty || 'Type something.' : (problem?.(text) ?? true)),
      theme: {
        style: {
          message: (text: string, status: string) =>
            help === undefined || status === 'done' ? bold(text) : `${bold(text)} ${dim(`(${clean(help)})`)}`,
        },
      },
    },
    screen,
  );

/** The answer to it stays hidden too: not even its length is left on the screen. */
export const askSecret = (screen: Screen, question: string): Promise<string> =>
  password(
    {
      message: clean(question),
      mask: '•',
      toggleMask: false,
      validate: text => text.trim() !== '' || 'Type something.',
      theme: {style: {answer: () => ''}},
    },
    screen,
  );

export function askPick<T>(
  screen: Screen,
  question: string,
  from: readonly Choice<T>[] | Search<T>,
  {isNow, help}: PickOptions<T>,
): Promise<T> {
  const find: Search<T> = typeof from === 'function' ? from : typed => fitting(from, typed);
  const now = typeof from === 'function' || !isNow ? undefined : from.find(({value}) => isNow(value));
  return search<T>(
    {
      message: clean(question),
      source(typed = '') {
        const found = find(typed);
        const width = screen.output.columns - MARGIN;
        return typeof found === 'string'
          ? [{name: wrap(clean(found), width).join('\n'), value: undefined as T, disabled: ' '}]
          : rows(found, width);
      },
      ...(now && {default: now.value}),
      pageSize: PAGE,
      theme: {style: {keysHelpTip: () => keysOf(screen, help ?? 'type to find', 'Enter to choose'), disabled: dim}},
    },
    screen,
  );
}

export const askSeveral = <T>(
  screen: Screen,
  question: string,
  from: readonly Choice<T>[],
  {isTicked, mayBeEmpty = false}: SeveralOptions<T>,
): Promise<readonly T[]> =>
  checkbox<T>(
    {
      message: clean(question),
      choices: rows(from, screen.output.columns - MARGIN - 2).map(row => ({
        ...row,
        checked: isTicked?.(row.value) ?? false,
      })),
      validate: chosen => mayBeEmpty || chosen.length > 0 || 'Tick at least one, with Space.',
      pageSize: PAGE,
      loop: false,
      shortcuts: {all: null, invert: null},
      theme: {
        icon: {checked: ' ◉', unchecked: ' ◯'},
        style: {keysHelpTip: () => keysOf(screen, 'Space to tick', 'Enter to continue')},
      },
    },
    screen,
  );

const keysOf = ({atEscape}: Screen, ...keys: readonly string[]): string => dim([...keys, atEscape].join(' · '));

const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;
const dim = (text: string): string => `\u001b[2m${text}\u001b[22m`;

/** How many choices are on the screen at once. */
const PAGE = 8;

/** The columns beside a choice: the cursor, and one that stays free. */
const MARGIN = 3;

/** Reads all lines that a person types or pastes until Ctrl-D: a question that is drawn at each key takes minutes for a list. */
export function manyLines({input, output, signal, atEscape}: Screen): Promise<string> {
  const lines: string[] = [];
  const reader = createInterface({input, output, terminal: true, historySize: 0, prompt: ''});
  return new Promise<string>((resolve, reject) => {
    const stop = (): void => {
      reject(signal.reason);
      reader.close();
    };
    const end = (): void => {
      if (reader.line !== '') reader.write('\n');
      resolve(lines.join('\n'));
      reader.close();
    };
    const hear = (_: unknown, {ctrl, name}: {readonly ctrl?: boolean; readonly name?: string}): void => {
      if (ctrl && name === 'd') end();
    };
    const take = (line: string): void => {
      // Somebody alone with an address presses Enter and waits. A pasted list may have an empty line too, so it is no end.
      if (!isText(line) && lines.every(isText)) output.write(`Ctrl-D to continue, ${atEscape}.\n`);
      lines.push(line);
    };
    reader.on('line', take).on('SIGINT', stop);
    // Before readline hears it, which would end only an empty line with this key.
    input.prependListener('keypress', hear);
    reader.on('close', () => input.off('keypress', hear));
    signal.addEventListener('abort', stop, {once: true});
    if (signal.aborted) stop();
  });
}

const isText = (line: string): boolean => line.trim() !== '';

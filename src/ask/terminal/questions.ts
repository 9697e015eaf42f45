import {createInterface, emitKeypressEvents} from 'node:readline';
import {type Readable, Writable} from 'node:stream';
import {checkbox, confirm, input, password, search} from '@inquirer/prompts';
import {
  type Choice,
  fitting,
  type PickOptions,
  type Search,
  type SeveralOptions,
  type TextOptions,
} from '../../change/ask.js';
import {DeclinedError, exitAfter, WentBack} from '../../core/errors.js';
import {columnsOf, type Host} from '../../core/system/host.js';
import {clean} from '../../output/text/sanitise.js';
import {writeNow} from '../../output/text/terminal.js';
import {displayWidth, pad, truncate} from '../../output/text/width.js';

/** Where a question is drawn and answered, and what ends it without an answer. */
export type Screen = {
  readonly input: Readable;
  readonly output: Writable & {readonly columns: number};
  readonly signal: AbortSignal;
  /** Whether the question leaves the screen at its end; the library looks then. */
  clearPromptOnDone: boolean;
};

type QuestionLook = {readonly color: boolean; readonly maskKeys: (text: string) => string};

/** Puts a question on the terminal. Esc throws `WentBack`; Ctrl-C and Ctrl-D decline. */
export async function onScreen<A>(host: Host, look: QuestionLook, ask: (screen: Screen) => Promise<A>): Promise<A> {
  const {stdin} = host;
  // The time that tells Esc from the beginning of an arrow key: half a second, unless set already.
  emitKeypressEvents(stdin, {escapeCodeTimeout: 100} as never);
  const left = new AbortController();
  const screen: Screen = {
    input: stdin,
    output: kept(host.stderr, look),
    signal: AbortSignal.any([left.signal, host.interrupted]),
    clearPromptOnDone: false,
  };
  const hearEscape = (_: unknown, {name}: {readonly name?: string}): void => {
    if (name !== 'escape') return;
    screen.clearPromptOnDone = true;
    left.abort('back');
  };
  const close = (): void => left.abort('closed');
  stdin.on('keypress', hearEscape).once('pause', close).once('end', close);
  try {
    return await ask(screen);
  } catch (error) {
    if (left.signal.reason === 'back') throw new WentBack();
    if (!left.signal.aborted && !isLeaving(error)) throw error;
    throw new DeclinedError('Cancelled. Nothing was changed.', {exit: exitAfter(host.interrupted)});
  } finally {
    stdin.off('keypress', hearEscape).off('pause', close).off('end', close);
  }
}

const isLeaving = (error: unknown): boolean =>
  error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name);

/** Keeps stderr open, which a question would end, and passes chunks on at once, to keep their order. */
function kept(stderr: Host['stderr'], {color, maskKeys}: QuestionLook): Screen['output'] {
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      const text = maskKeys(String(chunk));
      writeNow(stderr, color ? text : text.replaceAll(COLOURS, ''), 'moved');
      done();
    },
  });
  return Object.defineProperties(output, {
    isTTY: {value: true},
    columns: {get: () => columnsOf(stderr)},
  }) as Screen['output'];
}

/** The library colours what it draws, whatever the settings say. */
const ESC = '\u001b';
const COLOURS = new RegExp(`${ESC}\\[[\\d;]*m`, 'g');

export const askYes = (screen: Screen, question: string, standard: boolean): Promise<boolean> =>
  confirm({message: clean(question), default: standard}, screen);

export const askText = (
  screen: Screen,
  question: string,
  {problem, initial, help, mayBeEmpty = false}: TextOptions,
): Promise<string> =>
  input(
    {
      message: clean(help === undefined ? question : `${question} (${help})`),
      ...(initial !== undefined && {default: initial, prefill: 'editable' as const}),
      validate: async text =>
        text.trim() === '' ? mayBeEmpty || 'Type something.' : ((await problem?.(text)) ?? true),
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
  const now = isNow && find('').find(({value}) => isNow(value));
  return search<T>(
    {
      message: clean(question),
      source: (typed = '') => rows(find(typed), screen.output.columns - MARGIN),
      ...(now && {default: now.value}),
      pageSize: PAGE,
      theme: {style: {keysHelpTip: () => keysOf(help ?? 'type to find', 'Enter to choose')}},
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
        style: {keysHelpTip: () => keysOf('Space to tick', 'Enter to continue')},
      },
    },
    screen,
  );

const keysOf = (...keys: readonly string[]): string => dim([...keys, BACK].join(' · '));

const BACK = 'Esc to go back';

const dim = (text: string): string => `\u001b[2m${text}\u001b[22m`;

/** How many choices are on the screen at once. */
const PAGE = 8;

/** The columns beside a choice: the cursor, and one that stays free. */
const MARGIN = 3;

/** Reads all lines that a person types or pastes until Ctrl-D: a question that is drawn at each key takes minutes for a list. */
export function askLines({input, output, signal}: Screen, sentence: string): Promise<string> {
  output.write(`${sentence}\n`);
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
      if (!isText(line) && lines.every(isText)) output.write(`Ctrl-D to continue, ${BACK}.\n`);
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

/** The choices as rows of a list, with names and notes in two columns. */
function rows<T>(choices: readonly Choice<T>[], width: number) {
  const seen = new Map<string, number>();
  const looks = choices.map(({name, note}) => `${name}\u0000${note}`);
  for (const look of looks) seen.set(look, (seen.get(look) ?? 0) + 1);
  const named = choices.map(({name, note, code, value}, at) => {
    const isShared = (seen.get(looks[at] ?? '') ?? 0) > 1;
    return {short: clean(name), note: clean([isShared ? code : '', note].filter(Boolean).join(' · ')), value};
  });
  const longest = Math.max(0, ...named.map(({short, note}) => (note === '' ? 0 : displayWidth(short))));
  // Names come first, but leave notes a third of the width.
  const column = Math.min(longest, Math.floor((width * 2) / 3));
  return named.map(({short, note, value}) => {
    const text = note === '' ? short : `${pad(truncate(short, column), column, false)}  ${note}`;
    return {name: truncate(text, width), short, value};
  });
}

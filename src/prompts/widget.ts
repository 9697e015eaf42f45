import {emitKeypressEvents} from 'node:readline';
import type {Readable, Writable} from 'node:stream';
import {createPrompt, useEffect, useKeypress, useRef, useState} from '@inquirer/core';
import type {Keyboard} from '../system/keyboard.js';
import {answered, asked} from './answered.js';
import {type Drawn, eraseDrawn, makeRoom, rowsUnder} from './drawn-rows.js';
import {type Paint, withColors, withoutColors} from './paint.js';
import {hearWholePastes, isLong, onOneLine, type PasteWords, shownText} from './whole-pastes.js';

/** A question on the screen as plain functions. Everything that touches the terminal is in this file. */
export type Widget<S, A> = {
  readonly question: string;
  /** Shown after the question until it is answered. */
  readonly hint?: string | undefined;
  /** Only the length of the line is shown. */
  readonly isSecret?: true;
  /** Nothing can be typed, so it needs no room for that. */
  readonly takesNoText?: true;
  /** Fills the window while it is open, so that nothing of it is left above when the window is made narrower. */
  readonly fillsWindow?: true;
  /** Leaves no line when it is answered. */
  readonly vanishes?: true | undefined;
  readonly begin: S;
  /** The text on the line when the question appears. */
  readonly line?: string | undefined;
  readonly pastes?: PasteWords | undefined;
  press(key: Key, line: string, state: S): Step<S, A>;
  /** Lines above the question. */
  above?(state: S, look: Look): readonly string[];
  below(state: S, line: string, look: Look): readonly string[];
  /** How to ask on a terminal that cannot be redrawn; by default the question is printed, and a line answers it. */
  readonly inLines?: InLines<S, A>;
  /** Work that a state needs. It starts when its name changes, and stops when the name changes again. */
  work?(line: string, state: S): Work<S> | undefined;
};

/** A question as lines that are printed once, and what a typed line does to it. */
export type InLines<S, A> = {
  /** The key that leaves the question and what it does, if that is not "<". */
  readonly wayBack?: string;
  lines(state: S): readonly string[];
  answer(line: string, state: S): Step<S, A>;
};

/** The effect of a key: another state, perhaps with another text on the line; the answer; or the way back. */
export type Step<S, A> =
  | {readonly kind: 'stay'; readonly state: S; readonly line?: string}
  | {readonly kind: 'answer'; readonly answer: A; readonly answerText: string}
  | {readonly kind: 'back'};

type Work<S> = {readonly name: string; run(signal: AbortSignal): Promise<(state: S) => S>};

/** A key by its name; a whole paste is one key too, and its text is on the line by then. */
export type Key = {readonly name: string /** What was on the line before it. */; readonly before?: string};

export type Look = {readonly width: number; readonly paint: Paint};

type Terminal = {
  readonly input: Readable;
  readonly output: Writable & {readonly columns: number};
  readonly signal: AbortSignal;
  readonly color: boolean;
  readonly keyboard: Pick<Keyboard, 'stop' | 'onContinue'>;
  /** Writes when the question is over: the output ends with it. */
  afterwards(text: string): void;
};

/** Asks a question. Returns its answer, or undefined if the person goes back. */
export async function askOnScreen<S, A>(
  widget: Widget<S, A>,
  {color, keyboard, afterwards, ...terminal}: Terminal,
): Promise<{readonly answer: A} | undefined> {
  const {input, output} = terminal;
  hearEscape(input);
  const context = {...terminal, clearPromptOnDone: widget.vanishes === true};
  const leave = (): undefined => {
    context.clearPromptOnDone = true;
  };
  const config = {widget: widget as Widget<unknown, unknown>, input, output, leave, color, keyboard};
  const ask = async () => (await prompt(config, context)) as Answered<A> | undefined;
  if (!widget.fillsWindow) return ask();
  output.write(ENTER_WINDOW);
  const given = await ask().finally(() => afterwards(LEAVE_WINDOW));
  if (given) afterwards(`${answered(widget.question, given.answerText, lookOf(output.columns, color))}\n`);
  return given;
}

type Answered<A> = {readonly answer: A; readonly answerText: string};

type Config = {
  readonly widget: Widget<unknown, unknown>;
  readonly input: Terminal['input'];
  readonly output: Terminal['output'];
  readonly color: boolean;
  readonly keyboard: Terminal['keyboard'];
  /** Removes the question from the screen, because nothing was answered. */
  readonly leave: () => undefined;
};

type Model = {
  readonly state: unknown;
  readonly line: string;
  readonly columns: number;
  /** How often it was redrawn because the process had been stopped. */
  readonly continued: number;
  readonly answerText?: string;
  readonly failure?: {readonly error: unknown};
};

const prompt = createPrompt<unknown, Config>(({widget, input, output, color, keyboard, leave}, done) => {
  const [model, setModel] = useState<Model>({
    state: widget.begin,
    line: widget.line ?? '',
    columns: output.columns,
    continued: 0,
  });
  /** A long text before what is typed, which the screen shows in a few words. */
  const held = useRef(isLong(widget.line ?? '') ? (widget.line ?? '') : '');
  const drawn = useRef<Drawn>({above: [''], below: [], columns: output.columns});
  if (model.failure) {
    leave();
    throw model.failure.error;
  }
  const change = (part: Partial<Model>) => setModel(now => ({...now, ...part}));

  useEffect(rl => {
    const {fillsWindow} = widget;
    output.write(MARK_PASTES);
    if (widget.line !== undefined) retype(rl, widget.line, held);
    const hearNoPastes = hearWholePastes(input, text => {
      const pasted = onOneLine(text, widget.pastes?.lineEnd);
      // A pasted answer replaces the offered one.
      const before = held.current + rl.line === widget.line ? '' : held.current + rl.line;
      if (!widget.isSecret && isLong(before + pasted)) held.current = before + pasted;
      retype(rl, before + (held.current === '' ? pasted.replaceAll('\t', ' ') : pasted), held);
      input.emit('keypress', undefined, {name: 'paste-end'});
    });
    const cursor = () => {
      const {rows, cols} = rl.getCursorPos();
      return rows > 0 ? rows * output.columns + cols : cols;
    };
    const resized = () => {
      const erase = fillsWindow ? EMPTY_WINDOW : eraseDrawn(drawn.current, cursor(), output.columns);
      output.write(`${erase}${makeRoom(drawn.current, cursor())}`);
      change({columns: output.columns});
    };
    let stopping = false;
    const drawAnew = () => {
      // The shell's output since then stays: the question needs its own lines.
      output.write(`${fillsWindow ? ENTER_WINDOW : ''}${makeRoom(drawn.current, cursor())}${MARK_PASTES}`);
      setModel(now => ({...now, columns: output.columns, continued: now.continued + 1}));
    };
    const stop = async () => {
      stopping = true;
      const leaveQuestion = fillsWindow ? LEAVE_WINDOW : '\n'.repeat(rowsUnder(drawn.current, cursor()));
      output.write(`${LEAVE_PASTES}${leaveQuestion}\r\n`);
      await keyboard.stop();
      stopping = false;
      drawAnew();
    };
    rl.on('SIGTSTP', stop);
    // After a stop from outside, the terminal is as the shell left it.
    const hearNoMore = keyboard.onContinue(() => stopping || drawAnew());
    output.on('resize', resized);
    return () => {
      hearNoMore();
      hearNoPastes();
      output.off('resize', resized);
      output.write(LEAVE_PASTES);
    };
  }, []);

  const work = model.answerText === undefined ? widget.work?.(model.line, model.state) : undefined;
  useEffect(() => {
    if (!work) return undefined;
    const cut = new AbortController();
    work.run(cut.signal).then(
      next => cut.signal.aborted || setModel(now => ({...now, state: next(now.state)})),
      error => cut.signal.aborted || change({failure: {error}}),
    );
    return () => cut.abort();
  }, [work?.name]);

  useKeypress(({name = '', ctrl}, rl) => {
    // Ctrl-Z has left the question, which is drawn anew when emk continues.
    if (model.answerText !== undefined || (ctrl && name === 'z')) return;
    // Behind a long text, the key that erases erases all of it.
    if (name === 'backspace' && model.line === held.current) held.current = '';
    const typed = UNTYPED.has(name) ? model.line : held.current + rl.line;
    const step = widget.press({name, before: model.line}, typed, model.state);
    if (step.kind === 'stay') {
      const line = step.line ?? typed;
      retype(rl, line, held);
      return change({state: step.state, line});
    }
    const [answerText, end] = step.kind === 'answer' ? [step.answerText, step] : ['', leave()];
    change({answerText});
    done(end);
  });

  const look = lookOf(model.columns, color);
  if (model.answerText !== undefined)
    return answered(widget.question, shownText(model.answerText, widget.pastes), look);
  const question = [widget.question, widget.hint].filter(Boolean).join(' ');
  const typed = model.line.slice(held.current.length);
  const shown = held.current === '' ? '' : `${shownText(held.current, widget.pastes)} `;
  const line = shown + (widget.isSecret ? '•'.repeat(typed.length) : typed);
  const over = widget.above?.(model.state, look) ?? [];
  const above = [...over, asked(question, line, {...look, takesNoText: widget.takesNoText})].join('\n');
  const below = widget.below(model.state, model.line, look);
  drawn.current = {above: above.split('\n'), below, columns: output.columns};
  return [above, below.join('\n')];
});

const lookOf = (columns: number, color: boolean): Look => ({
  width: Math.max(MIN_WIDTH, columns - 1),
  paint: color ? withColors : withoutColors,
});

/** Puts a text on the line, behind the long text before it if it begins with that. */
function retype(rl: Line, line: string, held: {current: string}): void {
  if (!line.startsWith(held.current)) held.current = '';
  const typed = line.slice(held.current.length);
  if (rl.line === typed) return;
  rl.clearLine(0);
  rl.write(typed);
}

type Line = Parameters<Parameters<typeof useKeypress>[0]>[1];

/** Keys that readline handles in its own way, by emptying the line or writing into it. */
const UNTYPED = new Set(['return', 'enter', 'tab', 'up', 'down', 'escape', 'pageup', 'pagedown']);

const MIN_WIDTH = 20;

/** The alternate screen of a terminal: whatever happens there, the lines before it come back. */
const ENTER_WINDOW = '\u001b[?1049h\u001b[H\u001b[2J';
const LEAVE_WINDOW = '\u001b[?1049l';
const EMPTY_WINDOW = '\u001b[H\u001b[2J';

/** Makes the terminal mark pasted text, so that a line end in it does not count as Enter. */
const MARK_PASTES = '\u001b[?2004h';
const LEAVE_PASTES = '\u001b[?2004l';

/** Sets the time that distinguishes Esc from the beginning of an arrow key: half a second, unless set already. */
function hearEscape(input: Readable): void {
  emitKeypressEvents(input, {escapeCodeTimeout: 100} as never);
}

import {emitKeypressEvents} from 'node:readline';
import type {Readable, Writable} from 'node:stream';
import {createPrompt, useEffect, useKeypress, useRef, useState} from '@inquirer/core';
import {clean} from '../output/text/sanitise.js';
import {displayWidth, wrap} from '../output/text/width.js';
import type {Keyboard} from '../system/keyboard.js';
import {answered} from './answered.js';
import {type Paint, withColors, withoutColors} from './paint.js';

/**
 * A question on the screen as plain functions: what a key does to its state, what is below the line, and which work it
 * waits for. Everything that touches the terminal is in this file.
 */
export type Widget<S, A> = {
  readonly question: string;
  /** Shown after the question until it is answered. */
  readonly hint?: string | undefined;
  /** Only the length of the line is shown. */
  readonly isSecret?: true;
  readonly begin: S;
  /** The text on the line when the question appears. */
  readonly line?: string | undefined;
  press(key: Key, line: string, state: S): Step<S, A>;
  below(state: S, line: string, look: Look): readonly string[];
  /** How to ask on a terminal that cannot be redrawn; by default the question is printed, and a line answers it. */
  readonly inLines?: InLines<S, A>;
  /** Work that a state needs. It starts when its name changes, and stops when the name changes again. */
  work?(line: string): Work<S>;
};

/** A question as lines that are printed once, and what a typed line does to it. */
export type InLines<S, A> = {
  lines(state: S): readonly string[];
  answer(line: string, state: S): Step<S, A>;
};

/** The effect of a key: another state, perhaps with another text on the line; the answer; or the way back. */
export type Step<S, A> =
  | {readonly kind: 'stay'; readonly state: S; readonly line?: string}
  | {readonly kind: 'answer'; readonly answer: A; readonly answerText: string}
  | {readonly kind: 'back'};

type Work<S> = {readonly name: string; run(signal: AbortSignal): Promise<(state: S) => S>};

export type Key = {readonly name: string; readonly inPaste: boolean};

export type Look = {readonly width: number; readonly paint: Paint};

type Terminal = {
  readonly input: Readable;
  readonly output: Writable & {readonly columns: number};
  readonly signal: AbortSignal;
  readonly color: boolean;
  readonly keyboard: Pick<Keyboard, 'stop' | 'onContinue'>;
};

/** Asks a question. Returns its answer, or undefined if the person goes back. */
export async function askOnScreen<S, A>(
  widget: Widget<S, A>,
  {color, keyboard, ...terminal}: Terminal,
): Promise<{readonly answer: A} | undefined> {
  hearEscape(terminal.input);
  const {output} = terminal;
  const context = {...terminal, clearPromptOnDone: false};
  const leave = (): undefined => {
    context.clearPromptOnDone = true;
  };
  const config = {widget: widget as Widget<unknown, unknown>, output, leave, color, keyboard};
  return (await prompt(config, context)) as {readonly answer: A} | undefined;
}

type Config = {
  readonly widget: Widget<unknown, unknown>;
  readonly output: Terminal['output'];
  readonly color: boolean;
  readonly keyboard: Terminal['keyboard'];
  /** Removes the question from the screen, because nothing was answered. */
  readonly leave: () => undefined;
};

type Model = {
  readonly state: unknown;
  readonly line: string;
  readonly inPaste: boolean;
  readonly columns: number;
  /** How often it was redrawn because the process had been stopped. */
  readonly continued: number;
  readonly answerText?: string;
  readonly failure?: {readonly error: unknown};
};

const prompt = createPrompt<unknown, Config>(({widget, output, color, keyboard, leave}, done) => {
  const [model, setModel] = useState<Model>({
    state: widget.begin,
    line: widget.line ?? '',
    inPaste: false,
    columns: output.columns,
    continued: 0,
  });
  const drawn = useRef({lines: 1, below: 0});
  if (model.failure) throw model.failure.error;
  const change = (part: Partial<Model>) => setModel(now => ({...now, ...part}));

  useEffect(rl => {
    output.write(MARK_PASTES);
    if (widget.line !== undefined) rl.write(widget.line);
    const resized = () => {
      output.write(CLEAR_BELOW);
      change({columns: output.columns});
    };
    let stopping = false;
    const drawAnew = () => {
      // The shell's output since then stays: the question needs its own lines.
      const {lines, below} = drawn.current;
      output.write(`\r${'\n'.repeat(lines - 1)}${below > 0 ? `\u001b[${below}A` : ''}${MARK_PASTES}`);
      setModel(now => ({...now, columns: output.columns, continued: now.continued + 1}));
    };
    const stop = async () => {
      const {below} = drawn.current;
      stopping = true;
      output.write(`${LEAVE_PASTES}${below > 0 ? `\u001b[${below}B` : ''}\r\n`);
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
      output.off('resize', resized);
      output.write(LEAVE_PASTES);
    };
  }, []);

  const work = model.answerText === undefined ? widget.work?.(model.line) : undefined;
  useEffect(() => {
    if (!work) return undefined;
    const cut = new AbortController();
    work.run(cut.signal).then(
      next => cut.signal.aborted || setModel(now => ({...now, state: next(now.state)})),
      error => cut.signal.aborted || change({failure: {error}}),
    );
    return () => cut.abort();
  }, [work?.name]);

  useKeypress(({name = ''}, rl) => {
    if (model.answerText !== undefined) return;
    const paste = pasteBy(name, rl, widget.line);
    if (paste) return change(paste);
    const typed = UNTYPED.has(name) ? model.line : rl.line;
    const step = widget.press({name, inPaste: model.inPaste}, typed, model.state);
    if (step.kind === 'stay') {
      const line = step.line ?? typed;
      retype(rl, line);
      return change({state: step.state, line});
    }
    const [answerText, end] = step.kind === 'answer' ? [step.answerText, {answer: step.answer}] : ['', leave()];
    change({answerText});
    done(end);
  });

  const look = {width: Math.max(MIN_WIDTH, model.columns - 1), paint: color ? withColors : withoutColors};
  if (model.answerText !== undefined) return answered(widget.question, model.answerText, look);
  const question = [widget.question, widget.hint].filter(Boolean).join(' ');
  const above = asked(question, widget.isSecret ? '•'.repeat(model.line.length) : model.line, look);
  const below = widget.below(model.state, model.line, look);
  drawn.current = {lines: above.split('\n').length + below.length, below: below.length};
  return [above, below.join('\n')];
});

function retype(rl: Line, line: string): void {
  if (rl.line === line) return;
  rl.clearLine(0);
  rl.write(line);
}

/** What the beginning or the end of a paste changes. */
function pasteBy(name: string, rl: Line, offered: string | undefined): Partial<Model> | undefined {
  if (name === 'paste-end') return {inPaste: false};
  if (name !== 'paste-start') return undefined;
  if (rl.line === '' || rl.line !== offered) return {inPaste: true};
  // A pasted answer replaces the offered one.
  rl.clearLine(0);
  return {inPaste: true, line: ''};
}

type Line = Parameters<Parameters<typeof useKeypress>[0]>[1];

/** Keys that readline handles in its own way, by emptying the line or writing into it. */
const UNTYPED = new Set(['return', 'enter', 'tab', 'up', 'down', 'escape', 'pageup', 'pagedown']);

/** The question with the line at its end, or on a separate line if little room is left for typing. */
function asked(question: string, line: string, {width, paint}: Look): string {
  const text = clean(question);
  if (displayWidth(text) + 3 <= width - ROOM_TO_TYPE) return `${paint.mark('?')} ${paint.question(text)} ${line}`;
  const lines = wrap(text, width - 2).map((part, at) => `${at === 0 ? paint.mark('?') : ' '} ${paint.question(part)}`);
  return [...lines, `${paint.mark('›')} ${line}`].join('\n');
}

const ROOM_TO_TYPE = 16;
const MIN_WIDTH = 20;

/** Makes the terminal mark pasted text, so that a line end in it does not count as Enter. */
const MARK_PASTES = '\u001b[?2004h';
const LEAVE_PASTES = '\u001b[?2004l';

/** Clears all lines below. If the terminal was made narrower, the question has more lines than were drawn. */
const CLEAR_BELOW = '\r\u001b[J';

/**
 * Sets the time that distinguishes Esc alone from the beginning of an arrow key: half a second, unless it is set
 * already.
 */
function hearEscape(input: Readable): void {
  emitKeypressEvents(input, {escapeCodeTimeout: 100} as never);
}

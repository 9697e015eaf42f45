import type {Readable, Writable} from 'node:stream';
import {clean} from '../output/text/sanitise.js';
import {wrapMessage} from '../output/text/wrap-message.js';
import {withoutColors} from './paint.js';
import type {Step, Widget} from './widget.js';

type LineTerminal = {
  readonly input: Readable;
  readonly output: Writable & {readonly columns: number};
  readonly signal: AbortSignal;
};

/** Asks a question on a terminal that cannot be redrawn: it is printed, and a whole line answers it. */
export async function askInLines<S, A>(
  widget: Widget<S, A>,
  {input, output, signal}: LineTerminal,
): Promise<{readonly answer: A} | undefined> {
  const {inLines} = widget;
  const reader = lineReader(input, signal);
  try {
    let state: S = await worked(widget, '', widget.begin, signal);
    for (let [typed, first] = ['', true]; ; first = false) {
      const look = {width: output.columns - 1, paint: withoutColors};
      const below = inLines?.lines(state) ?? (first ? [] : widget.below(state, typed, look));
      const goesBack = widget.press({name: 'escape'}, '', state).kind === 'back';
      const shown = [`? ${withNotes(widget, goesBack)}`, ...below].map(line => wrapMessage(line, look.width));
      output.write([...shown, '> '].join('\n'));
      typed = await reader.next();
      if (typed.trim() === '<' && goesBack) return undefined;
      const step = answered(widget, typed, state);
      if (step.kind === 'answer') return {answer: step.answer};
      if (step.kind === 'back') return undefined;
      state = step.line === undefined ? step.state : await worked(widget, step.line, step.state, signal);
    }
  } finally {
    reader.close();
  }
}

/** The question with the answer that Enter gives, and the way back. */
function withNotes<S, A>({question, hint, line: offered, inLines}: Widget<S, A>, goesBack: boolean): string {
  const wayBack = goesBack && (inLines?.wayBack ?? '< to go back');
  const notes = [offered && `Enter: ${clean(offered)}`, wayBack].filter(Boolean).join(', ');
  return [clean(question), hint, notes && `(${notes})`].filter(Boolean).join(' ');
}

const answered = <S, A>({inLines, press, line: offered = ''}: Widget<S, A>, typed: string, state: S): Step<S, A> =>
  inLines ? inLines.answer(typed, state) : press({name: 'return'}, typed || offered, state);

/** The state once the work that a text calls for is done, such as a search. */
async function worked<S, A>(widget: Widget<S, A>, line: string, state: S, signal: AbortSignal): Promise<S> {
  const work = widget.work?.(line, state);
  return work ? (await work.run(signal))(state) : state;
}

/** Reads line by line. Lines typed ahead stay in the stream for the next question. */
function lineReader(input: Readable, signal: AbortSignal): {next(): Promise<string>; close(): void} {
  let typed = '';
  let look: () => void = () => undefined;
  const hear = (piece: Uint8Array | string): void => {
    typed += String(piece);
    look();
  };
  input.on('data', hear);
  return {
    next: () =>
      new Promise((resolve, reject) => {
        const leave = () => reject(Object.assign(new Error('left'), {name: 'AbortPromptError'}));
        if (signal.aborted) return leave();
        signal.addEventListener('abort', leave, {once: true});
        look = () => {
          const [line, rest] = /^(.*?)(?:\r?\n|\r)([\s\S]*)$/.exec(typed)?.slice(1) ?? [];
          if (line === undefined) return;
          typed = rest ?? '';
          look = () => undefined;
          signal.removeEventListener('abort', leave);
          resolve(line);
        };
        input.resume();
        look();
      }),
    close() {
      input.off('data', hear).pause();
      if (typed !== '') input.unshift(Buffer.from(typed));
    },
  };
}

import type {Readable, Writable} from 'node:stream';
import {clean} from '../output/text/sanitise.js';
import {withoutColors} from './paint.js';
import type {Step, Widget} from './widget.js';

/** A terminal that delivers whole lines. */
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
  const {question, hint, inLines, line: offered} = widget;
  const reader = lineReader(input, signal);
  try {
    for (let [state, typed, first] = [widget.begin, '', true]; ; first = false) {
      const look = {width: output.columns - 1, paint: withoutColors};
      const below = inLines?.lines(state) ?? (first ? [] : widget.below(state, typed, look));
      const goesBack = widget.press({name: 'escape', inPaste: false}, '', state).kind === 'back';
      const notes = [offered && `Enter: ${clean(offered)}`, goesBack && '< to go back'].filter(Boolean).join(', ');
      const asked = [clean(question), hint, notes && `(${notes})`].filter(Boolean).join(' ');
      output.write([`? ${asked}`, ...below, '> '].join('\n'));
      typed = await reader.next();
      if (typed.trim() === '<' && goesBack) return undefined;
      const step = answered(widget, typed, state);
      if (step.kind === 'answer') return {answer: step.answer};
      if (step.kind === 'back') return undefined;
      state = step.state;
    }
  } finally {
    reader.close();
  }
}

const answered = <S, A>({inLines, press, line: offered = ''}: Widget<S, A>, typed: string, state: S): Step<S, A> =>
  inLines ? inLines.answer(typed, state) : press({name: 'return', inPaste: false}, typed || offered, state);

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

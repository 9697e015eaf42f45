import {emitKeypressEvents} from 'node:readline';
import {type Readable, Writable} from 'node:stream';
import {DeclinedError, exitAfter, WentBack} from '../../core/errors.js';
import {columnsOf, type Host} from '../../core/system/host.js';
import {writeNow} from '../../output/text/terminal.js';

/** Where a question is drawn and answered, and what ends it without an answer. */
export type Screen = {
  readonly input: Readable;
  readonly output: Writable & {readonly columns: number};
  readonly signal: AbortSignal;
  /** What Esc does, in words. */
  readonly atEscape: string;
  /** Whether the question leaves the screen at its end; the library looks then. */
  clearPromptOnDone: boolean;
};

type Look = Pick<Screen, 'atEscape'> & {readonly color: boolean; readonly maskKeys: (text: string) => string};

/** Puts a question on the terminal, and again after a stop by Ctrl-Z. Esc throws `WentBack`; Ctrl-C and Ctrl-D decline. */
export async function onScreen<A>(host: Host, look: Look, ask: (screen: Screen) => Promise<A>): Promise<A> {
  const {stdin} = host;
  // The time that tells Esc from the beginning of an arrow key: half a second, unless set already.
  emitKeypressEvents(stdin, {escapeCodeTimeout: 100} as never);
  for (;;) {
    const left = new AbortController();
    const screen: Screen = {
      input: stdin,
      output: kept(host.stderr, look),
      signal: AbortSignal.any([left.signal, host.interrupted]),
      atEscape: look.atEscape,
      clearPromptOnDone: false,
    };
    const hearEscape = (_: unknown, {name}: {readonly name?: string}): void => {
      if (name !== 'escape') return;
      screen.clearPromptOnDone = true;
      left.abort('back');
    };
    const close = (): void => left.abort('closed');
    const hearNoMore = host.keyboard.onContinue(() => left.abort('continued'));
    stdin.on('keypress', hearEscape).once('pause', close).once('end', close);
    try {
      return await ask(screen);
    } catch (error) {
      const {reason} = left.signal;
      if (reason === 'continued') continue;
      if (reason === 'back') throw new WentBack();
      if (!left.signal.aborted && !isLeaving(error)) throw error;
      throw new DeclinedError('Cancelled. Nothing was changed.', {exit: exitAfter(host.interrupted)});
    } finally {
      hearNoMore();
      stdin.off('keypress', hearEscape).off('pause', close).off('end', close);
    }
  }
}

const isLeaving = (error: unknown): boolean =>
  error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name);

/** Keeps stderr open, which a question would end, and passes chunks on at once, to keep their order. */
function kept(stderr: Host['stderr'], {color, maskKeys}: Look): Screen['output'] {
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

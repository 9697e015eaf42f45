import {columnsOf} from '../../system/columns.js';
import type {Host} from '../../system/host.js';
import {writeNow} from '../text/terminal.js';

/** A terminal screen that is redrawn until the user leaves it. */
export type LiveScreen = {
  width(): number;
  /** Draws over the previous content. If the body is too tall, its end is cut, never the foot. */
  draw(body: readonly string[], foot: readonly string[]): void;
  /** Aborted by q, Ctrl-C or a signal, which its reason names. */
  readonly ended: AbortSignal;
  close(): void;
};

type Terminal = Pick<Host, 'stdin' | 'stdout' | 'interrupted'>;

/** Takes over the terminal. It uses the terminal's alternate screen, so that the earlier content comes back. */
export function openLiveScreen({stdin, stdout, interrupted}: Terminal, redraw: () => void): LiveScreen {
  const end = new AbortController();
  const heard = (typed: string | Uint8Array): void => {
    const keys = String(typed);
    if (keys.includes(CTRL_C)) end.abort('ctrl-c');
    else if (keys === 'q' || keys === 'Q') end.abort('q');
  };
  const stopped = (): void => end.abort('signal');
  const resized = (): void => {
    writeNow(stdout, CLEAR, 'moved');
    redraw();
  };
  const hears = stdin.isTTY === true && stdin.setRawMode !== undefined;
  if (hears) {
    // A raw terminal makes no signal of Ctrl-C, so it is read as a key.
    stdin.setRawMode?.(true);
    stdin.on('data', heard).resume();
  }
  stdout.on('resize', resized);
  interrupted.addEventListener('abort', stopped, {once: true});
  writeNow(stdout, ENTER, 'moved');
  return {
    width: () => columnsOf(stdout),
    draw(body, foot) {
      const room = Math.max(0, (stdout.rows ?? 24) - foot.length);
      const hidden = body.length - room;
      const shown = hidden > 0 ? [...body.slice(0, Math.max(0, room - 1)), `… and ${hidden + 1} more lines`] : body;
      const lines = [...shown.slice(0, room), ...foot];
      writeNow(stdout, `${HOME}${lines.map(line => `${CLEAR_LINE}${line}`).join('\r\n')}${CLEAR_BELOW}`, 'moved');
    },
    ended: end.signal,
    close() {
      stdout.off('resize', resized);
      interrupted.removeEventListener('abort', stopped);
      if (hears) {
        stdin.off('data', heard).pause();
        stdin.setRawMode?.(false);
      }
      writeNow(stdout, LEAVE, 'moved');
    },
  };
}

const CTRL_C = '\u0003';
const HOME = '\u001b[H';
/** Written before a line: after a line that fills the window, it would clear the last character. */
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
const CLEAR = '\u001b[2J';

/** The alternate screen, without a cursor, and without wrapping lines that a window has become too narrow for. */
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J';
const LEAVE = '\u001b[?7h\u001b[?25h\u001b[?1049l';

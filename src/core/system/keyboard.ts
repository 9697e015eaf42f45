import {setImmediate, setTimeout} from 'node:timers/promises';
import {isInForeground} from './foreground.js';

/** The keyboard of the person at the terminal, apart from the questions that they answer. */
export type Keyboard = {
  /** Throws away what was typed before the next question was on the screen. */
  forget(): Promise<void>;
  /** Calls the listener whenever the process continues after a stop. Returns a function that ends this. */
  onContinue(listener: () => void): () => void;
};

/** The keyboard of this process. While emk works nobody reads it: the terminal keeps what is typed for the shell. */
export const keyboardOf = (self: NodeJS.Process): Keyboard => ({
  async forget() {
    const {stdin} = self;
    if (!stdin.isTTY || isInUse(stdin) || !isInForeground(self.platform, self.pid)) return;
    let heard = 0;
    const hear = (typed: Uint8Array | string): void => {
      heard += typed.length;
      // A terminal sends no signal for keys that are read one by one.
      if (String(typed).includes(CTRL_C)) self.emit('SIGINT');
    };
    stdin.setRawMode(true).on('data', hear).resume();
    for (let round = 0, before = -1; before !== heard && round < MOST_ROUNDS; round++) {
      before = heard;
      await setTimeout(PAUSE);
      // What has arrived is read between two of these, however late the timer was.
      await setImmediate();
      await setImmediate();
    }
    stdin.off('data', hear).pause();
    // Node.js reads on for a tick, and on Windows it would begin to read a line, which Wine cannot end.
    await setImmediate();
    if (isInForeground(self.platform, self.pid)) stdin.setRawMode(false);
  },
  onContinue: listener => onContinue(self, listener),
});

function onContinue(self: NodeJS.Process, listener: () => void): () => void {
  if (self.platform === 'win32') return () => undefined;
  self.on('SIGCONT', listener);
  return () => self.off('SIGCONT', listener);
}

/** Whether something else reads the keyboard: a question, or a command that reads its data from it. */
const isInUse = (stdin: NodeJS.ReadStream): boolean =>
  stdin.readableFlowing === true || stdin.listenerCount('readable') > 0;

const CTRL_C = '\u0003';

/** Milliseconds to wait for earlier keys: long enough for a slow connection, too short for a person to notice. */
const PAUSE = 20;

/** Limits the wait, so that a key held down cannot block the question forever. */
const MOST_ROUNDS = 25;

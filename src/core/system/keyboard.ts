import {setImmediate, setTimeout} from 'node:timers/promises';

/**
 * Throws away what was typed before the next question was on the screen. While emk works nobody reads the keyboard: the
 * terminal keeps what is typed for the shell.
 */
export async function forgetTyped(self: NodeJS.Process): Promise<void> {
  const {stdin} = self;
  if (!stdin.isTTY || isInUse(stdin)) return;
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
  stdin.setRawMode(false);
}

/** Whether something else reads the keyboard: a question, or a command that reads its data from it. */
const isInUse = (stdin: NodeJS.ReadStream): boolean =>
  stdin.readableFlowing === true || stdin.listenerCount('readable') > 0;

const CTRL_C = '\u0003';

/** Milliseconds to wait for earlier keys: long enough for a slow connection, too short for a person to notice. */
const PAUSE = 20;

/** Limits the wait, so that a key held down cannot block the question forever. */
const MOST_ROUNDS = 25;

import {setImmediate, setTimeout} from 'node:timers/promises';
import {isInForeground} from './foreground.js';

/** The keyboard of the person at the terminal, beside the questions that they answer. */
export type Keyboard = {
  /** Throws away what was typed until now: the question that comes next was not on the screen yet. */
  forget(): Promise<void>;
  /** Shows nothing of what is typed, and throws it away, until the function that it returns is called. */
  hush(): () => void;
  /** Stops the process, as Ctrl-Z does everywhere, and returns when it is continued. */
  stop(): Promise<void>;
  /** Calls the listener whenever the process is continued after it was stopped. Gives the way to end that. */
  onContinue(listener: () => void): () => void;
};

/**
The keyboard of this process. Node can make a terminal silent only together with its signals, so while it is silent Ctrl-C,
Ctrl-\ and Ctrl-Z are heard as keys and sent as the terminal would send them: to everything that was started by one line.
*/
export function keyboardOf(self: NodeJS.Process): Keyboard {
  const {pid, platform} = self;
  let listens = false;
  let isHushed = false;
  let heard = 0;
  let release = (): void => undefined;

  const isOurs = (): boolean => isInForeground(platform, pid);
  const listen = (): void => {
    const {stdin} = self;
    listens = true;
    stdin.setRawMode(true);
    // A terminal that is only listened to must not keep the process alive.
    stdin.on('data', hear).resume().unref();
  };
  const listenNoMore = (): void => {
    if (!listens) return;
    listens = false;
    const {stdin} = self;
    stdin.off('data', hear).pause().ref();
    if (isOurs()) stdin.setRawMode(false);
  };
  const send = (signal: 'SIGINT' | 'SIGQUIT'): void => {
    listenNoMore();
    if (platform === 'win32') self.emit('SIGINT');
    else self.kill(0, signal);
  };
  const stop = async (): Promise<void> => {
    if (platform === 'win32') return;
    const {stdin} = self;
    const wasRaw = stdin.isRaw;
    const listened = listens;
    listenNoMore();
    if (wasRaw && !listened) stdin.setRawMode(false);
    self.kill(0, 'SIGTSTP');
    // The time of a stopped process goes on, so this is over as soon as it is continued.
    await setTimeout(STOPPED);
    if (!isOurs()) return;
    if (wasRaw && !listened) stdin.setRawMode(true);
    // A question may have come meanwhile, which reads what is typed itself.
    if (listened && isHushed) listen();
  };
  const hear = (typed: Uint8Array | string): void => {
    heard += typed.length;
    const keys = String(typed);
    if (keys.includes(CTRL_C)) send('SIGINT');
    else if (keys.includes(CTRL_BACKSLASH)) send('SIGQUIT');
    else if (keys.includes(CTRL_Z)) void stop();
  };
  const onContinue = (listener: () => void): (() => void) => {
    if (platform === 'win32') return () => undefined;
    self.on('SIGCONT', listener);
    return () => self.off('SIGCONT', listener);
  };

  return {
    async forget() {
      release();
      const {stdin} = self;
      if (!stdin.isTTY || isInUse(stdin) || !isOurs()) return;
      listen();
      for (let round = 0, before = -1; before !== heard && round < MOST_ROUNDS; round++) {
        before = heard;
        await setTimeout(PAUSE);
        // What has arrived is read between two of these, however late the timer was.
        await setImmediate();
        await setImmediate();
      }
      listenNoMore();
    },
    hush() {
      const {stdin, stdout} = self;
      // Where the output goes through a pager, the keys are the pager's.
      if (listens || !stdin.isTTY || !stdout.isTTY || isInUse(stdin) || !isOurs()) return () => undefined;
      isHushed = true;
      listen();
      const continued = (): void => {
        if (!listens) return;
        // The shell has changed the terminal meanwhile, which Node does not know.
        if (isOurs()) stdin.setRawMode(false).setRawMode(true);
        else listenNoMore();
      };
      const hearNoMore = onContinue(continued);
      release = () => {
        isHushed = false;
        release = () => undefined;
        hearNoMore();
        listenNoMore();
      };
      const released = release;
      return () => {
        if (release === released) released();
      };
    },
    stop,
    onContinue,
  };
}

/** Whether something else reads what is typed: a question, or a command that takes its data from the keyboard. */
const isInUse = (stdin: NodeJS.ReadStream): boolean =>
  stdin.readableFlowing === true || stdin.listenerCount('readable') > 0;

const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
const CTRL_BACKSLASH = '\u001c';

/** In milliseconds: what was typed before arrives sooner than this, also from far away, and nobody reads a question sooner. */
const PAUSE = 20;

/** A key that is held down must not hold up the question for ever. */
const MOST_ROUNDS = 25;

const STOPPED = 50;

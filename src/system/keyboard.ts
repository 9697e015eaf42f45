import {setImmediate, setTimeout} from 'node:timers/promises';
import {isInForeground} from './foreground.js';

/** The keyboard of the person at the terminal, apart from the questions that they answer. */
export type Keyboard = {
  /** Throws away what was typed before the next question was on the screen. */
  forget(): Promise<void>;
  /** Hides and discards everything typed until the returned function is called. */
  hush(): () => void;
  /** Stops the process, as Ctrl-Z does everywhere, and returns when it is continued. */
  stop(): Promise<void>;
  /** Calls the listener whenever the process continues after a stop. Returns a function that ends this. */
  onContinue(listener: () => void): () => void;
};

/** The keyboard of this process. Silenced, emk reads Ctrl-C, Ctrl-\ and Ctrl-Z and sends the signals itself. */
export function keyboardOf(self: NodeJS.Process): Keyboard {
  const ear = earOf(self);
  const isFree = (): boolean => {
    const {stdin} = self;
    return Boolean(stdin.isTTY) && !isInUse(stdin) && isInForeground(self.platform, self.pid);
  };
  let release = (): void => undefined;
  return {
    async forget() {
      release();
      if (!isFree()) return;
      ear.listen();
      for (let round = 0, before = -1; before !== ear.heard() && round < MOST_ROUNDS; round++) {
        before = ear.heard();
        await setTimeout(PAUSE);
        // What has arrived is read between two of these, however late the timer was.
        await setImmediate();
        await setImmediate();
      }
      ear.listenNoMore();
    },
    hush() {
      // Where the output goes through a pager, the keys are the pager's.
      if (ear.listens() || !self.stdout.isTTY || !isFree()) return () => undefined;
      ear.hush(true);
      const hearNoMore = onContinue(self, ear.listenOn);
      release = () => {
        release = () => undefined;
        hearNoMore();
        ear.hush(false);
      };
      const released = release;
      return () => {
        if (release === released) released();
      };
    },
    stop: ear.stop,
    onContinue: listener => onContinue(self, listener),
  };
}

/** Listens to the keyboard in silence, and does what the signals among its keys ask for. */
function earOf(self: NodeJS.Process) {
  const {pid, platform} = self;
  let listens = false;
  let isHushed = false;
  let heard = 0;

  const isOurs = (): boolean => isInForeground(platform, pid);
  const listen = (): void => {
    const {stdin} = self;
    listens = true;
    stdin.setRawMode(true);
    // Listening alone must not keep the process alive.
    stdin.on('data', hear).resume().unref();
  };
  const listenNoMore = (): void => {
    if (!listens) return;
    listens = false;
    const {stdin} = self;
    stdin.off('data', hear).pause().ref();
    if (isOurs()) stdin.setRawMode(false);
  };
  const stop = async (): Promise<void> => {
    if (platform === 'win32') return;
    const {stdin} = self;
    const wasRaw = stdin.isRaw;
    const listened = listens;
    listenNoMore();
    if (wasRaw && !listened) stdin.setRawMode(false);
    self.kill(0, 'SIGTSTP');
    // Time goes on for a stopped process, so this wait is over as soon as it continues.
    await setTimeout(STOPPED);
    if (!isOurs()) return;
    if (wasRaw && !listened) stdin.setRawMode(true);
    // A question may have started meanwhile, and reads the keyboard itself.
    if (listened && isHushed) listen();
  };
  const hear = (typed: Uint8Array | string): void => {
    heard += typed.length;
    const keys = String(typed);
    const signal = keys.includes(CTRL_C) ? 'SIGINT' : keys.includes(CTRL_BACKSLASH) ? 'SIGQUIT' : undefined;
    if (signal === undefined && keys.includes(CTRL_Z)) void stop();
    if (signal === undefined) return;
    listenNoMore();
    if (platform === 'win32') self.emit('SIGINT');
    else self.kill(0, signal);
  };
  /** The shell has changed the terminal of a process that it continues, which Node does not know. */
  const listenOn = (): void => {
    if (!listens) return;
    if (isOurs()) self.stdin.setRawMode(false).setRawMode(true);
    else listenNoMore();
  };
  const hush = (is: boolean): void => {
    isHushed = is;
    if (is) listen();
    else listenNoMore();
  };
  return {listen, listenNoMore, listenOn, hush, stop, listens: () => listens, heard: () => heard};
}

function onContinue(self: NodeJS.Process, listener: () => void): () => void {
  if (self.platform === 'win32') return () => undefined;
  self.on('SIGCONT', listener);
  return () => self.off('SIGCONT', listener);
}

/** Whether something else reads the keyboard: a question, or a command that reads its data from it. */
const isInUse = (stdin: NodeJS.ReadStream): boolean =>
  stdin.readableFlowing === true || stdin.listenerCount('readable') > 0;

const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
const CTRL_BACKSLASH = '\u001c';

/** Milliseconds to wait for earlier keys: long enough for a slow connection, too short for a person to notice. */
const PAUSE = 20;

/** Limits the wait, so that a key held down cannot block the question forever. */
const MOST_ROUNDS = 25;

const STOPPED = 50;

/** Keys typed while emk works stay with the terminal, for the shell; only a question throws them away. */
import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {forgetTyped} from '../../../src/core/system/keyboard.js';

/** A terminal as a process has it, without a shell that stops anything. */
function terminal() {
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    isRaw: false,
    readableFlowing: null as boolean | null,
    setRawMode: (raw: boolean) =>
      Object.assign(stdin, {isRaw: raw, readByLine: stdin.readByLine || (!raw && stdin.isRead)}),
    resume: () => Object.assign(stdin, {readableFlowing: true, isRead: true}),
    pause: () => {
      // As in Node.js: what is being read is let go a tick later.
      process.nextTick(() => Object.assign(stdin, {isRead: false}));
      return Object.assign(stdin, {readableFlowing: false});
    },
    isRead: false,
    readByLine: false,
  });
  const self = Object.assign(new EventEmitter(), {
    ...{stdin, stdout: {isTTY: true}, pid: process.pid, platform: 'linux', kill: () => true},
  });
  return {self, stdin, keyboard: {forget: () => forgetTyped(self as unknown as NodeJS.Process)}};
}

test('what was typed before a question is thrown away, and Ctrl-C among it still stops the work', async () => {
  const {stdin, keyboard, self} = terminal();
  let stopped = 0;
  self.on('SIGINT', () => stopped++);
  const forgotten = keyboard.forget();
  expect(stdin).toMatchObject({isRaw: true, readableFlowing: true});
  stdin.emit('data', 'yes\r');
  stdin.emit('data', '\u0003');
  await forgotten;
  expect(stopped).toBe(1);
  expect(stdin).toMatchObject({isRaw: false, readableFlowing: false});
  expect(stdin.listenerCount('data')).toBe(0);
});

test('what was typed before a question is read key by key and never as a line, which Wine cannot end', async () => {
  const {stdin, keyboard} = terminal();
  await keyboard.forget();
  expect(stdin).toMatchObject({isRaw: false, isRead: false, readByLine: false});
});

/** Keys typed while emk works are discarded; from the question on, they answer it. */
import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {keyboardOf} from '../../src/system/keyboard.js';

/** A terminal as a process has it, without a shell that stops anything. */
function terminal() {
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    isRaw: false,
    isWaitedFor: true,
    readableFlowing: null as boolean | null,
    setRawMode: (raw: boolean) => Object.assign(stdin, {isRaw: raw}),
    resume: () => Object.assign(stdin, {readableFlowing: true}),
    pause: () => Object.assign(stdin, {readableFlowing: false}),
    ref: () => Object.assign(stdin, {isWaitedFor: true}),
    unref: () => Object.assign(stdin, {isWaitedFor: false}),
  });
  const self = Object.assign(new EventEmitter(), {
    ...{stdin, stdout: {isTTY: true}, pid: process.pid, platform: 'linux', kill: () => true},
  });
  return {stdin, keyboard: keyboardOf(self as unknown as NodeJS.Process)};
}

test('a question that comes up while the process was stopped keeps the keyboard, and the process alive', async () => {
  const {stdin, keyboard} = terminal();
  const speakAgain = keyboard.hush();
  expect(stdin.isWaitedFor).toBe(false);
  const stopped = keyboard.stop();
  speakAgain();
  stdin.resume();
  await stopped;
  expect(stdin).toMatchObject({isWaitedFor: true, isRaw: false});
  expect(stdin.listenerCount('data')).toBe(0);
});

test('the work that goes on after a stop is as silent as before', async () => {
  const {stdin, keyboard} = terminal();
  const speakAgain = keyboard.hush();
  await keyboard.stop();
  expect(stdin).toMatchObject({isWaitedFor: false, isRaw: true});
  speakAgain();
  expect(stdin).toMatchObject({isWaitedFor: true, isRaw: false});
});

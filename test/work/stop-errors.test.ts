/** Which errors end work on many records, and how work on many goes on. */
import {expect, test} from 'vitest';
import * as errors from '../../src/errors.js';
import {concurrently} from '../../src/work/concurrently.js';
import {notTried, stopsEverything, toEmkError} from '../../src/work/stop-errors.js';

test.each([
  ['bad input', new errors.UsageError('x'), true],
  ['a refusal before anything is sent', new errors.PreflightError('x'), true],
  ['no keys', new errors.KeysError('x'), true],
  ['a record that is gone', new errors.NotFoundError('x'), false],
  ['a refusal of the service', new errors.RefusedError('x'), false],
  ['nobody who answers', new errors.UnreachableError('x'), true],
  ['a limit of requests', new errors.ThrottledError('x'), true],
  ['a part that was not done', new errors.PartialError('x'), false],
  ['a lost answer', new errors.UnknownOutcomeError('x'), false],
  ['a signal', new errors.InterruptedError('x'), true],
] as const)('%s', (_, error, stops) => {
  expect(stopsEverything(error)).toBe(stops);
});

test('what was not tried has the error that stopped the work, in the words of its own', () => {
  const throttled = new errors.ThrottledError('x');
  expect(notTried(throttled)).toBe(throttled);
  const after = notTried(new errors.InterruptedError('Interrupted.', {exit: 143}));
  expect([after.exit, after.message]).toEqual([143, 'Interrupted before emk tried it.']);
});

test('a wait that a signal ended is an interruption; a fault of emk stays one', () => {
  const signal = new AbortController();
  const cut = Object.assign(new Error('aborted'), {name: 'AbortError'});
  const fault = new TypeError('x is not a function');
  expect(() => toEmkError(cut, {interrupted: signal.signal})).toThrow(cut);
  signal.abort();
  expect(toEmkError(cut, {interrupted: signal.signal})).toBeInstanceOf(errors.InterruptedError);
  expect(() => toEmkError(fault, {interrupted: signal.signal})).toThrow(fault);
});

test('after a failure nothing new begins, what runs is waited for, and the results keep their order', async () => {
  const [began, ended]: [number[], number[]] = [[], []];
  const work = async (item: number): Promise<number> => {
    began.push(item);
    await new Promise(resolve => setImmediate(resolve));
    if (item === 2) throw new Error('two');
    ended.push(item);
    return item * 10;
  };
  await expect(concurrently(2, [1, 2, 3, 4, 5], work)).rejects.toThrow('two');
  expect(began).not.toContain(5);
  expect(ended).toEqual(began.filter(item => item !== 2));
  expect(await concurrently(3, [1, 3, 4], work)).toEqual([10, 30, 40]);
});

/** The machine's clock is set, or the machine slept, during an import: nothing is lost, duplicated or stopped by it. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {waitForRest} from '../../../src/contacts-import/send/wait-for-rest.js';
import {ThrottledError} from '../../../src/errors.js';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';
import {lost} from '../fake-service.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

const DAY = 86_400_000;
const busy = () => new ThrottledError('The service limits requests.', {wait: 5000});

const once = (): void => {
  const addresses = run.service.listed.map(({email}) => email);
  expect(addresses.length).toBe(new Set(addresses).size);
};

/** Sets the clock during a call for which this is true. */
function setClock(by: number, when: (route: string) => boolean): void {
  const {stream, call} = run.service;
  const watch = (route: string) => {
    if (when(route)) run.service.setBy += by;
  };
  Object.assign(run.service, {
    stream: (...[operation, ...rest]: Parameters<typeof stream>) => {
      watch(operation.route);
      return stream(operation, ...rest);
    },
    call: (...[operation, ...rest]: Parameters<typeof call>) => {
      watch(operation.route);
      return call(operation, ...rest);
    },
  });
  Object.assign(run.context, {stream: run.service.stream, call: run.service.call});
}

describe.each([
  ['forwards', DAY],
  ['backwards', -DAY],
])('a clock that is set %s by a day', (_, by) => {
  test('before each chunk changes nothing', {tags: ['long']}, async () => {
    run.write('leads.csv', leads(300));
    setClock(by, route => route.startsWith('POST /contacts/upload-csv'));
    expect(await run.import()).toMatchObject({exit: 0, data: {result: 'done', added: 300, verified: 300}});
    once();
  });

  test('while the list settles after a lost answer neither ends the waiting nor makes it longer', async () => {
    run.write('leads.csv', leads(40));
    run.service.fate = upload => (upload === 2 ? {applied: 12, late: 20_000, error: lost()} : undefined);
    let isLost = false;
    setClock(by, route => {
      if (route.startsWith('POST /contacts/upload-csv')) isLost = run.service.uploads.length === 1;
      return isLost && route.startsWith('GET /contacts-type');
    });
    const began = run.service.now;
    expect(await run.import()).toMatchObject({exit: 0, data: {result: 'done', added: 40, verified: 40}});
    expect(run.service.listed).toHaveLength(40);
    expect(run.service.now - began).toBeLessThan(10 * 60_000);
    once();
  });

  test('while a list never settles ends anyway, and a resume finds nothing lost', async () => {
    run.write('leads.csv', leads(40));
    run.service.fate = upload => (upload === 2 ? {applied: 12, error: lost()} : undefined);
    run.service.restless = true;
    setClock(by, route => route.startsWith('GET /contacts-type'));
    const began = run.service.now;
    const {exit, error} = await run.import();
    expect([exit, error?.message]).toEqual([9, expect.stringContaining('keeps changing')]);
    expect(run.service.now - began).toBeLessThan(20 * 60_000);
    run.service.restless = false;
    run.service.fate = () => undefined;
    expect(await run.resume()).toMatchObject({exit: 0, data: {added: 40, verified: 40}});
    once();
  });

  test('is not taken for --max-wait where the service is away for some seconds', async () => {
    run.write('leads.csv', leads(40));
    run.service.fate = upload => (upload > 1 && upload < 4 ? {applied: 0, error: busy()} : undefined);
    setClock(by, route => route.startsWith('POST /contacts/upload-csv'));
    expect(await run.import()).toMatchObject({exit: 0, data: {result: 'done', added: 40}});
    once();
  });

  test('does not stretch --max-wait where the service stays away', {tags: ['long']}, async () => {
    run.write('leads.csv', leads(30));
    run.service.fate = upload => (upload > 1 ? {applied: 0, error: busy()} : undefined);
    setClock(by, route => route.startsWith('POST /contacts/upload-csv'));
    const began = run.service.now;
    expect((await run.import()).exit).toBe(8);
    expect(run.service.now - began).toBeLessThan(31 * 60_000);
    run.service.fate = () => undefined;
    expect(await run.resume()).toMatchObject({exit: 0, data: {added: 30, verified: 30}});
    once();
  });
});

test('a laptop that slept between two looks at the list still waits until three of them are alike', async () => {
  let elapsed = 0;
  const counts = [10, 20, 20, 20];
  const host = {
    interrupted: new AbortController().signal,
    elapsed: () => elapsed,
    sleep: async () => {
      elapsed += DAY;
    },
  };
  const count = async () => counts.shift();
  const rest = await waitForRest({count}, host, {wait: 30_000, poll: 5000, max: 600_000}, 'no answer');
  expect(rest).toEqual({atRest: true, first: 10, last: 20});
});

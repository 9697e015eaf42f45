/** No changing request leaves emk for an invalid id, in any command. */

import {afterAll, beforeAll, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import type {Command} from '../../src/commands/command.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {runAgainst} from '../support/run-against.js';
import {sample} from '../support/sample.js';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const uuid = '11111111-2222-4333-8444-555555555555';

/** Every changing command whose first argument is a record. */
const commands = commandsOf(await loadTree(tree)).filter(
  ({command: {args, takes}, calls}) =>
    takes[args[0] ?? '']?.from !== undefined && calls.some(({effect}) => effect !== 'reads'),
);

/** Values for everything else that a line needs, so that only the id is wrong. */
const needed = ({takes, args}: Command): string[] =>
  Object.entries(takes).flatMap(([name, {required, option = name, type, choices}]) =>
    required && !args.includes(name) && type !== 'flag'
      ? [`--${option.replaceAll('_', '-')}`, choices?.[0] ?? (type === 'integer' ? '1' : 'x')]
      : [],
  );

const changing = async (): Promise<number> =>
  (await sandbox.requests()).filter(
    ({method, path}) => method !== 'GET' || /set-live|pause|duplicate|resend/.test(path),
  ).length;

test('there are such commands', () => {
  expect(commands.length).toBeGreaterThan(20);
});

test.each(
  sample(
    commands.map(place => ({...place, line: place.path.join(' ')})),
    6,
  ),
)('$line', async ({path, command}) => {
  const first = command.takes[command.args[0] ?? ''];
  const source = (await first?.from?.())?.default;
  const before = await changing();
  for (const id of ['abc!', '', ' ', '-1', '1.5', '1e3', 'id:abc', 'id:-1', '0x1', source?.key === 'id' ? uuid : '2']) {
    const line = [...path, ...needed(command), '--yes', '--', id];
    const {code, stderr} = await runAgainst(sandbox.baseUrl, line, {
      env: {EMK_PUBLIC_KEY: sandbox.publicKey, EMK_SECRET_KEY: sandbox.secretKey},
    });
    expect([id, code === 2 || code === 4, stderr]).toEqual([id, true, expect.stringMatching(/^error: /m)]);
    expect([id, await changing()]).toEqual([id, before]);
  }
});

test('a reserved field is not denied, and nothing is sent to delete it', async () => {
  const before = await changing();
  const {code, stderr} = await runAgainst(sandbox.baseUrl, 'fields delete 2 --yes', {
    env: {EMK_PUBLIC_KEY: sandbox.publicKey, EMK_SECRET_KEY: sandbox.secretKey},
  });
  expect([code, stderr, await changing()]).toEqual([
    2,
    expect.stringContaining('Last name is a reserved field'),
    before,
  ]);
});

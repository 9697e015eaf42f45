/** A live automation notices a contact that an update moves to its list, through requests alone. */
import {afterEach, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../src/sandbox/running/start.js';
import {ask, multipart, urlencoded} from './raw.js';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const triggered = async (): Promise<number> => {
  const {message} = (await ask(sandbox, '/automations')).json as {
    readonly message: {readonly automations: ReadonlyArray<Record<string, unknown>>};
  };
  return Number(message.automations[0]?.['total_triggered']);
};

const newestContact = async (): Promise<number> => {
  const {message} = (await ask(sandbox, '/contacts/list')).json as {
    readonly message: {readonly contacts: ReadonlyArray<{readonly id: number}>};
  };
  return Math.max(...message.contacts.map(({id}) => id));
};

const updateOlga = (type: string) =>
  ask(
    sandbox,
    '/contacts/update',
    multipart([
      ['contact_id', '16'],
      ['contact_type_id', type],
      ['email', 'olga@acme.example'],
      ['country', '83'],
    ]),
  );

test('a contact that is added after a move gets a higher id than all before', async () => {
  sandbox = await startSandbox({clock: 'step@2026-11-21T12:00:00Z'});
  const highest = await newestContact();
  const before = await triggered();
  await updateOlga('1');
  const form = urlencoded([
    ['contact_type_id', '1'],
    ['email', 'ada@example.com'],
    ['country', '101'],
  ]);
  expect((await ask(sandbox, '/contacts/add', form)).json.status).toBe('success');
  expect(await newestContact()).toBeGreaterThan(highest);
  expect(await triggered()).toBe(before + 2);
});

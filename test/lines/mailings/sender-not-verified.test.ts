/** A sender whose link nobody has clicked mails nothing, until a line says so by name. */
import {expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

const create = [
  ...['mailings', 'create', '--subject', 'Hello', '--preheader', 'News', '--group', '1', '--to', 'contacts_1'],
  ...['--name', 'May', '--template', '2', '--from', 'new@acme.example', '--now'],
];

/** A new sender, whose link nobody clicks. */
async function withNewSender(): Promise<void> {
  const {code} = await shell().emk(
    'senders create --from-name New --from-email new@acme.example --reply-to new@acme.example --country Germany ' +
      '--address-line1 Here --nickname New',
  );
  expect(code).toBe(0);
}

test('nothing is sent, in a script and at a terminal', async () => {
  await withNewSender();
  const refused = {code: 2, stderr: expect.stringContaining('--force sender-verified')};
  expect(await atTerminal(shell(), create)).toMatchObject(refused);
  expect(await shell().emk([...create, '--yes'])).toMatchObject(refused);
  expect((await shell().emk('mailings list -o json')).stdout).not.toContain('"May"');
});

test('nor is a scheduled mailing moved', {tags: ['long']}, async () => {
  await withNewSender();
  await shell().emk([...create.slice(0, -1), '--at', '2026-05-01 09:00', '--yes', '--force', 'sender-verified']);
  const {code, stderr} = await atTerminal(shell(), ['mailings', 'reschedule', 'May', '--at', '+1 day']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--force sender-verified')]);
});

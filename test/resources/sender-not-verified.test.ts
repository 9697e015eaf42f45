/** A sender whose link nobody has clicked is a question where a person is, and the choice under the cursor harms nothing. */
import {expect, test} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import {useFreshShell} from '../use-shell.js';

const shell = useFreshShell();

const question = '? How do you want to continue?';
const create = [
  ...['mailings', 'create', '--subject', 'Hello', '--preheader', 'News', '--group', '1', '--to', 'contacts_1'],
  ...['--name', 'May', '--template', '2', '--from', 'new@acme.example', '--now'],
];

/** A new sender, whose link is clicked after an hour. */
async function withNewSender(): Promise<void> {
  const {code} = await shell().emk(
    'senders create --from-name New --from-email new@acme.example --reply-to new@acme.example --country Germany ' +
      '--company-address Here --nickname New',
  );
  expect(code).toBe(0);
}

async function clickItsLink(): Promise<string> {
  const {origin, publicKey, secretKey} = shell().sandbox;
  const headers = {PublicKey: publicKey, SecretKey: secretKey};
  await fetch(`${origin}/__clock`, {method: 'POST', headers, body: new URLSearchParams({by: '1h'})});
  return '\r';
}

test('looks again, says what it sees, and goes on once it is verified', {tags: ['long']}, async () => {
  await withNewSender();
  const {code, stderr} = await atTerminal(
    shell(),
    create,
    [question, '\r'],
    ['is still not verified.', ''],
    [question, clickItsLink],
    ['new@acme.example is verified now.', ''],
    ['Mail "May" to', 'y\r'],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('<new@acme.example>, verified')]);
});

test('another sender takes its place, in the line for next time too', {tags: ['long']}, async () => {
  await withNewSender();
  const {code, stderr} = await atTerminal(
    shell(),
    create,
    [question, 'another'],
    ['❯ Choose another sender', '\r'],
    ['? Which sender?', '\r'],
    ['Mail "May" to', 'y\r'],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('<news@acme.example>, verified')]);
  // The last option counts.
  expect(stderr).toContain('--from new@acme.example --now --from news@acme.example');
});

test('the link can be mailed again on the way', {tags: ['long']}, async () => {
  await withNewSender();
  const {stderr} = await atTerminal(
    shell(),
    create,
    [question, 'mail'],
    ['❯ Mail the link again', '\r'],
    ['Send a verification mail to new@acme.example?', 'y\r'],
    ['The service says that it mailed sender new@acme.example a verification link.', ''],
    [question, '\u0003'],
  );
  expect(stderr).toContain('is still not verified');
});

test('stopping sends nothing, and a script is refused as before', async () => {
  await withNewSender();
  const stopped = await atTerminal(shell(), create, [question, 'stop'], ['❯ Stop here', '\r']);
  expect([stopped.code, stopped.stderr]).toEqual([130, expect.stringContaining('Nothing was sent. When the link is')]);
  const script = await shell().emk([...create, '--yes']);
  expect([script.code, script.stderr]).toEqual([2, expect.stringContaining('--force sender-verified')]);
  expect((await shell().emk('mailings list -o json')).stdout).not.toContain('"May"');
});

test('a mailing that keeps its sender offers no other', {tags: ['long']}, async () => {
  await withNewSender();
  await shell().emk([...create.slice(0, -1), '--at', '2026-05-01 09:00', '--yes', '--force', 'sender-verified']);
  const moved = ['mailings', 'reschedule', 'May', '--at', '+1 day'];
  const {stderr} = await atTerminal(shell(), moved, [question, '\u0003']);
  expect(stderr).not.toContain('another sender');
});

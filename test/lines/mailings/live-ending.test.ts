/** What the service leaves open about live automations is said as the worst case, and the sandbox can be either. */
import {expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {said} from '../../support/said.js';
import {type Shell, startShell} from '../../support/shell.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell({seed: {kind: 'demo'}});
const worst = 'The automation "Welcome" is live: who joins gets no more mail, and people who joined may lose the rest.';

test('deleting a live automation says that it is live, and who may lose the rest; a draft needs no such words', async () => {
  const asked = await atTerminal(shell(), 'automations delete Welcome', ['Delete automation "Welcome"', 'n\r']);
  expect(asked.stderr.replace(/\s+/g, ' ')).toContain(worst);
  const draft = await atTerminal(shell(), 'automations delete Birthday', ['Delete automation "Birthday"', 'n\r']);
  expect(draft.stderr).not.toContain('is live');
});

test('a script is told before the deletion, and a pause promises nothing about people who are halfway', async () => {
  const other = await startShell({seed: {kind: 'demo'}});
  try {
    const paused = await other.emk('automations pause Welcome');
    expect(paused).toMatchObject(said(0, 'they may never get the rest, even if you set it live again'));
    expect(await other.emk('automations delete Welcome --yes')).not.toMatchObject(said(0, 'is live'));
  } finally {
    await other.close();
  }
  const live = await startShell({seed: {kind: 'demo'}});
  try {
    expect(await live.emk('automations delete Welcome --yes')).toMatchObject(said(0, worst));
  } finally {
    await live.close();
  }
});

test('an email added to a live automation goes to nobody without a word about those who joined before', async () => {
  const own = await startShell({seed: {kind: 'demo'}});
  try {
    const line = 'automations emails add --automation Welcome --from 1 --subject New --unit instantly --template 2';
    expect(await own.emk(line)).toMatchObject(said(2, 'and maybe to people who joined before'));
    expect((await own.emk(`${line} --allow-automations`)).code).toBe(0);
    // One of the five has unsubscribed.
    expect(await gotNew(own)).toHaveLength(4);
    await own.emk('contacts create --list 1 --email eve@example.com --country India --allow-automations');
    expect(await gotNew(own)).toHaveLength(5);
  } finally {
    await own.close();
  }
});

async function gotNew({sandbox: {origin, secretKey}}: Shell): Promise<string[]> {
  const {message} = (await (await fetch(`${origin}/__mail`, {headers: {SecretKey: secretKey}})).json()) as {
    message: {deliveries: Array<{to: string; subject: string}>};
  };
  return message.deliveries.filter(({subject}) => subject === 'New').map(({to}) => to);
}

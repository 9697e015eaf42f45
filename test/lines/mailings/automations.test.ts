/** An automation is checked before it goes live: what it lacks is named, and nothing is sent. */
import {describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

const set = async (): Promise<string[]> =>
  (await shell().sandbox.requests()).map(({path}) => path).filter(path => /set-live|pause/.test(path));

const findings = async (name: string): Promise<string[]> =>
  JSON.parse((await shell().emk(['automations', 'check', name, '-o', 'json'])).stdout).map(
    ({level, check}: {level: string; check: string}) => `${level} ${check}`,
  );

const addEmail = (subject: string, more = '--from 1 --template 2') =>
  shell().emk([
    ...`automations emails add --unit instantly ${more}`.split(' '),
    ...['--automation', 'Win back', '--subject', subject],
  ]);

describe('automations check', () => {
  test('names what an automation lacks', {tags: ['long']}, async () => {
    expect((await shell().emk('automations check Birthday')).code).toBe(10);
    expect(await findings('Birthday')).toEqual(['error no-emails', 'error group-exists']);
    expect(await findings('Win back')).toEqual(['error no-emails']);
    expect(await findings('Welcome')).toEqual([]);
  });

  test('looks at each email', {tags: ['long']}, async () => {
    await addEmail('Hello ((fist_name))', '--from 2 --template 1 --html <p>x --preview 1.png');
    expect(await findings('Win back')).toEqual([
      'error sender-verified',
      'error unknown-tag',
      'error no-unsubscribe',
      'warning no-address',
    ]);
  });

  test('gives a line to copy that runs nothing of a name', {tags: ['long']}, async () => {
    const name = 'Hi"; $(touch here) `touch there`';
    const {code} = await shell().emk([
      ...'automations create --kind welcome --group 1 --for list:Newsletter --name'.split(' '),
      name,
    ]);
    expect(code).toBe(0);
    const {stdout} = await shell().emk(['automations', 'check', name, '-o', 'json']);
    const [{says, hint}] = JSON.parse(stdout);
    expect(says).toContain(name);
    expect(hint).toContain(`emk automations emails add --automation '${name}'`);
  });

  test('of one that is not there', async () => {
    expect((await shell().emk('automations check Nobody')).code).toBe(4);
  });
});

describe('automations set-live', () => {
  test('is refused with what is missing, in a script and at a terminal', async () => {
    const script = await shell().emk('automations set-live Birthday --yes');
    expect([script.code, script.stderr]).toEqual([2, expect.stringContaining('no-emails: ')]);
    const person = await atTerminal(shell(), 'automations set-live Birthday');
    expect([person.code, person.stderr]).toEqual([2, expect.stringContaining('group-exists: ')]);
    expect(await set()).toEqual([]);
  });

  test('shows what is doubtful in its card', {tags: ['long']}, async () => {
    await addEmail('Come back', '--from 1 --template 1 --html <p>((unsubscribe_preferences)) --preview 1.png');
    const {code, stderr} = await atTerminal(
      shell(),
      ['automations', 'set-live', 'Win back'],
      ['Set automation', 'n\r'],
    );
    expect([code, await set()]).toEqual([130, []]);
    expect(stderr).toContain('There is no ((sender_address))');
    const strict = await shell().emk(['automations', 'set-live', 'Win back', '--yes', '--strict']);
    expect([strict.code, await set()]).toEqual([2, []]);
    const forced = await shell().emk([
      'automations',
      'set-live',
      'Win back',
      '--yes',
      '--strict',
      '--force',
      'no-address',
    ]);
    expect([forced.code, (await set()).length]).toEqual([0, 1]);
  });

  test('of one that is live says so and sends nothing', async () => {
    expect((await shell().emk('automations set-live Welcome --yes')).code).toBe(0);
    expect(await set()).toEqual([]);
  });
});

test('automations pause of a draft is refused by the service', async () => {
  expect((await shell().emk('automations pause Birthday')).code).toBe(5);
});

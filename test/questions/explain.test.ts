/** The key ? explains a question with a list, and does not search for a question mark. */
import {expect, test} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

test('? says once what the choices mean, and how a line says it', async () => {
  const {code, stderr} = await atTerminal(
    shell(),
    'automations create --name Hello --for list:Staff --group 1',
    ['? for help', '?'],
    ['welcome greets people who join, custom is any other series of emails. As an option: --kind', '\r'],
  );
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('"welcome":')]);
});

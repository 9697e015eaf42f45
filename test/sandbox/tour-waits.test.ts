import {expect, test} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

test('at a terminal the tour shows its first command and waits for Enter, and Ctrl-C leaves it there', async () => {
  const leaving = new AbortController();
  const ctrlC = () => {
    leaving.abort('SIGINT');
    return '';
  };
  const leavable = {
    ...shell(),
    emk: (...[line, given]: Parameters<ReturnType<typeof shell>['emk']>) =>
      shell().emk(line, {...given, host: {...given?.host, interrupted: leaving.signal}}),
  };
  const {code, stdout} = await atTerminal(leavable, 'sandbox tour', ['Enter to continue', ctrlC]);
  expect([code, stdout]).toEqual([130, expect.stringMatching(/^\n.*:\n\$ emk .*\n$/)]);
});

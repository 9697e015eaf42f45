/** What a first day with emk met: each line was wrong once. */
import {expect, test} from 'vitest';
import {useShell} from '../use-shell.js';

const shell = useShell();

test('what contains a text is asked of the word that is shown, for countries too', async () => {
  const {code, stdout} = await shell().emk("contacts list --where 'country~germ' --count");
  expect(code).toBe(0);
  expect(Number(stdout)).toBeGreaterThan(0);
});

test('a check of the mail of a sandbox can fail', async () => {
  const line = `sandbox mail --to nobody@example.com`;
  expect((await shell().emk(line)).code).toBe(0);
  expect((await shell().emk(`${line} --fail-if-none`)).code).toBe(10);
});

test('an automation that cannot start is advised to be checked, and the check says what it lacks', async () => {
  const {stdout, stderr} = await shell().emk('report --title Month');
  const [, line = ''] = /(automations check \S+?)[.\s]/.exec(stdout + stderr) ?? [];
  expect(line).toMatch(/^automations check/);
  expect((await shell().emk(line)).code).toBe(10);
});

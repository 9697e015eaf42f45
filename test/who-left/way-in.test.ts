/** Whoever is not added because they unsubscribed is told with the option that adds them all the same. */
import {beforeAll, expect, test} from 'vitest';
import {useShell} from '../support/use-shell.js';

const shell = useShell();
const GONE = 'gone@who-left.example';

beforeAll(async () => {
  await shell().emk(`unsubscribes add ${GONE}`);
  shell().write('gone.csv', `email,country\n${GONE},India\nnew@who-left.example,India\n`);
});

test.each([
  `contacts create --list Staff --country India --email ${GONE}`,
  `contacts update olga@acme.example --email ${GONE}`,
  'contacts import gone.csv --list Staff --dry-run',
  'contacts import gone.csv --list Staff --yes',
  'contacts sync gone.csv --list Customers --dry-run',
  `segments recipients add --segment 2 --email ${GONE} --first-name A --last-name B --allow-automations`,
])('%s', async line => {
  const {stdout, stderr} = await shell().emk(line);
  expect(stdout + stderr).toMatch(/gone@who-left\.example[\s\S]*add --include-unsubscribed/);
});

test('the option is on the page of an import', async () => {
  expect((await shell().emk('import --help')).stdout).toContain('--include-unsubscribed');
});

/** Two accounts are compared, whatever account the environment names. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect} from 'vitest';
import {longTest, test} from '../in-two-parts.js';
import {type Shell, startShell} from '../shell.js';

let [first, second]: Shell[] = [];
const shells = (): [Shell, Shell] => [first as Shell, second as Shell];
beforeEach(async () => {
  [first, second] = [await startShell(), await startShell()];
  const [one, other] = shells();
  const folder = join(one.folder, 'config');
  mkdirSync(folder, {mode: 0o700});
  const profile = ({sandbox}: Shell) => ({
    baseUrl: sandbox.baseUrl,
    publicKey: sandbox.publicKey,
    secretKey: sandbox.secretKey,
  });
  const config = {profiles: {staging: profile(one), production: profile(other)}};
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config), {mode: 0o600});
});
afterEach(() => Promise.all(shells().map(shell => shell.close())));

longTest('equal accounts do not differ, whatever their ids', async () => {
  const [one, other] = shells();
  await other.emk('contact-types create Later');
  await other.emk('contact-types delete Staff --yes');
  await other.emk('contact-types create Staff');
  await one.emk('contact-types create Later');
  const {code, stdout} = await one.emk('account diff staging production --exit-code --except single-sends');
  expect([code, stdout]).toEqual([0, 'staging and production do not differ.\n']);
});

longTest('each difference is told from the first to the second', async () => {
  const [one, other] = shells();
  await one.emk('contact-types create Mine');
  await other.emk('contact-types create Yours');
  await other.emk('senders update Support --from-name Help');
  const ran = await one.emk('account diff staging production --exit-code');
  expect(ran.code).toBe(10);
  expect(ran.stdout).toBe(
    [
      '- staging',
      '+ production',
      '',
      '+ list "Yours"',
      '- list "Mine"',
      '~ sender "Support"',
      '    from-name: "Acme Support" → "Help"',
      '',
      '3 differences.',
      '',
    ].join('\n'),
  );
  const {differences} = JSON.parse((await one.emk('account diff staging production --only senders -o json')).stdout);
  expect(differences).toEqual([
    {kind: 'senders', name: 'Support', in: 'both', fields: [{key: 'from-name', from: 'Acme Support', to: 'Help'}]},
  ]);
});

test('changes neither, and reads each list of each once', async () => {
  const [one] = shells();
  await one.emk('account diff staging production');
  for (const shell of shells()) {
    const requests = (await shell.sandbox.requests()).map(({method, path}) => `${method} ${path}`);
    expect(requests.length).toBeGreaterThan(10);
    expect(requests.filter((each, at) => requests.indexOf(each) !== at || !each.startsWith('GET'))).toEqual([]);
  }
});

test('a profile that is not there is told before anything is read', async () => {
  const [one] = shells();
  expect(await one.emk('account diff staging prod')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('There is no profile "prod".'),
  });
  expect((await one.emk('account diff staging production --profile staging')).code).toBe(2);
  expect(await one.sandbox.requests()).toEqual([]);
});

longTest('a key of either account is not shown, in part neither, wherever a text is cut', async () => {
  const [one, other] = shells();
  const keys = shells().map(({sandbox}) => sandbox.secretKey);
  await one.emk(`senders update Support --company-address "${'x'.repeat(70)} ${keys[0]}"`);
  await other.emk(`senders update Support --company-address "${'x'.repeat(80)} ${keys[1]}"`);
  for (const look of ['', '-o json', '-o md']) {
    const {stdout} = await one.emk(`account diff staging production ${look}`);
    expect(stdout).toContain('xxx …');
    for (const key of keys) expect(stdout).not.toContain(key.slice(0, 20));
  }
});

/** The gate before a mailing: what is read before a refusal, what a refusal names, and what a yes lets through. */
import {expect, test} from 'vitest';
import {said} from '../../support/said.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();

const line = (name: string, more: string): string =>
  `mailings create --name ${name} --subject Hi --preheader News --from 1 --group 1 --template 2 --to contacts_3 --at "2026-06-01 09:00" ${more}`;

/** Runs a line, and gives the places that it asked for besides. */
async function asking(typed: string, env: Record<string, string> = {}) {
  const before = (await shell().sandbox.requests()).length;
  const ran = await shell().emk(typed, {env});
  const places = (await shell().sandbox.requests()).slice(before).map(({path}) => path.split('?')[0]);
  return {...ran, places: [...new Set(places)].sort()};
}

test('a script without a yes is refused with whom it would mail, before anything but its names is read', async () => {
  for (const [to, shown, read] of [
    ['contacts_3', 'Staff (2 people)', ['/api/contacts-type']],
    ['Staff', 'Staff (list)', ['/api/contacts-type', '/api/segment/list']],
  ] as const) {
    const {places, ...ran} = await asking(line('May', '').replace('contacts_3', to));
    expect(ran).toMatchObject(said(2, `emk needs a yes to mail "May" to ${shown} on`));
    expect(places).toEqual(read);
  }
});

test('a profile that wants its name typed refuses before the mailing is read', async () => {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const login = `auth login prod --guard protected --base-url ${baseUrl} --public-key ${publicKey} --secret-key-stdin`;
  expect((await shell().emk(login, {stdin: secretKey})).code).toBe(0);
  const noKeys = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};
  const {places, ...ran} = await asking(line('May', '--yes --profile prod'), noKeys);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('"prod" is protected')]);
  expect(places).toEqual([]);
  expect(await asking(line('May', '--yes --profile prod --confirm prod'), noKeys)).toMatchObject({code: 0});
});

test('with a yes, what is doubtful is told, and the mailing is made', async () => {
  const {code, stderr} = await shell().emk(line('June', '--yes --template 1 --html "<p>((unsubscribe_preferences))"'));
  expect([code, stderr]).toEqual([0, expect.stringContaining('(no-address)')]);
});

test('another digest than that of the mailing stops it, and no digest does not', async () => {
  const {digest} = JSON.parse((await shell().emk(line('July', '-o json').replace('create', 'check'))).stdout);
  const wrong = await shell().emk(line('July', `--yes --expect-digest ${'0'.repeat(digest.length)}`));
  expect(wrong).toMatchObject(said(2, 'The mailing "July" changed since you prepared it.'));
  expect(await shell().emk(line('July', `--yes --expect-digest ${digest}`))).toMatchObject({code: 0});
});

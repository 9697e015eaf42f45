import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, test} from 'vitest';
import {runAgainst} from '../run-against.js';

const key = 'SkVerySecretKey123';
const wide = [...key].map(letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join('');

test.each([
  ['as it is', key],
  ['in small letters', key.toLowerCase()],
  ['in wide letters', encodeURIComponent(wide)],
  ['percent-encoded', [...key].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('')],
])('a key in the host of a redirect is not printed: %s', async (_, host) => {
  const server = createServer((_, response) => response.writeHead(302, {location: `http://${host}.example/`}).end());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const {stderr} = await runAgainst(address, 'contact-types list', {env: {EMK_SECRET_KEY: key}});
  server.close();
  expect(stderr).toContain('The service redirected to');
  expect(stderr.toLowerCase()).not.toContain(key.toLowerCase());
});

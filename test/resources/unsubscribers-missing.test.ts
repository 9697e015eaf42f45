/** The service may omit people who left one group: each group counts them, so emk says how many are missing. */
import {createServer} from 'node:http';
import {expect, test} from 'vitest';
import {served} from '../served.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

test.each([
  ['a group', '--scope 1', true],
  ['all groups', '--scope group', true],
  ['those who left everything', '--scope everything', false],
])('a list of %s that has fewer people than the groups count is said to be short', async (_, scope, isSaid) => {
  const {baseUrl} = shell().sandbox;
  const server = createServer(async ({url = '', headers}, response) => {
    const keys = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !['host', 'connection', 'accept-encoding'].includes(name) ? [[name, value]] : [],
    );
    const sent = await fetch(new URL(url, baseUrl), {headers: Object.fromEntries(keys)});
    const text = await sent.text();
    response.writeHead(sent.status, {'content-type': sent.headers.get('content-type') ?? ''});
    response.end(text.replaceAll(/"unsubscribe_clients_count":\d+/g, '"unsubscribe_clients_count":7'));
  });
  const env = {EMK_BASE_URL: `${await served(server)}${new URL(baseUrl).pathname}`};
  const {code, stderr} = await shell().emk(`unsubscribers list ${scope} -o csv`, {env});
  expect(code).toBe(0);
  const said =
    /warning: The service shows \d of the 7 people who left the group ".+" here\. For all of them, run: emk unsubscribe-groups recipients list 1/;
  if (isSaid) expect(stderr).toMatch(said);
  else expect(stderr).toBe('');
  expect((await shell().emk(`unsubscribers list ${scope} -o csv`)).stderr).toBe('');
});

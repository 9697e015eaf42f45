/** The service may omit people who left one group from the list of all: the group itself shows them. */
import {createServer} from 'node:http';
import {expect, test} from 'vitest';
import {served} from '../../support/served.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();

test('somebody who left a group is shown by the group, where the list of all has only those who left everything', {
  tags: ['long'],
}, async () => {
  const {emk, sandbox} = shell();
  const [email = ''] = (await emk('groups recipients list 1 -o csv --columns email_address')).stdout
    .split('\n')
    .slice(1);
  const env = await answering(sandbox.baseUrl, (text, url) =>
    url.includes('/global-unsubscribes') ? text.replaceAll(email, 'x@example.org') : text,
  );
  const shown = JSON.parse((await emk(`contacts show ${email} -o json`, {env})).stdout);
  expect(shown.groups).toMatchObject([{id: 1, name: expect.any(String), since: expect.any(String)}]);
  expect(JSON.parse((await emk(`contacts show ${email} -o json`)).stdout)).toEqual(shown);
});

/** The environment of a service that answers as the sandbox does, in other words. */
async function answering(
  baseUrl: string,
  words: (text: string, url: string) => string,
): Promise<Record<string, string>> {
  const server = createServer(async ({url = '', headers}, response) => {
    const keys = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !['host', 'connection', 'accept-encoding'].includes(name) ? [[name, value]] : [],
    );
    const sent = await fetch(new URL(url, baseUrl), {headers: Object.fromEntries(keys)});
    response.writeHead(sent.status, {'content-type': sent.headers.get('content-type') ?? ''});
    response.end(words(await sent.text(), url));
  });
  return {EMK_BASE_URL: `${await served(server)}${new URL(baseUrl).pathname}`};
}

/** A copy is distinguished from what somebody else creates at the same time. */
import {createServer} from 'node:http';
import {beforeAll, expect, test} from 'vitest';
import {runAgainst} from '../../support/run-against.js';
import {served} from '../../support/served.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
/** A mailing of the demo account, as in its list. */
let demo: Record<string, unknown>;
beforeAll(async () => {
  [demo = {}] = JSON.parse(
    (await shell().emk("mailings list --where 'single_send_name=Autumn preview' -o json")).stdout,
  );
});

const send = (id: number, single_send_name: string, subject = 'Hello') => ({
  ...demo,
  ...{id, utr: `utr-${id}`, single_send_name, subject},
});

/** The sandbox behind a service whose list also has these mailings once a copy was requested. */
async function duplicating(later: readonly object[], words: string, answers = true) {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  let copied = false;
  const original = send(1, 'May');
  const server = createServer((request, response) => {
    request.resume().on('end', async () => {
      const {method = 'GET', url = ''} = request;
      const path = url.replace('/api', '');
      const answer = (message: unknown) => response.end(JSON.stringify({status: 'success', message}));
      if (path.includes('duplicate')) {
        copied = true;
        if (answers) answer('Duplicated Successfully');
        else request.socket.destroy();
      } else if (!path.startsWith('/single-send')) {
        const headers = {PublicKey: publicKey, SecretKey: secretKey};
        response.end(await (await fetch(`${baseUrl}${path}`, {method, headers})).text());
      } else if (path.includes('details')) answer({singleSend: original});
      else answer({singleSends: copied ? [original, ...later] : [original]});
    });
  });
  const ran = await runAgainst(`${await served(server)}/api`, `mailings duplicate utr-1 --yes -o id ${words}`);
  return [ran.code, ran.stdout];
}

test.each([
  ['another name', () => [send(2, 'June'), send(3, 'May')], [0, 'utr-3\n']],
  ['another subject', () => [send(2, 'May', 'Bye'), send(3, 'May')], [0, 'utr-3\n']],
  ['a name with a word more', () => [send(2, 'June'), send(3, 'May (Copy)')], [0, 'utr-3\n']],
  ['nothing that tells them apart', () => [send(2, 'May'), send(3, 'May')], [8, '']],
  ['only others', () => [send(2, 'June')], [8, '']],
])('with %s', async (_, later, expected) => {
  expect(await duplicating(later(), '')).toEqual(expected);
});

test('after a lost answer, what somebody else made does not stand for the copy', async () => {
  expect(await duplicating([send(2, 'June')], '', false)).toEqual([9, '']);
  expect(await duplicating([send(2, 'June'), send(3, 'May')], '', false)).toEqual([0, 'utr-3\n']);
});

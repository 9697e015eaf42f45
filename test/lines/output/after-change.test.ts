/**
 * A change that was made is reported as made, even if reading it again fails: no script may be told "safe to retry".
 */
import {expect, test} from 'vitest';
import {errorOf, printed} from '../../support/said.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty', contacts: 30}});

const mailing = async (): Promise<string[]> => {
  await shell().emk(
    'senders create --from-name A --from-email a@b.example --reply-to a@b.example --country 104 --address-line1 x --nickname n',
  );
  await shell().emk('groups create --name News --description x --display');
  return [
    ...'mailings create --name May --subject Hello --preheader Now --from 1 --group 1 --to contacts_1'.split(' '),
    ...'--template 1 --html <p>Hi --now --yes'.split(' '),
    ...['sender-verified', 'no-unsubscribe', 'audience-empty'].flatMap(check => ['--force', check]),
  ];
};

test('a send that went out and cannot be read back ends in 8, with its utr on stdout', {tags: ['long']}, async () => {
  const words = await mailing();
  shell().sandbox.misbehave('GET /single-send/details=500');
  const {code, stdout, stderr} = await shell().emk([...words, '-o', 'json']);
  const {utr} = JSON.parse(stdout);
  expect(code).toBe(8);
  expect(errorOf({stderr})).toMatchObject({code: 'partial', exit: 8, retry: 'after_check'});
  expect(errorOf({stderr})?.message).toContain(utr);
  shell().sandbox.faults.clear();
  expect((await shell().emk('mailings list -o id')).stdout).toBe(`${utr}\n`);
});

test('the utr of what cannot be read back is its id', {tags: ['long']}, async () => {
  const words = await mailing();
  shell().sandbox.misbehave('GET /single-send/details=429,retry-after=9999');
  expect(await shell().emk([...words, '-o', 'id'])).toMatchObject(printed(8, /^[0-9a-f-]{36}\n$/));
});

test('a creation whose list cannot be read afterwards is told from one that did not happen', async () => {
  shell().sandbox.misbehave('GET /contacts-type=500,after=1');
  const {code, stderr} = await shell().emk('lists create --name Leads -o json');
  expect([code, errorOf({stderr})?.retry]).toEqual([8, 'after_check']);
});

test('a creation whose answer was lost stays unknown when the list cannot be read either', async () => {
  shell().sandbox.misbehave('POST /contacts-type/add=lost-reply:1', 'GET /contacts-type=500,after=1');
  expect((await shell().emk('lists create --name Leads')).code).toBe(9);
});

test('an update that cannot be read back', async () => {
  shell().sandbox.misbehave('GET /contacts-type/view=500,after=1');
  const {code, stderr} = await shell().emk('lists update 1 --name Weekly -o json');
  expect([code, errorOf({stderr})?.retry]).toEqual([8, 'after_check']);
});

test('an update whose answer was lost stays unknown when it cannot be read back', async () => {
  shell().sandbox.misbehave('POST /contacts-type/update=lost-reply:1', 'GET /contacts-type/view=500,after=1');
  expect((await shell().emk('lists update 1 --name Weekly')).code).toBe(9);
});

test('a contact that was added and cannot be listed', {tags: ['long']}, async () => {
  shell().sandbox.misbehave('GET /contacts/list=500,after=1');
  const line = 'contacts create --list 1 --email ada@example.com --country 101 -o id';
  const added = await shell().emk(line);
  expect([added.code, added.stdout]).toEqual([8, '']);
  shell().sandbox.faults.clear();
  shell().sandbox.misbehave('POST /contacts/add=lost-reply:1', 'GET /contacts/list=500,after=1');
  expect((await shell().emk(line.replace('ada@', 'eve@'))).code).toBe(9);
});

test('addresses that were added and cannot be listed', {tags: ['long']}, async () => {
  shell().sandbox.misbehave('GET /global-unsubscribes=500,after=1');
  const {code, stderr} = await shell().emk('unsubscribes add --email ada@example.com -o json');
  expect([code, errorOf({stderr})?.retry]).toEqual([8, 'after_check']);
});

test('addresses of which some were added before the service went away', async () => {
  shell().write('left.txt', Array.from({length: 150}, (_, at) => `half${at}@example.net`).join('\n'));
  shell().sandbox.misbehave(
    'POST /global-unsubscribes/save=503-maintenance,after=1',
    'GET /global-unsubscribes=500,after=1',
  );
  const {code, stderr} = await shell().emk('unsubscribes add --file left.txt EMK_MAX_WAIT=1s');
  expect([code, stderr]).toEqual([8, expect.stringContaining('50 addresses')]);
});

test('Ctrl-C during the look says what was done before it', async () => {
  const cut = new AbortController();
  shell().sandbox.misbehave('GET /contacts-type=502-html,after=1');
  const {code, stderr} = await shell().emk('lists create --name Leads', {
    host: {
      interrupted: cut.signal,
      async sleep() {
        cut.abort('SIGINT');
        throw new DOMException('Cut short.', 'AbortError');
      },
    },
  });
  expect([code, stderr]).toEqual([130, expect.stringContaining('created')]);
});

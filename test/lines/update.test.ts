import {createServer} from 'node:http';
import {expect, test} from 'vitest';
import {runAgainst} from '../support/run-against.js';
import {said} from '../support/said.js';
import {served} from '../support/served.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const sendOf = async (columns: string, name = 'Autumn preview') =>
  JSON.parse(
    (await shell().emk(['mailings', 'list', '--where', `single_send_name=${name}`, '-o', 'json', '--columns', columns]))
      .stdout,
  )[0];

test('a lost reply to an update is settled by reading the record back', async () => {
  shell().sandbox.misbehave('POST /contacts-type/update=lost-reply:1');
  const {code, stdout} = await shell().emk('lists update 1 --name Weekly -o json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({id: 1, name: 'Weekly'});
});

test.each([
  ['Weekly letters', 'Weekly letters', ''],
  ['Weekly letters', 'Weekly', 'warning: Name is now "Weekly", which is not what emk sent.\n'],
])('what the service kept of %j is %j, and is told', async (given, kept, says) => {
  let name = 'Old';
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method === 'POST') name = kept;
      const message = request.method === 'POST' ? 'Updated Successfully' : {contactType: {id: 1, name}};
      response.end(JSON.stringify({status: 'success', message}));
    });
  });
  const origin = await served(server);
  const line = ['lists', 'update', 'id:1', '--name', given];
  const {code, stderr} = await runAgainst(`${origin}/api`, line);
  expect([code, stderr]).toEqual([0, `${says}List "Old" is now called "${kept}".\n`]);
});

test('an update that was not applied and whose reply was lost is unknown', async () => {
  shell().sandbox.misbehave('POST /contacts-type/update=502-html:1');
  expect((await shell().emk('lists update 1 --name Weekly')).code).toBe(9);
});

test('a country that reads as text is written as a number', async () => {
  const {stdout} = await shell().emk('contacts update 1 --city Pune --dry-run');
  expect(JSON.parse(stdout).fields).toMatchObject({country: expect.stringMatching(/^\d+$/), city: 'Pune'});
});

test('a scheduled send keeps its audience and its moment', async () => {
  const {utr} = await sendOf('utr');
  const {code, stdout} = await shell().emk(`mailings update ${utr} --subject New --dry-run`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).fields).toMatchObject({
    subject: 'New',
    'recipient_id[0]': expect.stringMatching(/^(contacts|segments)_\d+$/),
    schedule_type: '1',
    schedule_date: expect.stringMatching(/^20\d\d-/),
  });
});

test('making a send immediate passes the gate of creating one, and sends no placeholder dates', async () => {
  const {utr} = await sendOf('utr');
  const refused = await shell().emk(`mailings update ${utr} --now`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('mail "Autumn preview"');
  const {stdout} = await shell().emk(`mailings update ${utr} --now --dry-run`);
  const {fields} = JSON.parse(stdout);
  expect(fields).toMatchObject({schedule_type: '0'});
  expect(fields).not.toHaveProperty('schedule_date');
});

test('giving one form of template drops the other', {tags: ['long']}, async () => {
  const {utr} = await sendOf('utr');
  shell().write('mail.html', '<p>Hello ((first_name))</p>');
  const {stdout} = await shell().emk(`mailings update ${utr} --html @mail.html --dry-run --force no-unsubscribe`);
  const {fields} = JSON.parse(stdout);
  expect(fields).toMatchObject({template_html: '<p>Hello ((first_name))</p>'});
  expect(fields).not.toHaveProperty('template_json');
});

test('both forms of template are refused, and so is JSON that is none', async () => {
  const {utr} = await sendOf('utr');
  expect(
    (await shell().emk([...`mailings update ${utr} --html`.split(' '), '<p>', '--template-json', '{}'])).code,
  ).toBe(2);
  expect((await shell().emk(`mailings update ${utr} --template-json nope`)).stderr).toContain('not JSON');
});

test('a lost answer to new HTML is settled by the record as it reads, not as it would be written', async () => {
  const {utr} = await sendOf('utr');
  shell().sandbox.misbehave('POST /single/send/update=lost-reply:1');
  const {code, stdout} = await shell().emk([
    ...`mailings update ${utr} --force no-unsubscribe -o json --html`.split(' '),
    '<p>New',
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({utr, template_html: '<p>New', template_json: null});
});

test('a dry run says that new HTML drops the JSON template', {tags: ['long']}, async () => {
  const {utr} = await sendOf('utr');
  await shell().emk(['mailings', 'update', utr, '--template-json', `{"blocks":["${'x'.repeat(200)}"]}`]);
  const {stderr} = await shell().emk([
    ...`mailings update ${utr} --force no-unsubscribe --dry-run --html`.split(' '),
    '<p>New',
  ]);
  expect(stderr).toMatch(/^Design: \{"blocks":.*… → \(empty\)$/m);
  expect(stderr).toMatch(/^HTML: \(empty\) → <p>New$/m);
  expect(Math.max(...stderr.split('\n').map(line => line.length))).toBeLessThan(200);
});

test('an update that says nothing of the template shows no change of it', async () => {
  const {utr} = await sendOf('utr');
  const {stderr} = await shell().emk(['mailings', 'update', utr, '--subject', 'New', '--dry-run']);
  expect(stderr).toMatch(/^Subject: .* → New\n$/);
});

test('an audience that reads as empty is missing', async () => {
  const server = await answering({
    'GET /api/single-send/details': {singleSend: [{...immediateSend, recipient_id: []}]},
  });
  const {code, stderr} = await runAgainst(
    server.url,
    'mailings update 1a2b3c4d-0000-4000-8000-000000000000 --subject New --now --yes',
  );
  expect(code).toBe(2);
  expect(stderr).toContain('a value for --to,');
});

/** What a change of a contact reads besides: whether it may start automations. */
const noAutomations = {'GET /api/segment/list': {segments: []}, 'GET /api/automations': {automations: []}};

test.each(['', 'Germany', '0'])('a contact whose country reads as "%s" needs --country', async country => {
  const server = await answering({
    ...noAutomations,
    'GET /api/contacts/details': {contact: {id: 7, contact_type_id: 1, email: 'a@b.example', country}},
  });
  const lacking = await runAgainst(server.url, 'contacts update 7 --city Pune --dry-run');
  const given = await runAgainst(server.url, 'contacts update 7 --city Pune --country 101 --dry-run');
  expect([lacking.code, lacking.stdout]).toEqual([2, '']);
  expect(lacking.stderr).toContain('--country');
  expect(JSON.parse(given.stdout).fields).toMatchObject({country: '101'});
});

test('a required value that is given blank is said to be blank', async () => {
  const {code, stderr} = await shell().emk(['lists', 'update', '1', '--name', ' ']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--name')]);
});

test('what changed unasked is said', async () => {
  const contact = {
    id: 7,
    contact_type_id: 1,
    email: 'a@b.example',
    country: '101',
    city: 'Delhi',
    custom_field: {age: {field_name: 'age', field_value: '36'}},
  };
  // This service loses custom fields that the form omits.
  const server = await answering({
    ...noAutomations,
    'GET /api/contacts/details': {contact},
    'GET /api/automations': {automations: []},
    'POST /api/contacts/update': 'Contact Updated Successfully',
    'GET /api/contacts/details later': {contact: {...contact, city: 'Pune', custom_field: null}},
  });
  const {code, stderr} = await runAgainst(server.url, 'contacts update 7 --city Pune');
  expect([code, stderr]).toEqual([
    0,
    'warning: Own fields changed too, although you did not ask for it.\nContact a@b.example was changed.\n',
  ]);
});

test('a required value that the record lacks is asked for by its option', async () => {
  await shell().emk(
    'senders create --from-name A --from-email a@b.example --reply-to a@b.example --country 104 --address-line1 x --nickname n',
  );
  expect(await shell().emk(['senders', 'update', '3', '--nickname', ''])).toMatchObject(said(2, '--nickname'));
});

const immediateSend = {
  id: 3,
  utr: '2f1c',
  template_id: 1,
  sender_id: 1,
  unsubscribe_group_id: 1,
  single_send_name: 'May',
  subject: 'Hello',
  preheader: 'Now',
  exclude_specific_recipient_id: [],
  schedule_type: 0,
  schedule_date: '0000-00-00',
  schedule_time: '00:00:00',
  status: 0,
  template_json: null,
  template_html: '<p>Hi',
};

/** A service that gives this answer; from the second time on it gives `later`. */
async function answering(messages: Readonly<Record<string, unknown>>) {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const asked = `${request.method} ${request.url?.split('?')[0]}`;
      const message = (seen.has(asked) && messages[`${asked} later`]) || messages[asked];
      seen.add(asked);
      response.end(
        JSON.stringify(message ? {status: 'success', message} : {status: 'failed', errors: 'Not expected.'}),
      );
    });
  });
  return {url: `${await served(server)}/api`};
}

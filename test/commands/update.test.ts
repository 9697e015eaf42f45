import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {runAgainst} from '../run-against.js';
import {type Shell, startShell} from '../shell.js';

let shell: Shell;
beforeEach(async () => {
  shell = await startShell();
});
afterEach(() => shell.close());

const sendOf = async (columns: string, name = 'Autumn preview') =>
  JSON.parse(
    (
      await shell.emk([
        'single-sends',
        'list',
        '--where',
        `single_send_name=${name}`,
        '-o',
        'json',
        '--columns',
        columns,
      ])
    ).stdout,
  )[0];

test('a lost reply to an update is settled by reading the record back', async () => {
  shell.sandbox.misbehave('POST /contacts-type/update=lost-reply:1');
  const {code, stdout} = await shell.emk('contact-types update 1 --name Weekly -o json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({id: 1, name: 'Weekly'});
});

test('an update that was not applied and whose reply was lost is unknown', async () => {
  shell.sandbox.misbehave('POST /contacts-type/update=502-html:1');
  expect((await shell.emk('contact-types update 1 --name Weekly')).code).toBe(9);
});

test('a country that reads as text is written as a number', async () => {
  const {stdout} = await shell.emk('contacts update 1 --city Pune --dry-run');
  expect(JSON.parse(stdout).fields).toMatchObject({country: expect.stringMatching(/^\d+$/), city: 'Pune'});
});

test('a scheduled send keeps its audience and its moment', async () => {
  const {utr} = await sendOf('utr');
  const {code, stdout} = await shell.emk(`single-sends update ${utr} --subject New --dry-run`);
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
  const refused = await shell.emk(`single-sends update ${utr} --now`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('mail "Autumn preview"');
  const {stdout} = await shell.emk(`single-sends update ${utr} --now --dry-run`);
  const {fields} = JSON.parse(stdout);
  expect(fields).toMatchObject({schedule_type: '0'});
  expect(fields).not.toHaveProperty('schedule_date');
});

test('giving one form of template drops the other', async () => {
  const {utr} = await sendOf('utr');
  shell.write('mail.html', '<p>Hello ((first_name))</p>');
  const {stdout} = await shell.emk(`single-sends update ${utr} --html @mail.html --dry-run`);
  const {fields} = JSON.parse(stdout);
  expect(fields).toMatchObject({template_html: '<p>Hello ((first_name))</p>'});
  expect(fields).not.toHaveProperty('template_json');
});

test('a completed send is changed only by force', async () => {
  const {utr} = await sendOf('utr', 'Spring news');
  const {code, stderr} = await shell.emk(`single-sends update ${utr} --subject New`);
  expect(code).toBe(2);
  expect(stderr).toContain('completed');
});

test('both forms of template are refused, and so is JSON that is none', async () => {
  const {utr} = await sendOf('utr');
  expect(
    (await shell.emk([...`single-sends update ${utr} --html`.split(' '), '<p>', '--template-json', '{}'])).code,
  ).toBe(2);
  expect((await shell.emk(`single-sends update ${utr} --template-json nope`)).stderr).toContain('not JSON');
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
  let stored: object = contact;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      // A form without custom fields makes this service forget them.
      if (request.method === 'POST') stored = {...contact, city: 'Pune', custom_field: null};
      response.end(
        JSON.stringify({
          status: 'success',
          message: request.method === 'POST' ? 'Contact Updated Successfully' : {contact: stored},
        }),
      );
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {code, stderr} = await runAgainst(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    'contacts update 7 --city Pune',
  );
  server.close();
  expect([code, stderr]).toEqual([0, '! custom_field changed too, which was not asked for.\n']);
});

test('a required value that the record lacks is asked for by its option', async () => {
  await shell.emk(
    'senders create --from-name A --from-email a@b.example --reply-to a@b.example --country 104 --company-address x --nickname n',
  );
  const {code, stderr} = await shell.emk(['senders', 'update', '3', '--nickname', '']);
  expect(code).toBe(2);
  expect(stderr).toContain('--nickname');
});

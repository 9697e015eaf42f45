/** Cases where a real service is stricter, and what the documentation leaves open. */
import {afterEach, describe, expect, test} from 'vitest';
import {type RunningSandbox, startSandbox} from '../../../src/sandbox/running/start.js';
import type {Settings} from '../../../src/sandbox/service/settings.js';
import {ask, multipart} from '../../support/raw-http.js';

let sandbox: RunningSandbox;
afterEach(() => sandbox.close());
const open = async (settings: Partial<Settings> = {}): Promise<void> => {
  sandbox = await startSandbox({clock: 'step@2026-03-04T12:00:00Z', settings});
};

const send = (extra: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries({
    template_id: '2',
    sender_id: '1',
    unsubscribe_group_id: '1',
    single_send_name: 'May',
    subject: 'Hi',
    preheader: 'Now',
    schedule_type: '0',
    'recipient_id[0]': 'contacts_3',
    ...extra,
  });
const create = async (extra: Readonly<Record<string, string>>) =>
  (await ask(sandbox, '/single/send/create', multipart(send(extra)))).json;

describe('the audience of a send', () => {
  test('is not empty, and a complaint names the item', async () => {
    await open();
    const complaint = (index: number) => ({
      [`recipient_id.${index}`]: [`The recipient_id.${index} field is required.`],
    });
    expect(await create({'recipient_id[0]': ''})).toEqual({status: 'failed', errors: complaint(0)});
    expect(await create({'recipient_id[1]': ' '})).toEqual({status: 'failed', errors: complaint(1)});
    expect((await create({'recipient_id[1]': 'contacts_99', 'recipient_id[2]': 'x'})).errors).toEqual({
      'recipient_id.1': ['The selected recipient_id.1 is invalid.'],
      'recipient_id.2': ['The selected recipient_id.2 is invalid.'],
    });
    expect((await create({'exclude_specific_recipient_id[0]': ''})).status).toBe('success');
  });
});

describe('an identifier', () => {
  test('counts in the query only, where the route names it there', async () => {
    await open();
    const inBody = await ask(
      sandbox,
      '/unsubscribes-groups/update',
      multipart([
        ['id', '1'],
        ['group_name', 'X'],
        ['description', 'y'],
        ['is_display', '1'],
      ]),
    );
    expect(inBody.json.status).toBe('failed');
    expect((await ask(sandbox, '/single/send/duplicate', multipart([['utr', 'x']]))).json.status).toBe('failed');
    const inQuery = await ask(sandbox, '/contacts-type/update?id=1&name=Other', multipart([]));
    expect(inQuery.json.errors).toMatchObject({id: expect.anything(), name: expect.anything()});
  });
});

describe('the time of a scheduled send', () => {
  const scheduled = {schedule_type: '1', schedule_date: '2026-05-01'};
  const wrong = {schedule_time: ['The selected schedule time is invalid.']};

  test.each([
    ['09:30', undefined],
    ['09:30:00', undefined],
    ['9.30', wrong],
  ] as const)('written as %s', async (schedule_time, errors) => {
    await open();
    expect((await create({...scheduled, schedule_time})).errors).toEqual(errors);
  });

  test('may be left out', {tags: ['long']}, async () => {
    await open();
    const utr = ((await create(scheduled)).message as {utr: string}).utr;
    const {singleSend} = (await ask(sandbox, `/single-send/details?utr=${utr}`)).json.message as {singleSend: object[]};
    expect(singleSend[0]).toMatchObject({schedule_date: '2026-05-01', schedule_time: '00:00:00', status: 0});
    expect((await create({schedule_type: '1'})).status).toBe('success');
    expect((await ask(sandbox, '/single-send/list')).status).toBe(200);
  });
});

test('the demo account has people of whom little is known', async () => {
  await open();
  const {contacts} = (await ask(sandbox, '/contacts/list')).json.message as {
    contacts: readonly Readonly<Record<string, unknown>>[];
  };
  for (const name of ['first_name', 'last_name', 'email', 'city', 'address_line1', 'postal_code', 'custom_field']) {
    expect(contacts.filter(contact => contact[name] === null).length).toBeGreaterThan(0);
  }
  expect(contacts.find(({first_name: first}) => first === null)).toMatchObject({fullname: ' '});
});

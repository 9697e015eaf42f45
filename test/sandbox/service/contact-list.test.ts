/** The list of contacts is written as text, without objects: nothing in a contact may confuse it. */
import {afterEach, expect, test} from 'vitest';
import {type Account, openAccount} from './account.js';
import * as api from './operations.js';

let account: Account;
afterEach(() => account.close());

const country = '"country":"210"';
const time = '"created_at":5,"contact_type":1';

test('texts that look like fields of a contact, line ends and escapes are shown as they are', async () => {
  account = await openAccount();
  await account.make(api.contactTypes.create, {name: `Leads "of" \\ ${country}`});
  await account.make(api.fields.create, {field_name: 'created_at', field_type: 'text'});
  const upload = {
    filename: 'a.csv',
    type: 'text/csv',
    bytes: Buffer.from(
      `email,first_name,last_name,country,created_at\na@example.com,"${country.replaceAll('"', '""')}","a\nb\\c""","${time.replaceAll('"', '""')}","${time.replaceAll('"', '""')}"\nb@example.com,,,Spain,\n`,
    ),
  };
  await account.make(api.contacts.upload, {contact_type_id: '1', file: upload});
  const [first, second] = await account.list(api.contacts.list);
  expect(first).toMatchObject({
    first_name: country,
    last_name: 'a\nb\\c"',
    fullname: `${country} a\nb\\c"`,
    country: time,
    custom_field: {created_at: {field_name: 'created_at', field_value: time}},
    created_at: '2026-11-20T12:00:00.000000Z',
    deleted_at: null,
    contact_type: {id: 1, name: `Leads "of" \\ ${country}`, created_at: '2026-11-20T12:00:00.000000Z'},
  });
  expect(second).toMatchObject({country: 'Spain', contact_type_id: 1, contact_type: {id: 1}});
});

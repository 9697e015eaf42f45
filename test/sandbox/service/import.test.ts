import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Settings} from '../../../src/sandbox/service/settings.js';
import {type Account, openAccount} from './account.js';
import * as api from './operations.js';

let account: Account;
const open = async (settings: Partial<Settings> = {}) => {
  account = await openAccount({settings});
  await account.make(api.contactTypes.create, {name: 'Leads'});
  await account.make(api.contactTypes.create, {name: 'Others'});
};
beforeEach(() => open());
afterEach(() => account.close());

const upload = (content: string | Uint8Array, type = '1') =>
  account.ask(api.contacts.upload, {
    contact_type_id: type,
    file: {filename: 'people.CSV', type: 'text/csv', bytes: Buffer.from(content)},
  });
const contacts = () => account.list(api.contacts.list);
const addresses = async () => (await contacts()).map(({email}) => email);

describe('columns', () => {
  test('are matched to fields by name, in any order and case; others are ignored', async () => {
    await upload('City, EMAIL ,Shoe,First_Name\nBerlin,ann@example.com,39,Ann\n');
    expect(await contacts()).toMatchObject([
      {
        city: 'Berlin',
        email: 'ann@example.com',
        first_name: 'Ann',
        last_name: '',
        fullname: 'Ann ',
        custom_field: null,
      },
    ]);
  });

  test('of the account go into custom_field, empty cells as null', async () => {
    await account.make(api.fields.create, {field_name: 'Shoe_Size', field_type: 'number'});
    await account.make(api.fields.create, {field_name: 'hat', field_type: 'text'});
    await upload('email,shoe_size,hat\nann@example.com,39,\n');
    expect((await contacts())[0]?.['custom_field']).toEqual({
      Shoe_Size: {field_name: 'Shoe_Size', field_value: '39'},
      hat: {field_name: 'hat', field_value: null},
    });
  });

  test('hold a country by name, code or id; the list shows the name, the details the id as text', async () => {
    await upload('email,country\na@example.com,germany\nb@example.com,DE\nc@example.com,85\nd@example.com,Atlantis\n');
    expect((await contacts()).map(({country}) => country)).toEqual(['Germany', 'Germany', 'Germany', 'Atlantis']);
    const {value} = await account.ask(api.contacts.details, {contact_id: '1'});
    expect(value).toMatchObject({country: '85'});
  });

  test('behind a byte order mark have another name, and nothing is imported', async () => {
    expect(await upload('\uFEFFemail,city\nann@example.com,Berlin\n')).toEqual({value: null});
    expect(await contacts()).toEqual([]);
    await upload('\uFEFFcity,email\nBerlin,ann@example.com\n');
    expect(await contacts()).toMatchObject([{email: 'ann@example.com', city: ''}]);
  });
});

describe('rows', () => {
  test('without a valid address are skipped, and the answer does not say so', async () => {
    const answer = await upload(
      'email\nann@example.com\n\nbob\n@example.com\n“bob@example.com\nbob@example\n bob@example.com \n',
    );
    expect(answer).toEqual({value: null});
    expect(await addresses()).toEqual(['ann@example.com', 'bob@example.com']);
  });

  test('with too few or too many cells are taken as far as they go', async () => {
    await upload('email,city,state\nann@example.com\nbob@example.com,Berlin,BE,more\n');
    expect(await contacts()).toMatchObject([
      {city: '', state: ''},
      {city: 'Berlin', state: 'BE'},
    ]);
  });

  test('that are not UTF-8 fail the request, and none is imported', async () => {
    const {errors} = await upload(Buffer.from('email,city\na@example.com,K\xf6ln\n', 'latin1'));
    expect(errors).toBe('Malformed UTF-8 characters, possibly incorrectly encoded');
    expect(await contacts()).toEqual([]);
  });
});

describe('an address that is known', () => {
  const twice = async () => {
    await upload('email,city,first_name\nann@example.com,Berlin,Ann\n');
    await upload(
      'email,city\nANN@example.com,Bonn\nann@example.com,Ulm\nbob@example.com,Rome\nbob@example.com,Milan\n',
    );
    return (await contacts()).map(({email, city, first_name}) => [email, city, first_name]);
  };

  test('is inserted again', async () => {
    expect(await twice()).toHaveLength(5);
  });

  test('is updated, where the file has a column', async () => {
    await open({duplicates: 'update'});
    expect(await twice()).toEqual([
      ['ann@example.com', 'Ulm', 'Ann'],
      ['bob@example.com', 'Milan', ''],
    ]);
  });

  test('is skipped', async () => {
    await open({duplicates: 'skip'});
    expect(await twice()).toEqual([
      ['ann@example.com', 'Berlin', 'Ann'],
      ['bob@example.com', 'Rome', ''],
    ]);
  });

  test('is known to its own list only, and not once it was deleted', async () => {
    await open({duplicates: 'skip'});
    await upload('email\nann@example.com\n');
    await upload('email\nann@example.com\n', '2');
    expect(await contacts()).toHaveLength(2);
    await account.make(api.contacts.delete, {contact_id: '1'});
    await upload('email\nann@example.com\n');
    expect((await contacts()).map(({id, contact_type_id}) => [id, contact_type_id])).toEqual([
      [2, 2],
      [3, 1],
    ]);
  });

  test('keeps the custom fields that the file has no column for', async () => {
    await open({duplicates: 'update'});
    for (const name of ['hat', 'shoe']) await account.make(api.fields.create, {field_name: name, field_type: 'text'});
    await upload('email,hat,shoe\nann@example.com,M,39\n');
    await upload('email,hat\nann@example.com,\n');
    expect((await contacts())[0]?.['custom_field']).toEqual({
      hat: {field_name: 'hat', field_value: null},
      shoe: {field_name: 'shoe', field_value: '39'},
    });
  });
});

test('the sample lists the fields, and can itself be uploaded', async () => {
  await account.make(api.fields.create, {field_name: 'hat', field_type: 'text'});
  const sample = await account.make(api.contacts.sample);
  expect(sample).toBe(
    'first_name,last_name,email,alt_email,country,state,city,address_line1,address_line2,state_province_region,postal_code,hat\n',
  );
  expect(await upload(sample)).toEqual({value: null});
});

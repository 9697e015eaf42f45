/**
 * A service may store one of the account's keys in a record, because somebody pasted it or a bug wrote it. Nothing that
 * emk prints or saves then contains it, and an update still writes back what was there.
 */

import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {loadOperations} from '../../src/endpoints/all.js';
import {operationAt} from '../../src/resources/api-command.js';
import {formsOf, partsOf} from '../support/key-forms.js';
import {runAgainst} from '../support/run-against.js';
import {sample} from '../support/sample.js';

const publicKey = 'pk_9fKx+3/vQ8zL1=mN5tR';
const secretKey = 'sk_Jw4Gd7/hT2yB%6pXe0Ua';
const forms = [publicKey, secretKey].flatMap(formsOf);
/** Any of the parts, found in one search. */
const anyPart = new RegExp(
  partsOf(forms)
    .map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|'),
  'g',
);

/** The length of a long list: more than a megabyte. */
const RECORDS = 22_000;

const foundIn = (text: string): readonly string[] => [...new Set(text.match(anyPart))];

let home: string;
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'emk-keys-in-data-'));
  server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => (body += chunk)).on('end', () => answer(request, response, body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, {recursive: true, force: true});
});

const emk = (line: string, host: object = {}) =>
  runAgainst(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, line, {
    env: {EMK_PUBLIC_KEY: publicKey, EMK_SECRET_KEY: secretKey},
    host: {cwd: home, home, ...host},
  });

/** Every file that emk has written, with its name. */
const kept = (): string =>
  readdirSync(home, {recursive: true, encoding: 'utf8'})
    .filter(name => statSync(join(home, name)).isFile())
    .map(name => `${name}\n${readFileSync(join(home, name), 'utf8')}`)
    .join('\n');

const success = (message: object): string => JSON.stringify({status: 'success', message});

const [one = '', ...others] = forms;
const named = (id: number, name: string) => ({id, name, deleted_at: null, contacts_count: 1});
const contact = (id: number, name: string) => ({
  id,
  contact_type_id: 7,
  email: `ada${id}@example.com`,
  first_name: `Ada ${name}`,
  last_name: 'Lovelace',
  address_line1: name,
  custom_field: {[name]: {field_name: name, field_value: name}},
  deleted_at: null,
});

/** Sender with every key in its fields. */
const sender = {
  id: 3,
  from_name: `News ${secretKey}`,
  from_email: 'news@example.com',
  reply_to_email: 'news@example.com',
  company_address: forms.join(' '),
  company_address2: publicKey,
  nickname: 'News',
  country_id: 1,
  state_id: 1,
  city_id: 1,
  zip_code: '1',
  is_verified: 1,
  deleted_at: null,
};

const mailing = (utr: string, name: string) => ({
  utr,
  single_send_name: name,
  subject: name,
  preheader: name,
  sender_id: 3,
  status: 3,
  schedule_type: 1,
  send_on_date: '2026-02-02',
  send_at_time: '10:00:00',
  delivered: 10,
  total: 10,
  unique_opens: 3,
  deleted_at: null,
});

/** The records of an account, by their keys in the answer; each name contains a key in another form. */
const records: Readonly<Record<string, unknown>> = {
  contactTypes: [named(7, `Leads ${one}`), ...others.map((form, at) => named(8 + at, form))],
  contactType: named(7, forms.join(' ')),
  contacts: forms.map((form, at) => contact(100 + at, form)),
  customFields: [{id: 1, field_name: one, field_type: 'text'}],
  reservedFields: ['email', 'first_name', 'country'].map((name, at) => ({
    id: 90 + at,
    field_name: name,
    field_type: 'text',
  })),
  templates: [{id: 5, name: `May ${one}`, html_code: `<p title="${forms.join(' ')}">`, json_code: null}],
  senders: [sender],
  sender,
  singleSends: forms.map((form, at) => mailing(`sent-${at}`, `${'x'.repeat(at)} ${form}`)),
  automations: forms.map((form, at) => ({id: 50 + at, utr: `automation-${at}`, automation_name: form, status: 1})),
};

const operations = await loadOperations();

/** The service of that account; other lists are empty. */
const leaky = ({method, url = ''}: IncomingMessage, response: ServerResponse): void => {
  const path = new URL(url, 'http://x').pathname.replace('/api', '');
  const {returns} = operationAt(method as 'GET', path, 'http://x/api', operations) ?? {};
  if (returns?.kind === 'many' || returns?.kind === 'tags') {
    response.end(success({[returns.key]: records[returns.key] ?? []}));
  } else if (returns?.kind === 'several') {
    response.end(success(Object.fromEntries(returns.keys.map(key => [key, [{id: 1, name: `Here ${one}`}]]))));
  } else if (returns?.kind === 'one') response.end(success({[returns.key]: records[returns.key]}));
  else response.end(JSON.stringify({status: 'success', message: returns && 'says' in returns ? returns.says : 'Done'}));
};

const places: ReadonlyArray<readonly [where: string, columns: number | undefined, look: string]> = [
  ...['json', 'jsonl', 'csv', 'tsv', 'table', 'md', 'id'].map(look => ['a file', undefined, look] as const),
  ...['json', 'jsonl', 'csv', 'table'].map(look => ['a wide terminal', 160, look] as const),
];

/** Here cells are cut and values folded. */
const narrow: typeof places = [
  ['a narrow terminal', 80, 'table'],
  ['a terminal of hardly any width', 40, 'table'],
];

describe.each([...sample(places, 2), ...narrow])('to %s', (_, columns, look) => {
  const onTerminal = async (line: string) => {
    const {Writable} = await import('node:stream');
    let stdout = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        stdout += String(chunk);
        done();
      },
    });
    const ran = await emk(line, columns ? {stdout: Object.assign(stream, {isTTY: true, columns})} : {});
    return {...ran, stdout: ran.stdout + stdout};
  };

  test(`lists and records come without keys as ${look}`, async () => {
    answer = leaky;
    for (const line of [
      'contacts list',
      'contacts list --columns id,first_name,address_line1',
      "contacts list --where 'id>1' --sort email",
      'contacts list --columns all',
      'lists list',
      'lists show 7',
    ]) {
      const {code, stdout, stderr} = await onTerminal(`${line} -o ${look}`);
      expect([line, code, foundIn(stdout + stderr)]).toEqual([line, 0, []]);
      expect(stdout.length).toBeGreaterThan(0);
    }
    expect(foundIn(kept())).toEqual([]);
  });
});

test('the records are otherwise as they were', async () => {
  answer = (_, response) =>
    void response.end(
      `{"status":"success","message":{"contactTypes":[{"id":12345678901234567890,"name":"${'Ä'.repeat(3)} ${encodeURIComponent(publicKey)}!"},{"id":8,"name":"${secretKey}"}]}}`,
    );
  const {stdout} = await emk('lists list -o jsonl');
  expect(stdout).toBe('{"id":12345678901234567890,"name":"ÄÄÄ …!"}\n{"id":8,"name":"…"}\n');
});

test('nothing is said where there is none', async () => {
  answer = (_, response) => void response.end(success({contactTypes: [{id: 7, name: 'Leads', deleted_at: null}]}));
  const {stdout, stderr} = await emk('lists list -o jsonl');
  expect([stdout, stderr]).toEqual(['{"id":7,"name":"Leads","deleted_at":null}\n', '']);
});

describe('emk api', () => {
  test.each(sample(['', '-o json', '-o jsonl', '-o md'], 2))('%s', async look => {
    answer = leaky;
    for (const path of [
      '/contacts/list',
      '/contacts-type',
      '/contacts-type/view?contact_type_id=7',
      '/get-design/template',
    ]) {
      const {code, stdout, stderr} = await emk(`api GET ${path} ${look}`);
      expect([path, code, foundIn(stdout + stderr)]).toEqual([path, 0, []]);
    }
  });

  test('passes a long answer on without keys, wherever it is cut', {tags: ['long']}, async () => {
    const record = (id: number, name: string) => JSON.stringify({id, name});
    // The first megabyte is held back: the first key comes after it, and the other after as much again.
    const filler = Array.from({length: RECORDS}, (_, id) => record(id, 'Ada Lovelace of London, Countess')).join(',');
    for (const at of [65_536, 1_048_576]) {
      const text = `{"status":"success","message":{"contacts":[${filler},`;
      const sent = Buffer.from(`${text}${record(1, secretKey)},${filler},${record(2, publicKey)}]}}`);
      answer = async (_, response) => {
        const cut = text.length + 24;
        for (let from = 0; from < sent.length; ) {
          const to = from < cut && from + at >= cut ? cut : Math.min(from + at, sent.length);
          response.write(sent.subarray(from, to));
          from = to;
          await new Promise(resolve => setTimeout(resolve, 2));
        }
        response.end();
      };
      const list = await emk('contacts list -o jsonl');
      expect(foundIn(list.stdout + list.stderr)).toEqual([]);
      expect(list.stdout.split('\n')).toHaveLength(2 * RECORDS + 3);
    }
  });
});

describe('files that emk writes hold none', () => {
  test('an export of contacts, to a file and to standard output', async () => {
    answer = leaky;
    const [file, stdout] = [await emk('contacts export people.csv'), await emk('contacts export')];
    expect([file.code, stdout.code, foundIn(file.stdout + file.stderr + stdout.stdout + stdout.stderr)]).toEqual([
      0,
      0,
      [],
    ]);
    expect(readFileSync(join(home, 'people.csv'), 'utf8')).toContain('Ada …,Lovelace,ada100@example.com');
    expect(foundIn(kept())).toEqual([]);
  });

  test('names kept for completion: a name with a key is not among them', async () => {
    answer = (_, response) =>
      void response.end(
        success({contactTypes: [{id: 7, name: 'Leads'}, ...forms.map((name, at) => ({id: 8 + at, name}))]}),
      );
    for (const look of ['json', 'jsonl', 'table']) await emk(`lists list -o ${look}`);
    expect(kept()).toContain('[["7","Leads"]]');
    expect(foundIn(kept())).toEqual([]);
  });
});

test('an update writes back what was read, key and all, and does not print it', async () => {
  const written: string[] = [];
  answer = (request, response, body) => {
    if (body !== '') written.push(body);
    leaky(request, response);
  };
  const {stdout, stderr} = await emk('senders update 3 --nickname Latest -o json');
  expect(written).toHaveLength(1);
  for (const value of [sender.from_name, sender.company_address, sender.company_address2])
    expect(written[0]).toContain(value);
  expect(foundIn(stdout + stderr)).toEqual([]);
});

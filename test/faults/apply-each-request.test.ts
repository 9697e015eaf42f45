/**
 * Each changing request of an apply in its order: parents before what names them, people before what mails them, deletions
 * last; after a refusal nothing else, and the same line then does what is left.
 */

import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {moveClock} from '../support/move-clock.js';
import {sample} from '../support/sample.js';
import {useFreshShell} from '../support/use-shell.js';
import {filesOfApply} from './files-of-apply.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const put = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(shell().folder, 'a', path)), {recursive: true});
    writeFileSync(join(shell().folder, 'a', path), text);
  }
};

/** Runs a line, and gives its exit code with the requests that it changed the account by. */
async function run(line: string, ...faults: readonly string[]) {
  const before = (await shell().sandbox.requests()).length;
  shell().sandbox.misbehave(...faults);
  const {code, stdout, stderr} = await shell().emk(line);
  const requests = (await shell().sandbox.requests()).slice(before);
  const changing = requests.filter(({method, path}) => method !== 'GET' || /set-live|pause/.test(path));
  const asLine = ({method, path, status}: (typeof requests)[number]): string =>
    `${method} ${path.replace(/^\/api\//, '').replace(/=[\da-f]{8}-[-\da-f]+/, '=…')}${status === 200 ? '' : ` ${status}`}`;
  return {code, stdout, stderr, sent: changing.map(asLine)};
}

const email = (subject: string): string =>
  `      - subject: ${subject}\n        from: news\n        wait: 1\n        unit: instantly\n        template: Blank\n        preview: blank.png\n        html: one.html\n`;
const automation = (more: string, ...subjects: readonly string[]): string =>
  `automations:\n  - name: Hello\n    kind: welcome\n    for: list:Staff\n    group: News\n${more}    emails:\n${subjects.map(email).join('')}`;
const mailing = (subject: string, at: string): string =>
  `mailings:\n  - name: Sale\n    subject: ${subject}\n    preheader: Now\n    from: news\n    group: News\n    to: [list:Leads]\n    template: Blank\n    html: one.html\n    at: ${at}\n`;
const people = (...rows: readonly string[]): string =>
  `email,city,country\n${rows.map(row => `${row},Germany\n`).join('')}`;

const FIRST: Readonly<Record<string, string>> = {
  ...filesOfApply,
  'lists.yaml': 'lists:\n  - name: Leads\n  - name: Staff\n  - name: Extra\n',
  'contacts/leads.csv': people('p1@example.com,Ulm', 'p2@example.com,Ulm'),
  'mailings.yaml': mailing('One', '2030-01-01 09:00:00'),
  'notifications.yaml': 'notifications:\n  - email: me@example.com\n    owner: Me\n',
};

const SECOND: Readonly<Record<string, string>> = {
  'lists.yaml': 'lists:\n  - name: Leads\n  - name: Staff\n  - name: New\n',
  'groups.yaml':
    'groups:\n  - name: News\n    description: Yours\n    display: true\n    recipients: [a@example.com, c@example.com]\n',
  'unsubscribes.yaml': 'unsubscribes:\n  - email: left@example.com\n',
  'senders.yaml': (filesOfApply['senders.yaml'] ?? '').replace('Acme', 'Other'),
  'automations.yaml': automation('    live: true\n', 'Two', 'Three'),
  'contacts/leads.csv': people('p1@example.com,Bonn', 'p3@example.com,Ulm'),
  'mailings.yaml': mailing('Two', '2030-01-02 09:00:00'),
  'notifications.yaml': 'notifications: []\n',
};

const APPLY =
  'account apply a --contacts --mailings --live --yes --allow-automations --force sender-verified --force audience-empty';
const PRUNE = `${APPLY} --prune --mail-again --max-delete 99`;

const DESTROY = 'undo a --yes --max-delete 99';

const MADE_FIRST = [
  ...['POST contacts-type/add', 'POST contacts-type/add', 'POST contacts-type/add', 'POST custom-fields/save'],
  ...['POST unsubscribes-groups/save', 'POST unsubscribes-groups/manually-add', 'POST global-unsubscribes/save'],
  ...['POST sender/save', 'POST contacts/upload-csv', 'POST automations/create', 'POST automations/schedule/create'],
  ...['POST single/send/create', 'POST notification-recipient/save'],
];

const CHANGED_SECOND = [
  ...['POST contacts-type/add', 'POST unsubscribes-groups/update?id=1'],
  ...['DELETE unsubscribes-groups/recipients-delete?id=2', 'POST unsubscribes-groups/manually-add'],
  ...['POST global-unsubscribes/save', 'POST sender/update'],
  'POST contacts/upload-csv',
  ...['POST automations/schedule/create', 'POST automations/schedule/create'],
  ...['DELETE automations/schedule/delete?utr=…', 'POST single/send/update', 'GET automations/set-live?utr=…'],
  ...['DELETE notification-recipient/delete?id=1', 'DELETE global-unsubscribes/delete?id=3'],
  'DELETE contacts-type/delete?contact_type_id=3',
];

test('everything is made, changed and taken back in order, each once', async () => {
  put(FIRST);
  expect(await run(APPLY)).toMatchObject({code: 0, sent: MADE_FIRST});
  expect(await run(APPLY)).toMatchObject({code: 0, sent: []});
  put(SECOND);
  expect(await run(PRUNE)).toMatchObject({code: 0, sent: CHANGED_SECOND});
  expect(await run(PRUNE)).toMatchObject({code: 0, sent: []});
  put({'automations.yaml': automation('', 'Two'), 'mailings.yaml': 'mailings: []\n'});
  expect(await run(PRUNE)).toMatchObject({
    code: 0,
    sent: [
      'GET automations/pause?utr=…',
      'DELETE automations/schedule/delete?utr=…',
      'DELETE single/send/delete?utr=…',
    ],
  });
  // The address that somebody else has added since, and the contact that was changed, are not of the import any more.
  const taken = [
    ...['POST contacts/bulk-delete', 'POST contacts/bulk-delete', 'DELETE automations/delete?utr=…'],
    'DELETE sender/delete?sender_id=1',
    ...['DELETE global-unsubscribes/delete?id=5', 'DELETE custom-fields/delete?id=12'],
    ...[1, 2, 4].map(id => `DELETE contacts-type/delete?contact_type_id=${id}`),
    ...[1, 4].map(id => `DELETE unsubscribes-groups/recipients-delete?id=${id}`),
  ];
  const {code, sent, stdout} = await run(DESTROY);
  expect([code, sent]).toEqual([0, taken]);
  expect(stdout.match(/^! .* cannot be deleted/gm)).toEqual(['! group "News" cannot be deleted']);
  expect(await run(DESTROY)).toMatchObject({code: 0, sent: []});
}, 60_000);

const changes = [
  ['POST global-unsubscribes/save', '5 of 12 changes were made. Unsubscribe "gone@example.com"'],
  ['POST automations/schedule/create', '10 of 12 changes were made. Automation "Hello"'],
  ['POST notification-recipient/save', '11 of 12 changes were made. Notification "me@example.com"'],
] as const;

test.each(sample(changes, 1))(
  'after %s was refused nothing else is sent, the change is named, and the same line does what is left',
  async (request, says) => {
    put(FIRST);
    const [method, path] = request.split(' ');
    const at = MADE_FIRST.indexOf(request);
    const refused = [...MADE_FIRST.slice(0, at), `${request} 413`];
    expect(await run(APPLY, `${method} /${path}=413:1`)).toMatchObject({
      ...{code: 8, stderr: expect.stringContaining(says), sent: refused},
    });
    expect(await run(APPLY)).toMatchObject({code: 0, sent: MADE_FIRST.slice(at)});
  },
);

test('what was added to records of others is taken from them, and who joined their lists stays', async () => {
  await shell().emk('lists create Leads');
  await shell().emk('groups create News --description Ours --display');
  await shell().emk('automations create --name Hello --kind welcome --for list:Leads --group News');
  await shell().emk('contacts create --list Leads --email mine@example.com --country Germany --allow-automations');
  put({
    'lists.yaml': 'lists:\n  - name: Leads\n',
    'groups.yaml': filesOfApply['groups.yaml'] ?? '',
    'senders.yaml': filesOfApply['senders.yaml'] ?? '',
    'automations.yaml':
      automation('    live: true\n', 'One').replace('Staff', 'Leads') +
      automation('    live: true\n', 'New')
        .replace('automations:\n', '')
        .replace('Hello', 'Later')
        .replace('Staff', 'Leads'),
    'contacts/leads.csv': people('p1@example.com,Ulm'),
    'one.html': filesOfApply['one.html'] ?? '',
  });
  expect(await run(APPLY)).toMatchObject({
    code: 0,
    sent: [
      ...['POST unsubscribes-groups/manually-add', 'POST sender/save', 'POST contacts/upload-csv'],
      ...['POST automations/create', 'POST automations/schedule/create', 'POST automations/schedule/create'],
      ...['GET automations/set-live?utr=…', 'GET automations/set-live?utr=…'],
    ],
  });
  expect(await run(DESTROY)).toMatchObject({
    code: 0,
    sent: [
      ...['POST contacts/bulk-delete', 'DELETE automations/schedule/delete?utr=…', 'DELETE automations/delete?utr=…'],
      'DELETE sender/delete?sender_id=1',
      ...[1, 2].map(id => `DELETE unsubscribes-groups/recipients-delete?id=${id}`),
    ],
  });
  expect((await shell().emk('contacts list -o csv --columns email')).stdout).toBe('email\nmine@example.com\n');
});

test('a mailing that went out stays, and is named with its reason', async () => {
  put({...FIRST, 'mailings.yaml': mailing('One', '2026-03-05 09:00:00')});
  expect((await run(APPLY)).code).toBe(0);
  await moveClock(shell().sandbox, '48h');
  const {code, stdout} = await run(DESTROY);
  expect([code, stdout]).toEqual([0, expect.stringContaining('it went out')]);
});

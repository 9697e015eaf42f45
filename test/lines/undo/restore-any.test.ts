/** Delete any records of any kind and restore them: the account has what it had, and restoring again adds nothing. */

import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {samples} from '../../support/random-runs.js';
import {tries} from '../../support/sample.js';
import {type Shell, startShell} from '../../support/shell.js';

/** Whatever looks the same twice: senders, automations with their emails, and emails within one. */
const twice = [
  'CREATE TEMP TABLE two AS SELECT * FROM senders WHERE id = 2',
  ...["UPDATE two SET id = 90, utr = 'x90'", 'INSERT INTO senders SELECT * FROM two'],
  ...["UPDATE two SET id = 91, from_name = 'Other'", 'INSERT INTO senders SELECT * FROM two', 'DROP TABLE two'],
  'CREATE TEMP TABLE two AS SELECT * FROM automation_schedules WHERE automation_id = 1 LIMIT 1',
  ...[90, 91].flatMap(id => [
    `UPDATE two SET id = ${id}, utr = '00000000-0000-4000-8000-0000000000${id}', subject = 'Reminder'`,
    'INSERT INTO automation_schedules SELECT * FROM two',
  ]),
  'DROP TABLE two',
];

/** What can be deleted: a line for each record, by the text of what is listed. */
const kinds: ReadonlyArray<{readonly list: string; readonly columns: string; readonly remove: (id: string) => string}> =
  [
    {
      list: 'senders list',
      columns: 'id,nickname,from_name,from_email,country_id,zip_code,company_address',
      remove: id => `senders delete ${id} --force sender-exists`,
    },
    {
      list: 'notifications list',
      columns: 'id,email_address,email_owner',
      remove: id => `notifications delete ${id}`,
    },
    {
      list: 'segments recipients list 1',
      columns: 'id,email,first_name,last_name',
      remove: id => `segments recipients delete ${id} --segment 1`,
    },
    {
      list: 'contacts list --where email~@',
      columns: 'id,email,first_name,city,custom_field.company_name',
      remove: id => `contacts delete ${id}`,
    },
    {
      list: 'lists list',
      columns: 'id,name',
      remove: id => `lists delete ${id} --force audience-exists --max-delete 100`,
    },
    {
      // What people had in a field goes with it, and so emk says.
      list: 'fields list --where is_reserved=0 --where field_name!=company_name',
      columns: 'id,field_name,field_type',
      remove: id => `fields delete ${id} --force unknown-tag`,
    },
    {
      list: 'groups recipients list 1',
      columns: 'id,email_address',
      remove: id => `groups recipients delete ${id} --group 1`,
    },
    {list: 'unsubscribes list', columns: 'id,email_address', remove: id => `unsubscribes delete ${id}`},
    {
      list: 'automations list',
      columns: 'utr,automation_name,automation_for_table,automation_type,automation_schedule_count',
      remove: id => `automations delete ${id}`,
    },
    {
      list: 'automations emails list Welcome',
      columns: 'utr,subject,sender_id,waiting_period,waiting_type,preview_img',
      remove: id => `automations emails delete ${id} --automation Welcome`,
    },
  ];

const rows = async ({emk}: Shell, {list, columns}: (typeof kinds)[number]): Promise<readonly string[]> =>
  (await emk(`${list} --columns ${columns} -o csv`)).stdout.trim().split('\n').slice(1);

/** An import brings back nobody without an address. Restoring says so. */
const codeFor = (stderr: string): number => (stderr.includes('was rejected') ? 8 : 0);

const hasList = ({folder}: Shell, copy: string): boolean =>
  readFileSync(join(folder, 'state/deleted', `${copy}.jsonl`), 'utf8').includes('{"kind":"lists"');

const withoutId = (row: string): string => row.slice(row.indexOf(',') + 1);

const everything = async (shell: Shell): Promise<object> =>
  Object.fromEntries(
    await Promise.all(kinds.map(async kind => [kind.list, (await rows(shell, kind)).map(withoutId).sort()] as const)),
  );

const services = [
  ['null for nothing', {emptyToNull: 'true'}],
  ['0 and empty texts for nothing', {emptyToNull: 'false'}],
] as const;

describe.each(services)('on a service that stores %s', (_, settings) => {
  test('what is deleted comes back as often as it was there', {tags: ['long']}, async () => {
    const picks = fc.array(fc.tuple(fc.nat({max: kinds.length - 1}), fc.nat({max: 20})), {minLength: 1, maxLength: 5});
    await fc.assert(
      fc.asyncProperty(picks, async some => {
        const shell = await startShell({seed: {kind: 'demo'}, settings});
        try {
          await shell.sandbox.account.store.transaction(db => {
            for (const line of twice) db.run(line);
          });
          await shell.emk('automations duplicate "Birthday"');
          const before = await everything(shell);
          for (const [at, which] of some) {
            const kind = kinds[at] as (typeof kinds)[number];
            const listed = await rows(shell, kind);
            const [id = ''] = (listed[which % Math.max(1, listed.length)] ?? '').split(',');
            // A sender that emails refer to by its id stays.
            if (id === '' || (at === 0 && id === '1')) continue;
            const {code, stderr} = await shell.emk(`${kind.remove(id)} --yes`);
            expect([id, code, stderr]).toEqual([id, 0, stderr]);
          }
          const deleted = join(shell.folder, 'state/deleted');
          const copies = existsSync(deleted) ? readdirSync(deleted).map(name => name.replace('.jsonl', '')) : [];
          // Lists come back first, because others aim at them; then the last deletion, because an email may belong to an
          // automation that was deleted after it.
          const inOrder = copies
            .sort()
            .reverse()
            .sort((one, other) => Number(hasList(shell, other)) - Number(hasList(shell, one)));
          for (const _ of ['once', 'again']) {
            for (const copy of inOrder) {
              const {code, stderr} = await shell.emk(`undo ${copy} --yes --allow-automations --include-unsubscribed`);
              expect([copy, code, stderr]).toEqual([copy, codeFor(stderr), stderr]);
            }
            expect(await everything(shell)).toEqual(before);
          }
        } finally {
          await shell.close();
        }
      }),
      samples(tries(1, 12)),
    );
  });
});

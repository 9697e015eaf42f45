/** Accounts that are unkind on purpose: doubled and empty names, dead references, control characters, YAML syntax. */
import fc from 'fast-check';
import {trim} from '../../../src/records/fields/fold-address.js';
import type {Db, SqlRow} from '../../../src/sandbox/service/behaviour.js';
import {add} from '../../../src/sandbox/service/rows.js';
import {
  automationEmails,
  automations,
  fields,
  groups,
  lists,
  mailings,
  notifications,
  segmentRecipients,
  segments,
  senders,
  unsubscribes,
} from '../../../src/sandbox/service/tables.js';
import {anyCharacter} from '../../support/any-character.js';
import {hostileNames} from '../insight/hostile.js';

const yamlish = [
  '- a',
  '# b',
  'a: b',
  '*x',
  '&y',
  '!z',
  '|',
  '>',
  '"',
  "'",
  '%',
  '@',
  '`',
  '~',
  'null',
  'true',
  '01',
  '1e3',
  '<<',
  '---',
  '...',
  '<<<<<<< HEAD',
  '{a: b}',
  '[1]',
  ' x ',
  'a #b',
  'line\nbreak',
  '\n\nlead',
  'trail \n ',
  '\ttab',
  'type:x',
  'segment:y',
  'Leads',
  'Leads (2)',
  'LEADS',
  '',
  '  ',
  '__proto__',
  'constructor',
  '7',
];

/** Characters that are trimmed, escaped, folded or cut somewhere, next to each other and at the ends. */
const edges = fc.string({
  unit: fc.constantFrom(...'\u0000\u0085\u200b\u200e\u200f\ufeff\u2028\u00ad\r\n\t ab#:-"\'\\()2|>%`*&!~,[]{}=ßİÄ'),
  maxLength: 6,
});

const text = fc.oneof(
  edges,
  fc.constantFrom(...yamlish, ...hostileNames),
  fc.string({unit: anyCharacter, maxLength: 12}),
  fc.lorem({maxCount: 3}),
);
const id = fc.integer({min: 1, max: 5});
const address: fc.Arbitrary<string> = fc.constantFrom(
  'a@x.example',
  'A@x.example',
  'b@x.example',
  'ö@x.example',
  'no address',
  '',
  'c,d@x.example',
);
const flag = fc.integer({min: 0, max: 1});
const target = fc.record({id: id.map(String), table: fc.constantFrom('contacts_', 'segments_')});
const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, {maxLength: 4});

/** The rows of an account, by table. */
export const randomAccount = fc.record({
  types: some(fc.record({name: text})),
  customFields: some(fc.record({field_name: text, field_type: text, is_reserved: fc.constant(0)})),
  groups: some(fc.record({rand_id: fc.constant('1'), group_name: text, description: text, is_display: flag})),
  unsubscribes: some(fc.record({unsubscribe_groups_id: fc.option(id), email_address: address})),
  senders: some(
    fc.record({
      ...{nickname: text, from_name: text, from_email: address, reply_to_email: address, zip_code: text},
      ...{country_id: id, state_id: id, city_id: id, company_address: text, company_address2: text},
      ...{is_verified: flag, utr: fc.constant('u'), send_at: fc.constant(0), verifies_at: fc.constant(null)},
    }),
  ),
  segments: some(
    fc.record({
      ...{contact_type_id: id, segment_name: text, query_type: fc.constant(null)},
      select_field: fc.array(fc.integer({min: 1, max: 20}).map(String)).map(list => JSON.stringify(list)),
      select_operator: fc.array(text, {maxLength: 2}).map(list => JSON.stringify(list)),
      value: fc.array(text, {maxLength: 2}).map(list => JSON.stringify(list)),
    }),
  ),
  people: some(
    fc.record({segment_id: id, contact_id: fc.constant(null), first_name: text, last_name: text, email: address}),
  ),
  automations: some(
    fc.record({
      ...{
        automation_for: id,
        automation_for_table: fc.constantFrom('contacts_', 'segments_', ''),
        automation_name: text,
      },
      ...{
        exit_criteria: fc.constant(0),
        unsubscribe_group_id: fc.oneof(id.map(String), fc.constant('')),
        automation_type: id,
      },
      ...{utr: fc.constant(''), status: flag, live_at: fc.constant(null), live_after: fc.constant(0)},
    }),
  ),
  emails: some(
    fc.record({
      ...{
        automation_id: id,
        sender_id: id,
        template_id: id,
        subject: text,
        waiting_period: fc.integer({min: 0, max: 9}),
      },
      ...{
        waiting_type: text,
        utr: fc.constant(''),
        preview_img: text,
        template_json: text,
        template_html: text,
        done_up_to: fc.constant(0),
      },
    }),
  ),
  sends: some(
    fc.record({
      ...{
        template_id: id,
        sender_id: id,
        unsubscribe_group_id: id,
        single_send_name: text,
        subject: text,
        preheader: text,
      },
      ...{
        from_sender: fc.constant(''),
        reply_to: fc.constant(''),
        sender_name: fc.constant(null),
        sender_address: fc.constant(null),
      },
      ...{
        recipient_id: some(target).map(list => JSON.stringify(list)),
        exclude_specific_recipient_id: some(target).map(list => JSON.stringify(list)),
      },
      ...{
        schedule_type: flag,
        schedule_date: fc.constantFrom('0000-00-00', '2026-05-01'),
        schedule_time: fc.constant('00:00:00'),
      },
      ...{
        status: fc.constantFrom(0, 1, 3),
        utr: fc.constant(''),
        template_json: fc.option(text),
        template_html: fc.option(text),
      },
      ...{
        run: fc.constant(1),
        ready_at: fc.constant(null),
        starts_at: fc.constant(null),
        ends_at: fc.constant(null),
        sent_at: fc.constant(null),
      },
    }),
  ),
  notified: some(fc.record({email_address: address, email_owner: text})),
});

/** A name that the service accepts, however it is written. */
const name = text.filter(each => [...trim(each)].length >= 2);
/** A company's address, of which the service accepts 255 characters. */
const street = name.map(each => [...each].slice(0, 255).join(''));
const known = fc.integer({min: 1, max: 4});
const mailed: fc.Arbitrary<string> = fc.constantFrom('a@x.example', 'b@x.example', 'A@x.example', "o'c+1@x.example");
const four = <T>(of: fc.Arbitrary<T>) => fc.array(of, {minLength: 4, maxLength: 4});

/** The same without what the service would refuse: names are as unkind, but references are valid. */
export const solidAccount = randomAccount.chain(account =>
  fc
    .record({
      names: four(name),
      descriptions: four(name),
      streets: four(street),
      words: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9_]{3,9}$/), {minLength: 2, maxLength: 2}),
      addresses: four(mailed),
      ids: four(known),
      live: fc.constantFrom(0, 1),
    })
    .map(({names, descriptions, streets, words, addresses, ids, live}) => ({
      ...account,
      types: names.map(each => ({name: each})),
      customFields: words.map(each => ({field_name: each, field_type: 'text', is_reserved: 0 as const})),
      groups: names.map((each, at) => ({
        ...{rand_id: '1' as const, group_name: each, description: descriptions[at] ?? '', is_display: at % 2},
      })),
      unsubscribes: addresses.map((email_address, at) => ({
        ...{email_address, unsubscribe_groups_id: at % 2 === 0 ? null : (ids[at] ?? 1)},
      })),
      senders: names.slice(0, 2).map((nickname, at) => ({
        ...{nickname, from_name: descriptions[at] ?? '', from_email: 'n@x.example', reply_to_email: 'r@x.example'},
        ...{zip_code: '', country_id: ids[at] ?? 1, state_id: 0, city_id: 0, company_address: streets[at] ?? ''},
        ...{company_address2: '', is_verified: 1, utr: 'u', send_at: 0, verifies_at: null},
      })),
      segments: [],
      people: [],
      automations: names.slice(0, 3).map((automation_name, at) => ({
        ...{automation_name, automation_for: ids[at] ?? 1, automation_for_table: 'contacts_'},
        ...{exit_criteria: 0, unsubscribe_group_id: String(ids[at] ?? 1), automation_type: 1 + (at % 2)},
        ...{utr: '', status: live, live_at: null, live_after: 0},
      })),
      emails: ids.map((automation_id, at) => ({
        ...{
          automation_id: Math.min(automation_id, 3),
          sender_id: 1 + (at % 2),
          template_id: 1,
          subject: names[at] ?? '',
        },
        ...{waiting_period: at + 1, waiting_type: 'days', utr: '', preview_img: 'p.png', template_json: ''},
        ...{template_html: `<p>${descriptions[at]}</p>`, done_up_to: 0},
      })),
      sends: [],
      notified: addresses.slice(0, 2).map((email_address, at) => ({email_address, email_owner: names[at] ?? ''})),
    })),
);

type RandomAccount = typeof randomAccount extends fc.Arbitrary<infer A> ? A : never;

type Rows = {readonly [table in keyof RandomAccount]: readonly object[]};

/** Replaces an account's content by such an account. */
export function fill(db: Db, account: Rows): void {
  const tables = [
    [lists, account.types],
    [fields, account.customFields],
    [groups, account.groups],
    [unsubscribes, account.unsubscribes],
    [senders, account.senders],
    [segments, account.segments],
    [segmentRecipients, account.people],
    [automations, account.automations],
    [automationEmails, account.emails],
    [mailings, account.sends],
    [notifications, account.notified],
  ] as const;
  for (const [table, rows] of tables) {
    db.run(`DELETE FROM ${table.name}${table === fields ? ' WHERE is_reserved = 0' : ''}`);
    for (const [index, row] of rows.entries()) {
      const id = table === fields ? {} : {id: index + 1};
      const utr = 'utr' in row ? {utr: `utr-${index}`} : {};
      add(db, table, {...id, ...(row as SqlRow), ...utr, created_at: 0, updated_at: 0});
    }
  }
}

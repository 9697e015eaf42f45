import {type Collection, deletionsOf} from '../../api/describe/operation.js';
import type {Loose, Operation, Params, Text, Utr} from '../../api/describe/schema.js';
import automationEmails, {operations as automationEmail} from '../../endpoints/automation-emails.js';
import automations, {operations as automation} from '../../endpoints/automations.js';
import contacts, {operations as contact} from '../../endpoints/contacts.js';
import fields, {operations as field} from '../../endpoints/fields.js';
import groupRecipients from '../../endpoints/group-recipients.js';
import groups, {operations as group} from '../../endpoints/groups.js';
import lists, {operations as contactList} from '../../endpoints/lists.js';
import {operations as locations} from '../../endpoints/locations.js';
import mailings, {operations as mailing} from '../../endpoints/mailings.js';
import notifications, {operations as notification} from '../../endpoints/notifications.js';
import segmentRecipients, {operations as segmentRecipient} from '../../endpoints/segment-recipients.js';
import segments from '../../endpoints/segments.js';
import senders, {operations as sender} from '../../endpoints/senders.js';
import templates from '../../endpoints/templates.js';
import allUnsubscribes from '../../endpoints/unsubscribes.js';
import {trim} from '../../records/fields/fold-address.js';
import {type Entry, type Keys, type KindName, keysFrom} from './keys.js';

/** What the API can do with a record of a kind: `true`, or why it cannot. */
type Can = {readonly create: true | string; readonly update: true | string; readonly delete: true | string};

/** What is known of a record besides its own fields. */
export type Known = {
  /** The name of another record, by id. */
  nameOf(kind: KindName, id: unknown): string | undefined;
  /** The name of a field of contacts, by id. */
  fieldOf(id: string): string;
};

/** One kind of record: all that plan, apply, pull, seed and undo have to know of it. */
type FileKind = {
  readonly collection: Collection;
  /** The key that tells records apart. */
  readonly identity: string;
  /** The keys that a person writes, in their order. */
  readonly keys: Keys;
  readonly can: Can;
  /** The keys that can be changed although the whole record cannot. */
  readonly changeable?: readonly string[];
  /** What makes one record by its form. */
  readonly create?: Operation<Params, Text | Utr, 'creates', undefined>;
  /** Where the records below a record are listed: by which parameter, and under which key they are in files. */
  readonly below?: {readonly of: Collection; readonly by: string; readonly key: string};
  /** The keys that no form writes, or that a record has in another form. */
  readonly entry?: (record: Loose, known: Known) => Entry;
  /** Whether making one mails people. */
  readonly mails?: true;
};

const anything: Can = {create: true, update: true, delete: true};

const body = {
  template_html: {body: 'html', help: 'File of HTML, next to this one; instead of JSON'},
  template_json: {as: 'json', body: 'json', help: 'File of the template as JSON, next to this one; instead of HTML'},
} as const;

const groupKey = {type: 'text', help: 'Group that people can leave', refers: 'groups'} as const;
const senderKey = {type: 'text', help: 'Sender, by nickname', refers: 'senders'} as const;
const templateKey = {type: 'text', help: 'Design template, by name', refers: 'templates'} as const;

const readOnlyTemplates = 'the API can only read design templates';

/** All kinds, in the order of their dependencies: records are made in it, and deleted in the reverse one. */
export const kinds: Readonly<Record<KindName, FileKind>> = {
  lists: {
    collection: lists,
    identity: 'name',
    keys: keysFrom(contactList.create, {name: {}}),
    can: anything,
    create: contactList.create,
  },
  fields: {
    collection: fields,
    identity: 'name',
    keys: keysFrom(field.create, {field_name: {}, field_type: {}}),
    can: {...anything, update: 'the API cannot change the type of a custom field, and a new field would be empty'},
    create: field.create,
  },
  groups: {
    collection: groups,
    identity: 'name',
    keys: {
      ...keysFrom(group.create, {group_name: {}, description: {}, is_display: {}}),
      recipients: {type: 'texts', help: 'Addresses that left the group', address: true, unsubscribes: true},
    },
    can: {...anything, delete: 'the API cannot delete a group'},
    create: group.create,
    below: {of: groupRecipients, by: 'groupId', key: 'recipients'},
  },
  unsubscribes: {
    collection: allUnsubscribes,
    identity: 'email',
    keys: {email: {type: 'text', help: 'Address that gets no mail at all', address: true, unsubscribes: true}},
    can: anything,
  },
  senders: {
    collection: senders,
    identity: 'nickname',
    keys: keysFrom(sender.create, {
      ...{nickname: {}, from_name: {}, from_email: {}, reply_to_email: {}},
      country_id: {type: 'text', place: 'countries', help: 'Country of the company, by name'},
      state_id: {type: 'text', place: 'states', help: 'State of the company, by name'},
      city_id: {type: 'text', place: 'cities', help: 'City of the company, by name'},
      ...{zip_code: {}, company_address: {}, company_address2: {}},
    }),
    can: anything,
    create: sender.create,
    mails: true,
  },
  templates: {
    collection: templates,
    identity: 'name',
    keys: {
      name: {type: 'text', help: 'Name of the template'},
      preview: {type: 'text', help: 'Its preview image, as the service names it'},
      blank: {type: 'flag', help: 'Whether it is the blank template'},
      html: {type: 'text', help: 'File of its HTML, next to this one', body: 'html'},
      json: {type: 'text', help: 'File of its JSON, next to this one', body: 'json'},
    },
    can: {create: readOnlyTemplates, update: readOnlyTemplates, delete: readOnlyTemplates},
    entry: ({preview_image, is_blank, html_code, json_code}) => ({
      preview: textOfValue(preview_image),
      blank: Number(is_blank) === 1,
      html: textOfValue(html_code),
      json: textOfValue(json_code),
    }),
  },
  segments: {
    collection: segments,
    identity: 'name',
    keys: {
      name: {type: 'text', help: 'Name of the segment'},
      list: {type: 'text', help: 'List that it chooses people from', refers: 'lists'},
      fields: {type: 'texts', help: 'Fields that it looks at'},
      operators: {type: 'texts', help: 'How it compares them'},
      values: {type: 'texts', help: 'What it compares them with'},
      recipients: {
        type: 'entries',
        help: 'People in the segment',
        identity: 'email',
        below: keysFrom(segmentRecipient.add, {email: {}, first_name: {}, last_name: {}}),
      },
    },
    can: {
      create: 'the API cannot create a segment',
      update: 'the API cannot change a segment, only add and remove its recipients',
      delete: true,
    },
    changeable: ['recipients'],
    below: {of: segmentRecipients, by: 'segment_id', key: 'recipients'},
    entry: (segment, {nameOf, fieldOf}) => ({
      list: nameOf('lists', segment['contact_type_id']) ?? '',
      fields: texts(segment['select_field']).map(fieldOf),
      operators: texts(segment['select_operator']),
      values: texts(segment['value']),
    }),
  },
  automations: {
    collection: automations,
    identity: 'name',
    keys: {
      ...keysFrom(automation.create, {
        automation_name: {},
        type: {ignored: true},
        automation_for: {},
        unsubscribe_group_id: groupKey,
      }),
      live: {type: 'flag', help: 'Whether it mails people who join its audience'},
      emails: {
        type: 'entries',
        help: 'The emails that it sends',
        identity: 'subject',
        below: keysFrom(automationEmail.add, {
          subject: {},
          sender_id: senderKey,
          ...{waiting_period: {}, waiting_type: {}, preview_img: {}},
          template_id: templateKey,
          ...body,
        }),
      },
    },
    can: {...anything, update: 'the API cannot change an automation, only its emails and whether it is live'},
    changeable: ['live', 'emails'],
    create: automation.create,
    below: {of: automationEmails, by: 'utr', key: 'emails'},
    entry: (one, {nameOf}) => ({
      // The form's words for the record's numbers, in the service's order.
      kind: ['', 'welcome', 'custom'][Number(one['automation_type'])] ?? '',
      for: audienceName(`${textOfValue(one['automation_for_table'])}${textOfValue(one['automation_for'])}`, nameOf),
      live: Number(one['status']) === 1,
    }),
  },
  mailings: {
    collection: mailings,
    identity: 'name',
    keys: {
      ...keysFrom(mailing.create, {
        ...{single_send_name: {}, subject: {}, preheader: {}},
        sender_id: senderKey,
        unsubscribe_group_id: groupKey,
        recipient_id: {help: 'Who gets it: list:<name> or segment:<name>'},
        exclude_specific_recipient_id: {help: 'Who does not get it, in the same form'},
        template_id: templateKey,
        ...body,
      }),
      at: {
        type: 'text',
        help: "When it goes out, on the account's clock: YYYY-MM-DD HH:MM:SS",
        limits: {pattern: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, says: 'must look like 2030-05-01 09:00:00'},
      },
    },
    can: anything,
    entry: one => ({
      at:
        Number(one['schedule_type']) === 1
          ? `${textOfValue(one['schedule_date'])} ${textOfValue(one['schedule_time'])}`
          : '',
    }),
    mails: true,
  },
  notifications: {
    collection: notifications,
    identity: 'email',
    keys: keysFrom(notification.add, {email_address: {}, email_owner: {}}),
    can: {...anything, update: 'the API can only add and delete them'},
    create: notification.add,
  },
};

const collections = Object.values(kinds).flatMap(({collection, below}) => [collection, ...(below ? [below.of] : [])]);

/** All that is read from an account. */
export const readsOfAccount: readonly Operation[] = [
  ...collections.map(({list}) => list),
  ...[field.reserved, locations.all, contact.list],
];

/** All that an apply may send. */
export const callsOfApply: readonly Operation[] = [
  ...readsOfAccount,
  ...collections.flatMap(({operations}) => Object.values(operations)),
  ...[contact.upload, contact.update, ...deletionsOf(contacts)],
];

/** The kinds that the records of a kind refer to. */
export const refersTo = (kind: KindName): ReadonlySet<KindName> => new Set(referred(kinds[kind].keys));

const referred = (keys: Keys): readonly KindName[] =>
  Object.values(keys).flatMap(({refers, below}): readonly KindName[] => [
    ...(refers === 'audience' ? (['lists', 'segments'] as const) : refers ? [refers] : []),
    ...(below ? referred(below) : []),
  ]);

/** A value of the service as text: null is empty, and half a character, which no file can hold, is replaced. */
export const textOfValue = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object'
    ? ''
    : trim(String(value).replace(/\p{Surrogate}/gu, '\ufffd'));

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.map(textOfValue) : []);

/** An audience by name, as for `--to`; empty if the list no longer exists. */
export function audienceName(audience: string, nameOf: Known['nameOf']): string {
  const [, table, id] = /^(contacts|segments)_(.+)$/s.exec(audience) ?? [];
  const name = nameOf(table === 'segments' ? 'segments' : 'lists', id);
  return name === undefined ? '' : `${table === 'segments' ? 'segment' : 'list'}:${name}`;
}

import type {Collection} from '../../api/describe/collection.js';
import {operations as automationEmail} from '../../endpoints/automation-emails.js';
import automations, {operations as automation} from '../../endpoints/automations.js';
import fields, {operations as field} from '../../endpoints/fields.js';
import groups, {operations as group} from '../../endpoints/groups.js';
import lists, {operations as contactList} from '../../endpoints/lists.js';
import mailings, {operations as mailing} from '../../endpoints/mailings.js';
import notifications, {operations as notification} from '../../endpoints/notifications.js';
import {operations as segmentRecipient} from '../../endpoints/segment-recipients.js';
import segments from '../../endpoints/segments.js';
import senders, {operations as sender} from '../../endpoints/senders.js';
import templates from '../../endpoints/templates.js';
import allUnsubscribes from '../../endpoints/unsubscribes.js';
import {type Identity, IN_ORDER, isUnordered, type Keys, type KindName, keysFrom} from './shape.js';

/** What the API can do with a record of a kind: `true`, or why it cannot. */
type Can = {readonly create: true | string; readonly update: true | string; readonly delete: true | string};

/** One kind of record: its keys in order, the key that identifies records, and what can be done with it. */
type Kind = {
  readonly collection: Collection;
  readonly identity: string;
  readonly keys: Keys;
  readonly can: Can;
  /** The keys that can be changed although the whole record cannot. */
  readonly changeable?: readonly string[];
  /** The comment at the top of its file. */
  readonly about: string;
};

const anything: Can = {create: true, update: true, delete: true};

const body = {
  template_html: {body: 'html', help: 'File of HTML, next to this one; instead of JSON'},
  template_json: {as: 'json', body: 'json', help: 'File of the template as JSON, next to this one; instead of HTML'},
} as const;

const groupKey = {type: 'text', help: 'Group that people can leave', refers: 'groups'} as const;
const senderKey = {type: 'text', help: 'Sender, by nickname', refers: 'senders'} as const;
const templateKey = {type: 'text', help: 'Design template, by name', refers: 'templates'} as const;
const recipientsHelp = 'Addresses that left the group';

const readOnlyTemplates = 'the API can only read design templates';

export const kinds: Readonly<Record<KindName, Kind>> = {
  lists: {
    collection: lists,
    identity: 'name',
    keys: keysFrom(contactList.create, {name: {}}),
    can: anything,
    about: 'The lists of the account. A new name is a new list.',
  },
  fields: {
    collection: fields,
    identity: 'name',
    keys: keysFrom(field.create, {field_name: {}, field_type: {}}),
    can: {...anything, update: 'the API cannot change the type of a custom field, and a new field would be empty'},
    about: 'The custom fields of a contact.',
  },
  groups: {
    collection: groups,
    identity: 'name',
    keys: {
      ...keysFrom(group.create, {group_name: {}, description: {}, is_display: {}}),
      recipients: {type: 'texts', help: recipientsHelp, address: true, unsubscribes: true},
    },
    can: {...anything, delete: 'the API cannot delete a group'},
    about: 'The groups, each with the addresses that left it.',
  },
  unsubscribes: {
    collection: allUnsubscribes,
    identity: 'email',
    keys: {email: {type: 'text', help: 'Address that gets no mail at all', address: true, unsubscribes: true}},
    can: anything,
    about: 'The addresses that get no mail at all.',
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
    about: 'The senders. The files do not say whether one is verified.',
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
    about: 'The design templates, to look at: the API can only read them.',
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
    about: 'The segments. The API cannot create or change them: only their recipients can be added and removed here.',
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
    about: 'The automations and the emails they send.',
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
    about: 'The mailings that have not gone out: drafts, and those with a time (at).',
  },
  notifications: {
    collection: notifications,
    identity: 'email',
    keys: keysFrom(notification.add, {email_address: {}, email_owner: {}}),
    can: {...anything, update: 'the API can only add and delete them'},
    about: 'The addresses that are stored for notifications.',
  },
};

/** The key that identifies the entries of each list in a kind's file. */
export const identityIn =
  (kind: KindName): Identity =>
  listKey => {
    if (listKey === kind) return kinds[kind].identity;
    const key = kinds[kind].keys[listKey];
    return key === undefined || isUnordered(key) ? key?.identity : IN_ORDER;
  };

import type {Loose} from '../../api/describe/schema.js';
import {foldAddress} from '../../csv/columns/fold-address.js';
import {audienceOf} from '../../endpoints/audience.js';
import {trim} from '../../records/fields/trim.js';
import {compareUnits} from '../../words/compare-units.js';
import type {KindName} from '../kinds/kind-names.js';
import type {Entry} from '../kinds/shape.js';

/** What the records of an account know about each other, by id. */
export type RecordNames = {
  nameOf(kind: KindName, id: unknown): string | undefined;
  placeOf(kind: 'countries' | 'states' | 'cities', id: unknown): string;
  fieldOf(id: string): string;
};

/** What else an entry is made from: the record's name in files, and the records below it. */
type Own = RecordNames & {readonly name: string; readonly children: readonly Loose[]};

/** A value of the service as text: null is empty, and half a character, which no file can hold, is replaced. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object'
    ? ''
    : trim(String(value).replace(/\p{Surrogate}/gu, '\ufffd'));

/** How to write a record of each kind in a file. Each value has the form that its command accepts. */
export const toEntry: Readonly<Record<KindName, (record: Loose, own: Own) => Entry>> = {
  'contact-types': (_, {name}) => ({name}),

  fields: ({field_type}, {name}) => ({name, type: textOf(field_type)}),

  'unsubscribe-groups': ({description, is_display}, {name, children}) => ({
    name,
    description: textOf(description),
    display: isYes(is_display),
    recipients: onceByAddress(children, 'email_address').map(({email_address}) => textOf(email_address)),
  }),

  unsubscribers: (_, {name}) => ({email: name}),

  senders: (sender, {name, placeOf}) => ({
    nickname: name,
    'from-name': textOf(sender['from_name']),
    'from-email': textOf(sender['from_email']),
    'reply-to': textOf(sender['reply_to_email']),
    country: placeOf('countries', sender['country_id']),
    state: placeOf('states', sender['state_id']),
    city: placeOf('cities', sender['city_id']),
    'zip-code': textOf(sender['zip_code']),
    'company-address': textOf(sender['company_address']),
    'company-address2': textOf(sender['company_address2']),
  }),

  templates: ({preview_image, is_blank, html_code, json_code}, {name}) => ({
    name,
    preview: textOf(preview_image),
    blank: isYes(is_blank),
    html: textOf(html_code),
    json: textOf(json_code),
  }),

  segments: (segment, {name, nameOf, fieldOf, children}) => ({
    name,
    type: nameOf('contact-types', segment['contact_type_id']) ?? '',
    fields: texts(segment['select_field']).map(fieldOf),
    operators: texts(segment['select_operator']),
    values: texts(segment['value']),
    recipients: onceByAddress(children, 'email').map(({email, first_name, last_name}) => ({
      email: textOf(email),
      'first-name': textOf(first_name),
      'last-name': textOf(last_name),
    })),
  }),

  automations: (automation, {name, children, ...known}) => ({
    name,
    type: automationTypes[Number(automation['automation_type'])] ?? '',
    for: targetName(`${textOf(automation['automation_for_table'])}${textOf(automation['automation_for'])}`, known),
    group: known.nameOf('unsubscribe-groups', automation['unsubscribe_group_id']) ?? '',
    live: isYes(automation['status']),
    emails: children.map(email => emailEntry(email, known)),
  }),

  'single-sends': (send, {name, ...known}) => ({
    name,
    subject: textOf(send['subject']),
    preheader: textOf(send['preheader']),
    from: known.nameOf('senders', send['sender_id']) ?? '',
    group: known.nameOf('unsubscribe-groups', send['unsubscribe_group_id']) ?? '',
    to: targetNames(send['recipient_id'], known),
    except: targetNames(send['exclude_specific_recipient_id'], known),
    ...emailKeys(send, known),
    at: Number(send['schedule_type']) === 1 ? `${textOf(send['schedule_date'])} ${textOf(send['schedule_time'])}` : '',
  }),

  'notification-recipients': ({email_owner}, {name}) => ({email: name, owner: textOf(email_owner)}),
};

/** The form's words for the record's numbers, in the service's order. */
const automationTypes = ['', 'welcome', 'custom'];

type Naming = Pick<RecordNames, 'nameOf'>;

const emailEntry = (email: Loose, known: Naming): Entry => ({
  subject: textOf(email['subject']),
  from: known.nameOf('senders', email['sender_id']) ?? '',
  wait: Number(email['waiting_period']) || 0,
  unit: textOf(email['waiting_type']),
  preview: textOf(email['preview_img']),
  ...emailKeys(email, known),
});

const emailKeys = (mail: Loose, {nameOf}: Naming) => ({
  template: nameOf('templates', mail['template_id']) ?? '',
  html: textOf(mail['template_html']),
  json: textOf(mail['template_json']),
});

const targetNames = (targets: unknown, known: Naming): readonly string[] =>
  sortedOnce(audienceOf(targets).map(target => targetName(target, known)));

/** An audience by name, as for `--to`; empty if the list no longer exists. */
function targetName(target: string, {nameOf}: Naming): string {
  const [, table, id] = /^(contacts|segments)_(.+)$/s.exec(target) ?? [];
  const name = nameOf(table === 'segments' ? 'segments' : 'contact-types', id);
  return name === undefined ? '' : `${table === 'segments' ? 'segment' : 'type'}:${name}`;
}

const isYes = (value: unknown): boolean => Number(value) === 1;

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.map(textOf) : []);

const sortedOnce = (some: readonly string[]): string[] =>
  [...new Set(some.filter(text => text !== ''))].sort(compareUnits);

/** The rows of a list, with each address once: two rows with one address are one person. */
const onceByAddress = (people: readonly Loose[], field: string): readonly Loose[] =>
  [...new Map(people.map(person => [foldAddress(textOf(person[field])), person] as const)).entries()]
    .filter(([address]) => address !== '')
    .sort(([one], [other]) => compareUnits(one, other))
    .map(([, person]) => person);

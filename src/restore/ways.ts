import type {Loose, Operation, Params, Source, Text, Utr} from '../api/describe/schema.js';
import type {KeptKind} from '../commands/keeping/keeping.js';
import schedules, {operations as schedule} from '../endpoints/automation-schedules.js';
import automations, {operations as automation} from '../endpoints/automations.js';
import contactTypes, {operations as contactType} from '../endpoints/contact-types.js';
import fields, {operations as field} from '../endpoints/fields.js';
import notificationRecipients, {operations as notification} from '../endpoints/notification-recipients.js';
import segmentRecipients, {operations as segmentRecipient} from '../endpoints/segment-recipients.js';
import senders, {operations as sender} from '../endpoints/senders.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {lowerTrimmed} from '../words/letters.js';

/** How to create records of a kind again: the operation, and how to recognise an existing one. */
export type Way = {
  readonly of: Source;
  readonly operation: Operation<Params, Text | Utr, 'creates'>;
  /** Its name in its list; records with one name are the same to people. */
  readonly nameOf: (record: Loose) => string;
  /** Values of the form that the record has under another name, or in another form. */
  readonly adapt?: (record: Loose) => Loose;
};

const text = (value: unknown): string => String(value ?? '');
const addressIn = (name: string) => (record: Loose) => foldAddress(text(record[name]));
const byField = (name: string) => (record: Loose) => lowerTrimmed(text(record[name]));

/** The kinds whose records are created again one by one. */
export type CreatedAgain = Exclude<
  KeptKind,
  'contacts' | 'segments' | 'single-sends' | 'unsubscribers' | 'unsubscribe-groups recipients'
>;

/** How to create each kind, in an order where records come after what they refer to. */
export const ways: Readonly<Record<CreatedAgain, Way>> = {
  'contact-types': {of: contactTypes, operation: contactType.create, nameOf: byField('name')},
  fields: {of: fields, operation: field.create, nameOf: byField('field_name')},
  senders: {of: senders, operation: sender.create, nameOf: byField('nickname')},
  'notification-recipients': {
    of: notificationRecipients,
    operation: notification.add,
    nameOf: addressIn('email_address'),
  },
  'segments recipients': {of: segmentRecipients, operation: segmentRecipient.add, nameOf: addressIn('email')},
  automations: {
    of: automations,
    operation: automation.create,
    nameOf: byField('automation_name'),
    adapt: ({automation_type, automation_for_table: table, automation_for, unsubscribe_group_id: group}) => ({
      type: Number(automation_type) === 1 ? 'welcome' : 'custom',
      automation_for: `${text(table)}${text(automation_for)}`,
      unsubscribe_group_id: group === null ? null : Number(group),
    }),
  },
  'automations schedules': {of: schedules, operation: schedule.add, nameOf: byField('subject')},
};

/** A record in the form of the request that creates it. */
export function formOf({operation, adapt}: Way, record: Loose): Loose {
  const values = {...record, ...adapt?.(record)};
  const given = Object.entries(operation.params).filter(
    ([name, {from}]) => !isNothing(values[name], from !== undefined),
  );
  return Object.fromEntries(given.map(([name]) => [name, values[name]]));
}

/** Whether a record has no value for a field. Some services write the id 0 where it refers to nothing, such as no state. */
const isNothing = (value: unknown, refers: boolean): boolean =>
  value === undefined || value === null || value === '' || (refers && Number(value) === 0);

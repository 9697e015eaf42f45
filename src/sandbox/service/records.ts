import {operations as fieldOperations, reservedFields} from '../../endpoints/fields.js';
import {operations as groupRecipientOperations} from '../../endpoints/group-recipients.js';
import {operations as groupOperations} from '../../endpoints/groups.js';
import {operations as listOperations} from '../../endpoints/lists.js';
import {operations as locationOperations} from '../../endpoints/locations.js';
import {operations as notificationOperations} from '../../endpoints/notifications.js';
import {operations as segmentRecipientOperations} from '../../endpoints/segment-recipients.js';
import {operations as segmentOperations} from '../../endpoints/segments.js';
import {operations as senderOperations} from '../../endpoints/senders.js';
import {documentedTags, operations as templateOperations} from '../../endpoints/templates.js';
import {operations as unsubscribeOperations} from '../../endpoints/unsubscribes.js';
import {type Asked, type Behaviour, type Behaviours, done, notFound, type Outcome, type SqlRow} from './behaviour.js';
import {idInForm, rowOf, splitAddresses, textInForm} from './forms.js';
import {hasLeft} from './people.js';
import {cities, countries, states} from './places.js';
import {addNow, change, digitsFrom, find, listed, nextUtr, remove} from './rows.js';
import {durations} from './settings.js';
import * as tables from './tables.js';
import {recordNamed, usual} from './usual.js';

/** Lists of contacts, which go with them. */
const listBehaviours: Behaviours = {
  ...usual(tables.lists, listOperations),
  [listOperations.delete.route]: asked => {
    const {db, now, settings} = asked;
    const id = idInForm(asked, 'contact_type_id');
    if (remove(asked, tables.lists, [id]) === 0) return notFound;
    if (settings.typeDeletion === 'alone') return done;
    const those = 'contact_type_id = ? AND deleted_at IS NULL';
    db.run(`DELETE FROM segment_recipients WHERE contact_id IN (SELECT id FROM contacts WHERE ${those})`, [id]);
    const time = now.getTime();
    db.run(`UPDATE contacts SET deleted_at = ?, updated_at = ? WHERE ${those}`, [time, time, id]);
    return done;
  },
};

/** Reserved fields, which every account has, and custom ones. */
const fieldBehaviours: Behaviours = {
  ...usual(tables.fields, {delete: fieldOperations.delete, list: fieldOperations.custom}, {where: 'is_reserved = 0'}),
  ...usual(tables.fields, {list: fieldOperations.reserved}, {where: 'is_reserved = 1'}),
  [fieldOperations.create.route]: asked => {
    const name = textInForm(asked, 'field_name');
    if (reservedFields.some(reserved => reserved === name.toLowerCase()))
      return {errors: {field_name: ['The selected field name is invalid.']}};
    if (find(asked.db, tables.fields, 'field_name', name))
      return {errors: {field_name: ['The field name has already been taken.']}};
    addNow(asked, tables.fields, {...rowOf(asked, asked.operation), is_reserved: 0});
    return done;
  },
};

const listedWithin =
  (table: tables.Table, parent: tables.Table, column: string): Behaviour =>
  asked => {
    const within = recordNamed(asked, parent);
    return within ? {records: listed(asked, table, {where: `${column} = ?`, values: [within.id]})} : notFound;
  };

/** Unsubscribe groups, which are kinds of mail that people can leave, and their recipients. */
const groupBehaviours: Behaviours = {
  ...usual(tables.groups, groupOperations, {more: ({db}) => ({rand_id: digitsFrom(nextUtr(db))})}),
  ...usual(tables.unsubscribes, groupRecipientOperations, {where: 'unsubscribe_groups_id IS NOT NULL'}),
  [groupRecipientOperations.list.route]: listedWithin(tables.unsubscribes, tables.groups, 'unsubscribe_groups_id'),
  [groupRecipientOperations.add.route]: asked => {
    const group = recordNamed(asked, tables.groups);
    return group ? unsubscribe(asked, group.id) : notFound;
  },
};

/** People who unsubscribed, from all mail or, with a group's id in the row, from that group's. */
const unsubscribeBehaviours: Behaviours = {
  ...usual(tables.unsubscribes, unsubscribeOperations),
  [unsubscribeOperations.list.route]: asked => {
    const where = asked.settings.globalList === 'everyone' ? 'TRUE' : 'unsubscribe_groups_id IS NULL';
    return {records: listed(asked, tables.unsubscribes, {where})};
  },
  [unsubscribeOperations.add.route]: asked => unsubscribe(asked, null),
};

/** Unsubscribes addresses from a group's mail or, without a group, from all mail. No address gets a second row. */
function unsubscribe(asked: Asked, group: number | null): Outcome {
  for (const address of splitAddresses(textInForm(asked, 'email_address')))
    if (!hasLeft(asked.db, address, group))
      addNow(asked, tables.unsubscribes, {unsubscribe_groups_id: group, email_address: address});
  return done;
}

/** Segments, which the API cannot create, and the people in them. */
const segmentBehaviours: Behaviours = {
  ...usual(tables.segments, segmentOperations),
  ...usual(tables.segmentRecipients, segmentRecipientOperations),
  [segmentRecipientOperations.list.route]: listedWithin(tables.segmentRecipients, tables.segments, 'segment_id'),
  [segmentRecipientOperations.add.route]: asked => {
    const segment = recordNamed(asked, tables.segments);
    if (!segment) return notFound;
    const contact = asked.db.get<{id: number}>(
      'SELECT id FROM contacts WHERE email = ? AND +contact_type_id = ? AND deleted_at IS NULL ORDER BY id',
      [textInForm(asked, 'email'), Number(segment['contact_type_id'])],
    );
    addNow(asked, tables.segmentRecipients, {...rowOf(asked, asked.operation), contact_id: contact?.id ?? null});
    return done;
  },
};

/** The times when the mail that verifies a sender is sent and when its link is clicked. */
const verification = ({now}: Asked): SqlRow => ({
  send_at: now.getTime(),
  verifies_at: now.getTime() + durations.verify,
});

/** Senders, and the mail that verifies their addresses. */
const senderBehaviours: Behaviours = {
  ...usual(tables.senders, senderOperations, {
    more: asked => ({...verification(asked), is_verified: 0, utr: nextUtr(asked.db)}),
  }),
  [senderOperations.resendMail.route]: asked => {
    const sender = recordNamed(asked, tables.senders);
    if (!sender || sender['is_verified'] === 1) return notFound;
    change(asked.db, tables.senders, sender.id, verification(asked));
    return done;
  },
};

/** The records whose behaviour follows from their operations, but for what stands here. */
export const recordBehaviours: Behaviours = {
  ...listBehaviours,
  ...fieldBehaviours,
  ...groupBehaviours,
  ...unsubscribeBehaviours,
  ...segmentBehaviours,
  ...senderBehaviours,
  ...usual(tables.templates, {list: templateOperations.list}),
  ...usual(tables.notifications, notificationOperations),
  [templateOperations.tags.route]: () => ({value: documentedTags}),
  [locationOperations.all.route]: () => ({value: {countries, states, cities}}),
};

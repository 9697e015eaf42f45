import {operations as fieldOperations, reservedFields} from '../../endpoints/fields.js';
import {operations as groupRecipientOperations} from '../../endpoints/group-recipients.js';
import {operations as groupOperations} from '../../endpoints/groups.js';
import {operations as listOperations} from '../../endpoints/lists.js';
import {operations as notificationOperations} from '../../endpoints/notifications.js';
import {operations as segmentRecipientOperations} from '../../endpoints/segment-recipients.js';
import {operations as segmentOperations} from '../../endpoints/segments.js';
import {operations as senderOperations} from '../../endpoints/senders.js';
import {documentedTags, operations as templateOperations} from '../../endpoints/templates.js';
import {operations as unsubscribeOperations} from '../../endpoints/unsubscribes.js';
import {type Asked, done, gives, lists, notFound, notFoundInLowerCase, type Row, refuses} from './behaviour.js';
import {areEmails, checked, idOf, isInteger, names, rowOf, rulesOf, splitAddresses, textOf, toId} from './forms.js';
import {hasLeft} from './people.js';
import {cities, countryById, states} from './places.js';
import {addNow, change, digitsFrom, exists, find, listed, nextUtr, remove} from './rows.js';
import {durations} from './settings.js';
import * as tables from './tables.js';
import {type Behaviours, usual} from './usual.js';

/** Lists of contacts. The documentation shows the complaints of another form for an unknown one. */
const listBehaviours: Behaviours = {
  ...usual(tables.lists, listOperations, {
    unknown: refuses({
      field_name: ['The field name field is required.'],
      field_type: ['The field type field is required.'],
    }),
  }),
  [listOperations.delete.route]: asked => {
    const {db, now, settings} = asked;
    const id = idOf(asked, 'contact_type_id');
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
  [fieldOperations.create.route]: checked(rulesOf(fieldOperations.create), asked => {
    const name = textOf(asked, 'field_name');
    if (reservedFields.some(reserved => reserved === name.toLowerCase()))
      return refuses({field_name: ['The selected field name is invalid.']});
    if (find(asked.db, tables.fields, 'field_name', name))
      return refuses({field_name: ['The field name has already been taken.']});
    addNow(asked, tables.fields, {...rowOf(asked, fieldOperations.create), is_reserved: 0});
    return done;
  }),
};

/** Unsubscribe groups, which are kinds of mail that people can leave, and their recipients. */
const groupBehaviours: Behaviours = {
  ...usual(tables.groups, groupOperations, {more: ({db}) => ({rand_id: digitsFrom(nextUtr(db))})}),
  ...usual(tables.unsubscribes, groupRecipientOperations, {where: 'unsubscribe_groups_id IS NOT NULL'}),
  [groupRecipientOperations.add.route]: checked(
    {unsubscribe_groups_id: [isInteger], email_address: [areEmails]},
    asked => {
      const id = idOf(asked, 'unsubscribe_groups_id');
      if (!exists(asked.db, tables.groups, id)) return notFound;
      unsubscribe(asked, id);
      return done;
    },
  ),
  [groupRecipientOperations.list.route]: asked => {
    const id = idOf(asked, 'groupId');
    if (!exists(asked.db, tables.groups, id)) return notFound;
    return lists(listed(asked, tables.unsubscribes, {where: 'unsubscribe_groups_id = ?', values: [id]}));
  },
};

/** People who unsubscribed, from all mail or, with a group's id in the row, from that group's. */
const unsubscribeBehaviours: Behaviours = {
  ...usual(tables.unsubscribes, unsubscribeOperations),
  [unsubscribeOperations.list.route]: asked => {
    const where = asked.settings.globalList === 'everyone' ? 'TRUE' : 'unsubscribe_groups_id IS NULL';
    return lists(listed(asked, tables.unsubscribes, {where}));
  },
  [unsubscribeOperations.add.route]: checked({email_address: [areEmails]}, asked => {
    unsubscribe(asked, null);
    return done;
  }),
};

/** Unsubscribes addresses from a group's mail or, without a group, from all mail. No address gets a second row. */
function unsubscribe(asked: Asked, group: number | null): void {
  for (const address of splitAddresses(textOf(asked, 'email_address')))
    if (!hasLeft(asked.db, address, group))
      addNow(asked, tables.unsubscribes, {unsubscribe_groups_id: group, email_address: address});
}

/** Segments, which the API cannot create, and the people in them. */
const segmentBehaviours: Behaviours = {
  ...usual(tables.segments, segmentOperations),
  ...usual(tables.segmentRecipients, {delete: segmentRecipientOperations.delete}),
  [segmentRecipientOperations.list.route]: asked => {
    const id = idOf(asked, 'segment_id');
    if (!exists(asked.db, tables.segments, id)) return notFoundInLowerCase;
    return lists(listed(asked, tables.segmentRecipients, {where: 'segment_id = ?', values: [id]}));
  },
  [segmentRecipientOperations.add.route]: checked(rulesOf(segmentRecipientOperations.add), asked => {
    const segment = find(asked.db, tables.segments, 'id', idOf(asked, 'segment_id'));
    if (!segment) return notFound;
    const contact = asked.db.get<{id: number}>(
      'SELECT id FROM contacts WHERE email = ? AND +contact_type_id = ? AND deleted_at IS NULL ORDER BY id',
      [textOf(asked, 'email'), Number(segment['contact_type_id'])],
    );
    const row = {...rowOf(asked, segmentRecipientOperations.add), contact_id: contact?.id ?? null};
    addNow(asked, tables.segmentRecipients, row);
    return done;
  }),
};

/** The times when the mail that verifies a sender is sent and when its link is clicked. */
const verification = ({now}: Asked): Row => ({
  send_at: now.getTime(),
  verifies_at: now.getTime() + durations.verify,
});

const isPlace = (isThere: (id: number) => boolean) => [isInteger, names((_, value) => isThere(toId(value)))];

/** Senders, and the mail that verifies their addresses. */
const senderBehaviours: Behaviours = {
  ...usual(tables.senders, senderOperations, {
    own: {
      country_id: isPlace(id => countryById(id) !== undefined),
      state_id: isPlace(id => states[id - 1] !== undefined),
      city_id: isPlace(id => cities[id - 1] !== undefined),
    },
    more: asked => ({...verification(asked), is_verified: 0, utr: nextUtr(asked.db)}),
    shown:
      ({settings}) =>
      row => {
        const place = (name: string): unknown => row[name] ?? (settings.noPlace === '0' ? 0 : null);
        return {...row, state_id: place('state_id'), city_id: place('city_id')};
      },
  }),
  [senderOperations.resendMail.route]: asked => {
    const sender = find(asked.db, tables.senders, 'id', idOf(asked, 'sender_id'));
    if (!sender || sender['is_verified'] === 1) return notFound;
    change(asked.db, tables.senders, sender.id, verification(asked));
    return done;
  },
};

/** Design templates, and the tags that they can use. */
const templateBehaviours: Behaviours = {
  [templateOperations.list.route]: asked =>
    asked.db.get('SELECT 1 FROM templates') === undefined ? notFound : lists(listed(asked, tables.templates)),
  [templateOperations.tags.route]: () => gives(documentedTags),
};

/** The records whose behaviour follows from their operations, but for what stands here. */
export const recordBehaviours: Behaviours = {
  ...listBehaviours,
  ...fieldBehaviours,
  ...groupBehaviours,
  ...unsubscribeBehaviours,
  ...segmentBehaviours,
  ...senderBehaviours,
  ...templateBehaviours,
  ...usual(tables.notifications, notificationOperations),
};

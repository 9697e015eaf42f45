import {routeNames} from '../../../api/describe/route.js';
import type {Operation} from '../../../api/describe/schema.js';
import {operations as fieldOperations, reservedFields} from '../../../endpoints/fields.js';
import {operations as groupRecipientOperations} from '../../../endpoints/group-recipients.js';
import {operations as groupOperations} from '../../../endpoints/groups.js';
import {operations as listOperations} from '../../../endpoints/lists.js';
import {operations as notificationOperations} from '../../../endpoints/notifications.js';
import {operations as segmentRecipientOperations} from '../../../endpoints/segment-recipients.js';
import {operations as segmentOperations} from '../../../endpoints/segments.js';
import {operations as senderOperations} from '../../../endpoints/senders.js';
import {documentedTags, operations as templateOperations} from '../../../endpoints/templates.js';
import {operations as unsubscribeOperations} from '../../../endpoints/unsubscribes.js';
import {
  type Asked,
  type Behaviour,
  done,
  gives,
  lists,
  notFound,
  notFoundInLowerCase,
  type Outcome,
  type Row,
  refuses,
} from '../behaviour.js';
import {digitsFrom, nextUtr} from '../chance.js';
import {addressesOf, changedBy, idOf, itemsOf, textOf, toId} from '../form/input.js';
import {areEmails, checked, isInteger, isList, names, type Rules, rowOf, rulesOf} from '../form/rules.js';
import {hasLeft} from '../life/people.js';
import {cities, countryById, states} from '../places/locations.js';
import {durations} from '../settings.js';
import {
  addNow,
  change,
  changeNow,
  exists,
  type Field,
  find,
  listed,
  moment,
  remove,
  type Stored,
  type Table,
  withStamps,
} from '../tables/table.js';
import * as tables from '../tables/tables.js';

type Behaviours = Readonly<Record<string, Behaviour>>;

/** What is particular about the records of a table; the rest follows from their operations. */
type Particulars = {
  /** Rules of its form that need the account. */
  readonly own?: Rules;
  /** What a new row holds besides the form. */
  readonly more?: (asked: Asked) => Row;
  readonly show?: (row: Stored, asked: Asked) => object;
  readonly also?: readonly Field[];
  /** Which rows of the table these are. */
  readonly where?: string;
  readonly unknown?: Outcome;
};

/** A table's operations by their usual names: list, create or add, details, update, delete, bulkDelete. */
function usual(
  table: Table,
  operations: {readonly [name: string]: Operation},
  {own = {}, more = () => ({}), show = row => withStamps(row), also = [], where, unknown = notFound}: Particulars = {},
): Behaviours {
  const add = (operation: Operation): Behaviour =>
    checked(rulesOf(operation, own), asked => {
      addNow(asked, table, {...rowOf(asked, operation), ...more(asked)});
      return done;
    });
  const ways: {readonly [name: string]: (operation: Operation, key: string) => Behaviour} = {
    list: () => asked =>
      lists(listed(asked, table, {also, ...(where !== undefined && {where})}, row => show(row, asked))),
    create: add,
    add,
    details: (_, key) => asked => {
      const row = find(asked.db, table, 'id', idOf(asked, key));
      return row ? gives(show(row, asked)) : unknown;
    },
    update: (operation, key) =>
      checked(rulesOf(operation, own), asked => {
        const row = changedBy(asked, rowOf(asked, operation, key));
        return changeNow(asked, table, idOf(asked, key), row) ? done : notFound;
      }),
    delete: (_, key) => asked => (remove(asked, table, [idOf(asked, key)], where) > 0 ? done : notFound),
    bulkDelete: () =>
      ofMany(asked => (remove(asked, table, itemsOf(asked, 'strIds').map(toId), where) > 0 ? done : notFound)),
  };
  return Object.fromEntries(
    Object.entries(operations).flatMap(([name, operation]) => {
      const way = ways[name];
      return way ? [[operation.route, way(operation, keyOf(operation))]] : [];
    }),
  );
}

/** The parameter that names the record: the one of the route, or the first of the form. */
const keyOf = (operation: Operation): string => routeNames(operation)[0] ?? Object.keys(operation.params)[0] ?? '';

/** A behaviour for many records at once, which the form must name in an array. */
export const ofMany = (behaviour: Behaviour): Behaviour => checked({strIds: [isList]}, behaviour);

/** Lists of contacts. The documentation shows the complaints of another form for an unknown one. */
const listBehaviours: Behaviours = {
  ...usual(tables.lists, listOperations, {
    also: [['contacts_count', 'contacts']],
    unknown: refuses({
      field_name: ['The field name field is required.'],
      field_type: ['The field type field is required.'],
    }),
  }),
  [listOperations.delete.route]: asked => {
    const id = idOf(asked, 'contact_type_id');
    if (remove(asked, tables.lists, [id]) === 0) return notFound;
    if (asked.settings.typeDeletion === 'with-contacts') removeContactsOf(asked, id);
    return done;
  },
};

function removeContactsOf({db, now}: Pick<Asked, 'db' | 'now'>, listId: number): void {
  const those = 'contact_type_id = ? AND deleted_at IS NULL';
  db.run(`DELETE FROM segment_recipients WHERE contact_id IN (SELECT id FROM contacts WHERE ${those})`, [listId]);
  const time = now.getTime();
  db.run(`UPDATE contacts SET deleted_at = ?, updated_at = ? WHERE ${those}`, [time, time, listId]);
}

/** Reserved fields, which every account has, and custom ones. */
const fieldBehaviours: Behaviours = {
  ...usual(tables.fields, {delete: fieldOperations.delete}, {where: 'is_reserved = 0'}),
  ...usual(tables.fields, {list: fieldOperations.reserved}, {where: 'is_reserved = 1'}),
  ...usual(tables.fields, {list: fieldOperations.custom}, {where: 'is_reserved = 0'}),
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
  ...usual(tables.groups, groupOperations, {
    more: ({db}) => ({rand_id: digitsFrom(nextUtr(db))}),
    also: [
      [
        'unsubscribe_clients_count',
        '(SELECT count(*) FROM unsubscribes WHERE unsubscribe_groups_id = unsubscribe_groups.id)',
      ],
    ],
  }),
  ...usual(tables.unsubscribes, groupRecipientOperations, {where: 'unsubscribe_groups_id IS NOT NULL'}),
  [groupRecipientOperations.add.route]: checked(
    {unsubscribe_groups_id: [isInteger], email_address: [areEmails]},
    asked => {
      const id = idOf(asked, 'unsubscribe_groups_id');
      if (!exists(asked.db, tables.groups, id)) return notFound;
      unsubscribe(asked, addressesOf(asked, 'email_address'), id);
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
  [unsubscribeOperations.list.route]: asked =>
    lists(
      listed(asked, tables.unsubscribes, {
        where: asked.settings.globalList === 'everyone' ? 'TRUE' : 'unsubscribe_groups_id IS NULL',
      }),
    ),
  [unsubscribeOperations.add.route]: checked({email_address: [areEmails]}, asked => {
    unsubscribe(asked, addressesOf(asked, 'email_address'), null);
    return done;
  }),
};

/** Unsubscribes addresses from a group's mail or, without a group, from all mail. No address gets a second row. */
function unsubscribe(asked: Asked, addresses: readonly string[], group: number | null): void {
  for (const address of addresses)
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
    const {db} = asked;
    const segment = find(db, tables.segments, 'id', idOf(asked, 'segment_id'));
    if (!segment) return notFound;
    const contact = db.get<{id: number}>(
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

/** Senders, and the mail that verifies their addresses. */
const senderBehaviours: Behaviours = {
  ...usual(tables.senders, senderOperations, {
    own: {
      country_id: [isInteger, names((_, value) => countryById(toId(value)) !== undefined)],
      state_id: [isInteger, names((_, value) => states[toId(value) - 1] !== undefined)],
      city_id: [isInteger, names((_, value) => cities[toId(value) - 1] !== undefined)],
    },
    more: asked => ({...verification(asked), is_verified: 0, utr: nextUtr(asked.db)}),
    show: (row, {settings}) => {
      const place = (name: string): unknown => row[name] ?? (settings.noPlace === '0' ? 0 : null);
      const places = {state_id: place('state_id'), city_id: place('city_id')};
      return {...withStamps(row), ...places, send_at: moment(Number(row['send_at']))};
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

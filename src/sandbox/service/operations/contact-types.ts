import {operations} from '../../../endpoints/contact-types.js';
import type {Asked, Behaviour, Outcome} from '../behaviour.js';
import {idOf, textOf} from '../form/input.js';
import {checked, hasAtLeast, isInteger, isText} from '../form/rules.js';
import {done, gives, lists, notFound, notFoundElsewhere, refuses} from '../outcome.js';
import {add, change, type Field, find, listed, remove, withStamps} from '../tables/table.js';
import {contactTypes} from '../tables/tables.js';
import {removeContactsOf} from './contact-removal.js';

const rules = {name: [isText, hasAtLeast(2)]};

/** The failure for an unknown type. The documentation shows the complaints of another form for it. */
const unknownType = (asked: Asked): Outcome =>
  asked.settings.unknownType === 'text'
    ? notFoundElsewhere(asked)
    : refuses({
        field_name: ['The field name field is required.'],
        field_type: ['The field type field is required.'],
      });

const count: Field = [
  'contacts_count',
  '(SELECT count(*) FROM contacts WHERE contact_type_id = contact_types.id AND contacts.deleted_at IS NULL)',
];

export const contactTypeBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, contactTypes, {also: [count]})),

  [operations.create.route]: checked(rules, asked => {
    const time = asked.now.getTime();
    add(asked.db, contactTypes, {name: textOf(asked, 'name'), created_at: time, updated_at: time});
    return done;
  }),

  [operations.details.route]: asked => {
    const row = find(asked.db, contactTypes, 'id', idOf(asked, 'contact_type_id'));
    return row ? gives(withStamps(row, asked.settings)) : unknownType(asked);
  },

  [operations.update.route]: checked({id: [isInteger], ...rules}, asked => {
    const row = {name: textOf(asked, 'name'), updated_at: asked.now.getTime()};
    return change(asked.db, contactTypes, idOf(asked, 'id'), row) ? done : notFound;
  }),

  [operations.delete.route]: asked => {
    const id = idOf(asked, 'contact_type_id');
    if (remove(asked, contactTypes, [id]) === 0) return notFound;
    if (asked.settings.typeDeletion === 'with-contacts') removeContactsOf(asked, id);
    return done;
  },
};

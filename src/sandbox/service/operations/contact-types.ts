import {operations} from '../../../endpoints/contact-types.js';
import type {Asked, Behaviour, Outcome} from '../behaviour.js';
import {done, lists, notFound, notFoundElsewhere, refuses} from '../behaviour.js';
import {idOf} from '../form/input.js';
import {type Field, listed, remove} from '../tables/table.js';
import {contactTypes} from '../tables/tables.js';
import {removeContactsOf} from './contacts.js';
import {addsOne, changesOne, showsOne} from './row-behaviours.js';

/** The failure for an unknown type. The documentation shows the complaints of another form for it. */
const unknownType = (asked: Asked): Outcome =>
  asked.settings.unknownType === 'text'
    ? notFoundElsewhere(asked)
    : refuses({field_name: ['The field name field is required.'], field_type: ['The field type field is required.']});

const count: Field = ['contacts_count', 'contacts'];

export const contactTypeBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, contactTypes, {also: [count]})),
  [operations.create.route]: addsOne(contactTypes, operations.create),
  [operations.details.route]: showsOne(contactTypes, 'contact_type_id', unknownType),
  [operations.update.route]: changesOne(contactTypes, operations.update, 'id', notFound),
  [operations.delete.route]: asked => {
    const id = idOf(asked, 'contact_type_id');
    if (remove(asked, contactTypes, [id]) === 0) return notFound;
    if (asked.settings.typeDeletion === 'with-contacts') removeContactsOf(asked, id);
    return done;
  },
};

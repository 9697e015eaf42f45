import {operations} from '../../../endpoints/lists.js';
import type {Behaviour} from '../behaviour.js';
import {done, lists, notFound, refuses} from '../behaviour.js';
import {idOf} from '../form/input.js';
import {type Field, listed, remove} from '../tables/table.js';
import {lists as contactLists} from '../tables/tables.js';
import {removeContactsOf} from './contacts.js';
import {addsOne, changesOne, showsOne} from './row-behaviours.js';

/** The failure for an unknown list. The documentation shows the complaints of another form for it. */
const unknownList = refuses({
  field_name: ['The field name field is required.'],
  field_type: ['The field type field is required.'],
});

const count: Field = ['contacts_count', 'contacts'];

export const listBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, contactLists, {also: [count]})),
  [operations.create.route]: addsOne(contactLists, operations.create),
  [operations.details.route]: showsOne(contactLists, 'contact_type_id', unknownList),
  [operations.update.route]: changesOne(contactLists, operations.update, 'id', notFound),
  [operations.delete.route]: asked => {
    const id = idOf(asked, 'contact_type_id');
    if (remove(asked, contactLists, [id]) === 0) return notFound;
    if (asked.settings.typeDeletion === 'with-contacts') removeContactsOf(asked, id);
    return done;
  },
};

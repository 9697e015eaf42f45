import {operations, reservedFields} from '../../../endpoints/fields.js';
import type {Behaviour} from '../behaviour.js';
import {textOf} from '../form/input.js';
import {checked, isOneOf, isText, looksLike} from '../form/rules.js';
import {done, lists, notFound, refuses} from '../outcome.js';
import {add, find, listed} from '../tables/table.js';
import {fields} from '../tables/tables.js';
import {removesOne} from './removals.js';

const rules = {
  field_name: [isText, looksLike(/^[A-Za-z0-9_]+$/)],
  field_type: [isOneOf('text', 'number', 'datetime-local')],
};

/** Reserved fields, which every account has, and custom ones. */
export const fieldBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.reserved.route]: asked => lists(listed(asked, fields, {where: 'is_reserved = 1'})),

  [operations.custom.route]: asked => lists(listed(asked, fields, {where: 'is_reserved = 0'})),

  [operations.create.route]: checked(rules, asked => {
    const {db, now, settings} = asked;
    const name = textOf(asked, 'field_name');
    if (reservedFields.some(reserved => reserved === name.toLowerCase()))
      return refuses({field_name: ['The selected field name is invalid.']});
    if (settings.knownField === 'refuse' && find(db, fields, 'field_name', name))
      return refuses({field_name: ['The field name has already been taken.']});
    const time = now.getTime();
    const type = textOf(asked, 'field_type');
    add(db, fields, {field_name: name, field_type: type, is_reserved: 0, created_at: time, updated_at: time});
    return done;
  }),

  [operations.delete.route]: removesOne(fields, 'id', notFound, 'is_reserved = 0'),
};

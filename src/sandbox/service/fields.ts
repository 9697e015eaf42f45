import {operations} from '../../endpoints/fields.js';
import type {Behaviour} from './behaviour.js';
import {reservedFields} from './field-names.js';
import {textOf} from './input.js';
import {done, lists, notFound, refuses} from './outcome.js';
import {checked, isOneOf, isText, looksLike} from './rules.js';
import {add, find, listed, removesOne} from './table.js';
import {fields} from './tables.js';

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

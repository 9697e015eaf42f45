import {operations, reservedFields} from '../../../endpoints/fields.js';
import type {Behaviour} from '../behaviour.js';
import {done, lists, notFound, refuses} from '../behaviour.js';
import {textOf} from '../form/input.js';
import {checked, rowOf, rulesOf} from '../form/rules.js';
import {addNow, find, listed} from '../tables/table.js';
import {fields} from '../tables/tables.js';
import {removesOne} from './row-behaviours.js';

/** Reserved fields, which every account has, and custom ones. */
export const fieldBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.reserved.route]: asked => lists(listed(asked, fields, {where: 'is_reserved = 1'})),

  [operations.custom.route]: asked => lists(listed(asked, fields, {where: 'is_reserved = 0'})),

  [operations.create.route]: checked(rulesOf(operations.create), asked => {
    const name = textOf(asked, 'field_name');
    if (reservedFields.some(reserved => reserved === name.toLowerCase()))
      return refuses({field_name: ['The selected field name is invalid.']});
    if (find(asked.db, fields, 'field_name', name))
      return refuses({field_name: ['The field name has already been taken.']});
    addNow(asked, fields, {...rowOf(asked, operations.create), is_reserved: 0});
    return done;
  }),

  [operations.delete.route]: removesOne(fields, 'id', notFound, 'is_reserved = 0'),
};

import {reservedFields} from '../../../endpoints/fields.js';
import type {Db} from '../behaviour.js';

/** The account's own fields, in order. */
export const customFields = (db: Db): string[] =>
  db
    .all<{field_name: string}>('SELECT field_name FROM fields WHERE is_reserved = 0 ORDER BY id')
    .map(row => row.field_name);

/** All fields of a contact, reserved ones first. */
export const fieldNames = (db: Db): string[] => [...reservedFields, ...customFields(db)];

import type {Db} from '../behaviour.js';

/** The fields that every account has. Their names cannot be taken. */
export const reservedFields = [
  'first_name',
  'last_name',
  'email',
  'alt_email',
  'country',
  'state',
  'city',
  'address_line1',
  'address_line2',
  'state_province_region',
  'postal_code',
] as const;

/** The name of a reserved field. */
export type ReservedField = (typeof reservedFields)[number];

/** The account's own fields, in order. */
export const customFields = (db: Db): string[] =>
  db
    .all<{field_name: string}>('SELECT field_name FROM fields WHERE is_reserved = 0 ORDER BY id')
    .map(row => row.field_name);

/** All fields of a contact, reserved ones first. */
export const fieldNames = (db: Db): string[] => [...reservedFields, ...customFields(db)];

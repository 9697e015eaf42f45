import {reservedFields} from '../../../endpoints/fields.js';
import type {Db} from '../behaviour.js';
import {bringUpToDate} from '../life/life.js';
import type {Settings} from '../settings.js';
import {add} from '../tables/table.js';
import {fields, lists, templates} from '../tables/tables.js';
import {designTemplates, fillDemo} from './demo.js';
import {planMadeUpContacts} from './made-up-contacts.js';

/** The content of a new account, and when and how it is created. */
export type AccountSeed = {
  readonly kind: 'demo' | 'empty';
  /** How many contacts to invent, in their own list. */
  readonly contacts: number;
  readonly seed: number;
  readonly now: Date;
  readonly settings: Settings;
};

/**
 * Sets up an account: what the service gives to everyone, and for a demo a small business with a past. Invented
 * contacts are left to `addMadeUpContacts`, because a million of them takes a while.
 */
export function seedAccount(db: Db, {kind, contacts, seed, now, settings}: AccountSeed): void {
  db.run('UPDATE service_state SET seed = ?', [seed]);
  for (const name of reservedFields)
    add(db, fields, {field_name: name, field_type: 'text', is_reserved: 1, created_at: null, updated_at: null});
  for (const template of designTemplates) add(db, templates, {...template, created_at: null, updated_at: null});
  if (kind === 'demo') fillDemo(db, now);
  if (contacts > 0) {
    const type = {name: 'Everyone', created_at: now.getTime(), updated_at: now.getTime()};
    planMadeUpContacts(db, {type: add(db, lists, type), count: contacts, seed, now: now.getTime()});
  }
  bringUpToDate(db, now, settings);
}

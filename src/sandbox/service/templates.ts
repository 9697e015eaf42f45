import {operations} from '../../resources/templates.js';
import type {Behaviour} from '../behaviour.js';
import {customFields} from './field-names.js';
import {gives, lists, notFound} from './outcome.js';
import {listed} from './table.js';
import {templates} from './tables.js';

/** Design templates, and the tags that can stand in them. */
export const templateBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => {
    const some = asked.settings.templates === 'some' && asked.db.get('SELECT 1 FROM templates') !== undefined;
    return some ? lists(listed(asked, templates)) : notFound;
  },

  [operations.tags.route]: ({db, settings}) => {
    if (settings.tags === 'none') return notFound;
    return gives(settings.tags === 'documented' ? tags : [...new Set([...tags, ...customFields(db)])]);
  },
};

/** The tags as the API's documentation lists them. */
const tags = [
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
  'full_name',
  'father_name',
  'designation',
  'age',
  'company_name',
  'birth_date',
  'join_date',
  'sender_name',
  'sender_address',
  'unsubscribe_preferences',
];

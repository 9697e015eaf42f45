import type {Group} from '../../commands/command.js';
import {create} from '../../commands/verbs/create.js';
import {list} from '../../commands/verbs/list.js';
import {remove} from '../../commands/verbs/remove.js';
import {show} from '../../commands/verbs/show.js';
import {update} from '../../commands/verbs/update.js';
import contactTypes, {operations} from '../../endpoints/contact-types.js';
import {stillNeeded} from '../shared/still-needed.js';

/** The fields to show after a contact type was created or renamed. */
const sheet = ['name', 'contacts_count'] as const;

export default {
  commands: {
    list: list(operations.list, {
      of: contactTypes,
      summary: 'Show your lists',
      columns: ['id', 'name', 'contacts_count', 'created_at'],
      examples: ['emk lists list', "emk lists list --where 'contacts_count>0' --sort -contacts_count"],
    }),
    show: show(operations.details, {
      of: contactTypes,
      summary: 'Show one list',
      examples: ['emk lists show Newsletter', 'emk lists show Newsletter -o json'],
    }),
    create: create(operations.create, {
      of: contactTypes,
      summary: 'Create a list',
      by: ['name'],
      duplicates: {by: ['name']},
      sheet,
      examples: ['emk lists create Leads', 'id=$(emk lists create --name "Spring leads" -o id)'],
    }),
    update: update(operations.update, {
      of: contactTypes,
      summary: 'Rename a list',
      read: operations.details,
      key: 'id',
      sheet,
      examples: ['emk lists update Staff --name Team', 'emk lists update Customers --name Prospects --dry-run'],
    }),
    delete: remove(operations.delete, {
      of: contactTypes,
      summary: 'Delete lists',
      guard: stillNeeded('audience-exists', needs => needs.needContactTypes),
      card: async (context, ids) => (await import('./contact-type-card.js')).contactTypeCard(context, ids),
      turns: async ids => (await import('./contact-type-card.js')).turnsOfLists(ids),
      peopleOn: async (context, ids) => (await import('./contact-type-card.js')).peopleOnLists(context, ids),
      examples: ['emk lists delete Staff', 'emk lists delete Customers Staff --yes'],
    }),
  },
} satisfies Group;

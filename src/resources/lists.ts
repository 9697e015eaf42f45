import type {Group} from '../commands/command.js';
import {create} from '../commands/verbs/create.js';
import {list, show} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import {update} from '../commands/verbs/update.js';
import lists, {operations} from '../endpoints/lists.js';
import {stillNeeded} from './still-needed.js';

/** The fields to show after a list was created or renamed. */
const sheet = ['name', 'contacts_count'] as const;

export default {
  commands: {
    list: list(operations.list, {
      of: lists,
      summary: 'Show your lists',
      columns: ['id', 'name', 'contacts_count', 'created_at'],
      examples: ['emk lists list', "emk lists list --where 'contacts_count>0' --sort -contacts_count"],
    }),
    show: show(operations.details, {
      of: lists,
      summary: 'Show one list',
      examples: ['emk lists show Newsletter', 'emk lists show Newsletter -o json'],
    }),
    create: create(operations.create, {
      of: lists,
      summary: 'Create a list',
      by: ['name'],
      duplicates: {by: ['name']},
      sheet,
      examples: ['emk lists create Leads', 'id=$(emk lists create --name "Spring leads" -o id)'],
    }),
    update: update(operations.update, {
      of: lists,
      summary: 'Rename a list',
      read: operations.details,
      key: 'id',
      sheet,
      examples: ['emk lists update Staff --name Team', 'emk lists update Customers --name Prospects --dry-run'],
    }),
    delete: remove(operations.delete, {
      of: lists,
      summary: 'Delete lists',
      guard: stillNeeded('audience-exists', needs => needs.needLists),
      look: async (context, ids) => (await import('./needs.js')).lookAtLists(context, ids),
      examples: ['emk lists delete Staff', 'emk lists delete Customers Staff --yes'],
    }),
  },
} satisfies Group;

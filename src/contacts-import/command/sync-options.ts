import {params} from '../../api/describe/notation.js';
import type {InputOf} from '../../api/describe/schema.js';
import type {SyncSettings} from '../journal/settings.js';
import {importOptions} from './options.js';

const {create_list: _, ...shared} = importOptions;

/** The argument and options of `contacts sync`: those of an import into a list that exists, and what to do about the differences. */
export const syncOptions = params({
  ...shared,
  list: {...importOptions.list, help: 'List to sync, by id or name', question: 'Which list?'},
  include_unsubscribed: {...importOptions.include_unsubscribed, rare: true},
  set: {...importOptions.set, help: 'A value for new contacts that have none'},
  update: {
    type: 'text',
    alone: 'all',
    // A path after a bare --update is the file, not a list of fields.
    limits: {pattern: /^[^./\\]+$/, says: 'must name fields, as in city,postal_code'},
    value: 'fields',
    help: 'Change contacts that differ, in all fields of the file or only in some, as in city,postal_code',
  },
  gone: {
    type: 'text',
    choices: ['report', 'delete', 'unsubscribe'],
    help: 'What happens to people who are missing from the file',
  },
  max_gone: {
    type: 'text',
    value: 'n|n%',
    limits: {pattern: /^\d+(\.\d+)?%?$/, says: 'must be a number or a percentage'},
    help: 'The most people it may delete or unsubscribe (default: 10% of the list, at least 5)',
    decides: 'checks',
  },
});

export type SyncInput = InputOf<typeof syncOptions>;

export const toSyncSettings = ({update, gone, max_gone}: Partial<SyncInput>): SyncSettings => {
  const fields = update
    ?.split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
  return {
    update: fields === undefined ? null : fields.join() === 'all' ? 'all' : fields,
    gone: gone ?? 'report',
    maxGone: max_gone ?? null,
  };
};

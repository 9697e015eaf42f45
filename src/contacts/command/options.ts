import {resolve} from 'node:path';
import {params} from '../../api/describe/operation.js';
import type {InputOf} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {durationForms, parseDuration} from '../../commands/globals.js';
import {UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {statusWords} from '../../csv/columns/open-status.js';
import type {ImportSettings, RestTimes} from '../journal/runs.js';

export const importOptions = params({
  file: {
    type: 'text',
    required: true,
    value: 'file',
    help: 'A CSV file. Use - to pipe in, or to paste and end with Ctrl-D',
    question: 'Which CSV file?',
  },
  list: {
    type: 'text',
    value: 'list',
    help: 'List to import into, by id or name',
    question: 'Import into which list?',
    offers: () => import('../../endpoints/lists.js'),
  },
  create_list: {type: 'flag', help: 'Create the list if it does not exist'},
  map: {
    type: 'text',
    many: true,
    value: 'header=field',
    help: 'The field for a column; nothing after = skips the column, +name creates a field',
  },
  set: {type: 'text', many: true, value: 'field=value', help: 'A value for rows that have none'},
  country: {
    type: 'text',
    many: true,
    value: 'written=country',
    help: 'The country that a text in the file means; nothing after = keeps the text',
    rare: true,
  },
  create_fields: {type: 'flag', help: 'Create text fields for columns that match no field'},
  encoding: {
    type: 'text',
    value: 'name',
    help: 'The encoding of the file (default: detected): utf-8, windows-1252, macintosh, shift_jis…',
    rare: true,
  },
  leave_empty: {
    type: 'text',
    many: true,
    value: 'header',
    help: "Leave the field empty where this column's value is damaged or does not fit",
    rare: true,
  },
  include_unsubscribed: {type: 'flag', help: 'Also import people who unsubscribed', decides: 'checks'},
  status_column: {
    type: 'text',
    many: true,
    value: 'header',
    help: 'A column that says who gets no mail, or the word none (default: detected)',
    rare: true,
  },
  status: {
    type: 'text',
    many: true,
    value: 'word=active|out',
    help: 'What a word in that column means: active gets mail, out gets none',
    rare: true,
  },
  allow_automations: {type: 'flag', help: 'Import even if that starts live automations', decides: 'checks', rare: true},
  max_errors: {
    type: 'text',
    value: 'n|n%',
    limits: {pattern: /^\d+(\.\d+)?%?$/, says: 'must be a number or a percentage'},
    help: 'Import even if this many rows are rejected (default: 0)',
    decides: 'checks',
  },
  rejects: {type: 'text', value: 'file', help: 'File for rejected rows (default: next to yours)', rare: true},
});

export type ImportInput = InputOf<typeof importOptions>;

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

export const toSettings = (
  input: Partial<ImportInput>,
  {host, globals}: Pick<Context, 'host' | 'globals'>,
): ImportSettings => ({
  encoding: input.encoding ?? 'auto',
  map: pairs('map', input.map),
  set: pairs('set', input.set),
  dateOrder: globals.dates,
  leaveEmpty: input.leave_empty ?? [],
  status: {column: input.status_column, words: statusWords(input.status)},
  includeUnsubscribed: input.include_unsubscribed === true,
  allowAutomations: input.allow_automations === true,
  places: pairs('country', input.country),
  createFields: input.create_fields === true,
  rejects: input.rejects && resolve(host.cwd, input.rejects),
  settle: restTimes(host),
});

/** How emk waits until a list stops changing; `EMK_SETTLE` is the first wait, and scales the others. */
export function restTimes({env}: Pick<Host, 'env'>): RestTimes {
  const given = env['EMK_SETTLE'];
  if (!given) return {wait: 30_000, poll: 5000, max: 600_000};
  const wait = parseDuration(given);
  if (wait === undefined)
    throw new UsageError(`EMK_SETTLE takes ${durationForms}, not "${given}".`, {hint: 'For example: EMK_SETTLE=5s'});
  return {wait, poll: wait / 6, max: Math.max(wait * 20, SHORTEST)};
}

/** Less would end the wait for a quick service before its third count. */
const SHORTEST = 5000;

/** The two sides of each `header=field`. The header may contain an equals sign, the field does not. */
const pairs = (option: 'map' | 'set' | 'country', texts: readonly string[] = []) =>
  texts.map(text => {
    const cut = option === 'set' ? text.indexOf('=') : text.lastIndexOf('=');
    if (cut > 0) return [text.slice(0, cut), text.slice(cut + 1).trim()] as const;
    throw new UsageError(`--${option} needs an = between two parts, and "${text}" has none.`, {
      hint: 'For example: --map "E-Mail=email", --set country=Germany, --country Deutschlnd=Germany',
    });
  });

import {resolve} from 'node:path';
import {params} from '../../api/describe/notation.js';
import type {InputOf} from '../../api/describe/schema.js';
import {durationForms, parseDuration} from '../../commands/duration.js';
import {statusWords} from '../../csv/columns/unknown-status.js';
import {UsageError} from '../../errors.js';
import type {Host} from '../../system/host.js';
import {readColumnMap, requireMapName} from '../asking/saved-column-map.js';
import {countryNumbers} from '../cells/country-numbers.js';
import {damageChoices} from '../cells/damaged-cell.js';
import type {ImportSettings} from '../journal/settings.js';

export const importOptions = params({
  file: {
    type: 'text',
    required: true,
    value: 'file',
    help: 'A CSV file. Use - to pipe in, or to paste and end with Ctrl-D',
    question: 'Which CSV file?',
  },
  type: {
    type: 'text',
    value: 'type',
    help: 'List to import into, by id or name',
    question: 'Import into which list?',
    offers: () => import('../../endpoints/lists.js'),
  },
  create_type: {type: 'flag', help: 'Create the list if it does not exist'},
  map: {
    type: 'text',
    many: true,
    value: 'header=field',
    help: 'The field for a column; nothing after = skips the column, +name creates a field',
  },
  map_file: {
    type: 'text',
    value: 'name',
    help: 'A column map saved with --save-map, or a JSON file: {"E-Mail": "email"}',
  },
  save_map: {type: 'text', value: 'name', help: 'Save which column fills which field, for --map-file'},
  set: {type: 'text', many: true, value: 'field=value', help: 'A value for rows that have none'},
  country: {
    type: 'text',
    many: true,
    value: 'written=country',
    help: 'The country that a text in the file means; nothing after = keeps the text',
  },
  country_numbers: {
    type: 'text',
    choices: countryNumbers,
    help: 'What numbers in the country column are: phone prefixes, ISO 3166 numbers or ids of the service',
  },
  create_fields: {type: 'flag', help: 'Create custom fields for columns that match no field'},
  skip_lines: {
    type: 'integer',
    value: 'n',
    limits: {pattern: /^\d{1,5}$/, says: 'must be 0 or more'},
    help: 'Lines above the header (default: emk finds the header)',
  },
  delimiter: {type: 'text', choices: ['auto', ',', ';', 'tab', '|'], help: 'What separates the cells'},
  encoding: {
    type: 'text',
    value: 'name',
    help: 'The encoding of the file (default: detected): utf-8, windows-1252, macintosh, shift_jis…',
  },
  date_order: {type: 'text', choices: ['dmy', 'mdy'], help: 'What 03/04/2026 means'},
  leave_empty: {
    type: 'text',
    many: true,
    value: 'header',
    help: "Leave the field empty where it cannot hold this column's value",
  },
  split_names: {
    type: 'text',
    choices: ['yes', 'no'],
    help: 'Split a column of full names into first and last name (default: if it looks so)',
  },
  on_duplicate: {
    type: 'text',
    choices: ['first', 'last', 'reject'],
    help: 'Which row to use if the file has an address more than once',
  },
  include_unsubscribed: {type: 'flag', help: 'Also import people who unsubscribed'},
  status_column: {
    type: 'text',
    many: true,
    value: 'header',
    help: 'A column that says who gets no mail, or the word none (default: detected)',
  },
  status: {
    type: 'text',
    many: true,
    value: 'word=active|out',
    help: 'What a word in that column means: active gets mail, out gets none',
  },
  keep_status: {type: 'flag', help: 'Import everyone, even people marked as unsubscribed'},
  damaged: {
    type: 'text',
    choices: damageChoices,
    help: 'What happens to values such as #REF!, NULL or ="00123": empty also unwraps',
  },
  allow_automations: {type: 'flag', help: 'Import even if that starts live automations', decides: 'checks'},
  max_errors: {
    type: 'text',
    value: 'n|n%',
    limits: {pattern: /^\d+(\.\d+)?%?$/, says: 'must be a number or a percentage'},
    help: 'Import even if this many rows are rejected (default: 0)',
    decides: 'checks',
  },
  rejects: {type: 'text', value: 'file', help: 'File for rejected rows (default: next to yours)'},
  keep_files: {type: 'flag', help: "Keep an earlier run's file of missing rows instead of replacing it"},
  chunk_rows: {
    type: 'integer',
    value: 'n',
    limits: {pattern: /^[1-9]\d{0,3}$|^10000$/, says: 'must be between 1 and 10000'},
    help: 'Rows per request, at most',
  },
  verify: {type: 'text', choices: ['list', 'count', 'none'], help: 'How to verify the import', decides: 'checks'},
  settle_wait: {
    type: 'text',
    value: 'time',
    help: 'How long to wait after a lost answer (default: 30s)',
    decides: 'checks',
  },
  settle_poll: {
    type: 'text',
    value: 'time',
    help: 'How often to check whether the list still changes (default: 5s)',
    decides: 'checks',
  },
  settle_max: {
    type: 'text',
    value: 'time',
    help: 'How long to wait until the list stops changing (default: 10m)',
    decides: 'checks',
  },
});

export type ImportInput = InputOf<typeof importOptions>;

export function toSettings(input: Partial<ImportInput>, host: Host): ImportSettings {
  if (input.save_map !== undefined) requireMapName(input.save_map);
  return {
    delimiter: input.delimiter ?? 'auto',
    encoding: input.encoding ?? 'auto',
    map: pairs('map', input.map),
    keptMap: input.map_file === undefined ? [] : readColumnMap(host, input.map_file),
    set: pairs('set', input.set),
    onDuplicate: input.on_duplicate ?? 'first',
    dateOrder: input.date_order ?? null,
    leaveEmpty: input.leave_empty ?? [],
    ...(input.skip_lines !== undefined && {skipLines: input.skip_lines}),
    splitNames: input.split_names ?? null,
    status: {column: input.status_column ?? null, keep: input.keep_status === true, words: statusWords(input.status)},
    damaged: input.damaged ?? null,
    includeUnsubscribed: input.include_unsubscribed === true,
    allowAutomations: input.allow_automations === true,
    countryNumbers: input.country_numbers ?? null,
    places: pairs('country', input.country),
    createFields: input.create_fields === true,
    rejects: input.rejects === undefined ? null : resolve(host.cwd, input.rejects),
    keepFiles: input.keep_files === true,
    chunkRows: input.chunk_rows ?? null,
    verify: input.verify ?? 'list',
    settle: {
      wait: time('settle-wait', input.settle_wait, 30_000),
      poll: time('settle-poll', input.settle_poll, 5000),
      max: time('settle-max', input.settle_max, 600_000),
    },
  };
}

/** Whether a file has more rejected rows than `--max-errors` allows. */
export function tooMany(rejected: number, rows: number, most = '0'): boolean {
  const number = Number.parseFloat(most);
  return rejected > (most.endsWith('%') ? (rows * number) / 100 : number);
}

const pairs = (option: keyof typeof pairExamples, texts: readonly string[] = []) =>
  texts.map(text => pair(option, text));

/** The two sides of `header=field`. The header may contain an equals sign, the field does not. */
function pair(option: keyof typeof pairExamples, text: string): readonly [string, string] {
  const cut = option === 'set' ? text.indexOf('=') : text.lastIndexOf('=');
  if (cut > 0) return [text.slice(0, cut), text.slice(cut + 1).trim()];
  throw new UsageError(`--${option} needs an = between two parts, and "${text}" has none.`, {
    hint: `For example: ${pairExamples[option]}`,
  });
}

const pairExamples = {
  map: '--map "E-Mail=email"',
  set: '--set country=Germany',
  country: '--country Deutschlnd=Germany',
} as const;

function time(option: string, text: string | undefined, otherwise: number): number {
  const milliseconds = text === undefined ? otherwise : parseDuration(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new UsageError(`--${option} takes ${durationForms}, not "${text}".`, {hint: `For example: --${option} 2m`});
}

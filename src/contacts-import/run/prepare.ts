import type {Context} from '../../commands/command.js';
import {operations as fields} from '../../endpoints/fields.js';
import {checkFile} from '../check/check.js';
import {type Checked, type CheckOptions, fieldTypes, type ImportField} from '../file/contract.js';
import {previewColumns} from '../file/open-import.js';
import type {ImportSource} from '../file/source.js';
import type {ImportSettings} from '../journal/settings.js';
import {type FindCountry, readCountries} from './countries.js';
import {readAsInWords, readingCountries} from './countries-otherwise.js';
import {readSample} from './sample.js';

/** A file that was checked, the settings with the user's answers about its columns added, and what they were read by. */
export type Prepared = {
  readonly checked: Checked;
  readonly settings: ImportSettings;
  readonly fields: readonly ImportField[];
  /** Undefined where no column is a country, or the service has no usable list of them. */
  readonly findCountry: FindCountry | undefined;
};

/** Reads the fields and countries of the service, and checks the whole file by them. Changes nothing. */
export async function prepare(context: Context, source: ImportSource, settings: ImportSettings): Promise<Prepared> {
  const [known, sample] = await Promise.all([readFields(context), readSample(context)]);
  const options: CheckOptions = {
    path: source.path,
    name: source.name,
    delimiter: settings.delimiter,
    encoding: settings.encoding,
    map: settings.map,
    set: settings.set,
    onDuplicate: settings.onDuplicate,
    dateOrder: settings.dateOrder ?? undefined,
    fields: known,
    sampleHeader: sample.header,
    createFields: settings.createFields,
    status: settings.status && {column: settings.status.column ?? undefined, keep: settings.status.keep},
  };
  const columns = await previewColumns(options);
  const map = settings.createFields
    ? settings.map
    : [...settings.map, ...(await askAboutColumns(context, columns, known))];
  const named = [
    ...columns.map(({field}) => field),
    ...map.map(([, field]) => field),
    ...settings.set.map(([field]) => field),
  ];
  const find = named.includes('country') ? await readCountries(context) : undefined;
  const countries = find && readingCountries(find, sample.countries);
  const checked = await checkFile({...options, map, countries: countries?.read}, (done, total) =>
    context.progress.show({label: `Checking ${source.name}, bytes`, done, total}),
  );
  context.progress.clear();
  for (const warning of checked.warnings) context.warn(warning);
  const said = countries && readAsInWords(countries.otherwise);
  if (said !== undefined) context.notice(said);
  const readAs = countries?.otherwise ?? new Map();
  return {checked: {...checked, readAs}, settings: {...settings, map}, fields: known, findCountry: find};
}

async function readFields({call}: Context): Promise<ImportField[]> {
  const [reserved, custom] = await Promise.all([call(fields.reserved), call(fields.custom)]);
  return [...reserved, ...custom].map(({field_name, field_type}) => ({name: field_name, type: typeOf(field_type)}));
}

const typeOf = (text: string): ImportField['type'] => fieldTypes.find(type => type === text) ?? 'text';

type Preview = Awaited<ReturnType<typeof previewColumns>>;

/** Asks on a terminal about each column that matches no field; elsewhere such a column is left out with a warning. */
async function askAboutColumns(
  {ask}: Context,
  columns: Preview,
  known: readonly ImportField[],
): Promise<Array<readonly [string, string]>> {
  const answers: Array<readonly [string, string]> = [];
  if (!ask.possible) return answers;
  for (const {header, field, dropped, status, samples} of columns) {
    // An answer names the column by its header, so the header must be the only one of its name.
    const alone = columns.filter(column => column.header === header).length === 1;
    if (field !== undefined || dropped || status || !alone || header === '' || samples.length === 0) continue;
    const taken = new Set([...columns.map(column => column.field), ...answers.map(([, name]) => name)]);
    const free = known.filter(({name}) => !taken.has(name)).map(({name}) => ({name, value: name}));
    if (free.length === 0) break;
    const chosen = await ask.pick(`Which field is "${header}" (${samples.join(', ')})?`, [
      {name: 'None: leave the column out', value: ''},
      ...free,
    ]);
    answers.push([header, chosen]);
  }
  return answers;
}

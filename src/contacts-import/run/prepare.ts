import type {Context} from '../../commands/command.js';
import {operations as fields} from '../../endpoints/fields.js';
import {askAboutColumns} from '../asking/ask-columns.js';
import {askAboutCountries} from '../asking/ask-country.js';
import {knowingEncoding} from '../asking/ask-encoding.js';
import {knowingStatuses} from '../asking/ask-statuses.js';
import {columnTable} from '../asking/column-table.js';
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
    keptMap: settings.keptMap,
    set: settings.set,
    onDuplicate: settings.onDuplicate,
    dateOrder: settings.dateOrder ?? undefined,
    splitNames: settings.splitNames ?? undefined,
    fields: known,
    sampleHeader: sample.header,
    createFields: settings.createFields,
    status: settings.status && {...settings.status, column: settings.status.column ?? undefined},
  };
  const {result: columns, encoding: seen} = await knowingEncoding(context, options.encoding, encoding =>
    previewColumns({...options, encoding}),
  );
  if (context.ask.possible) for (const line of columnTable(columns)) context.notice(line);
  const answers = settings.createFields ? [] : await askAboutColumns(context, columns, known);
  const map = [...settings.map, ...answers];
  const named = [
    ...columns.map(({field}) => field),
    ...map.map(([, field]) => field),
    ...settings.set.map(([field]) => field),
  ];
  const places = new Map(settings.places);
  const listed = named.includes('country') ? await readCountries(context) : undefined;
  const countries = listed && readingCountries(text => listed.find(places.get(text) || text), sample.countries);
  let {status} = options;
  const read = async (encoding: string) => {
    const known = await knowingStatuses(context, status, asked =>
      checkFile({...options, encoding, map, countries: countries?.read, status: asked}, (done, total) =>
        context.progress.show({label: `Checking ${source.name}, bytes`, done, total}),
      ),
    );
    status = known.status;
    return known.result;
  };
  const {result, encoding} = await knowingEncoding(context, seen, read);
  context.progress.clear();
  const answered = await askAboutCountries(context, result, listed?.names ?? [], places);
  for (const [written, name] of answered) places.set(written, name);
  const checked = answered.some(([, name]) => name !== '') ? await read(encoding) : result;
  context.progress.clear();
  for (const warning of checked.warnings) context.warn(warning);
  const said = countries && readAsInWords(countries.otherwise);
  if (said !== undefined) context.notice(said);
  return {
    checked: {...checked, readAs: countries?.otherwise ?? new Map()},
    settings: {...settings, ...settingsOf(status), encoding, map, places: [...places]},
    fields: known,
    findCountry: listed?.find,
  };
}

/** What a person said of a status, as a resumed run finds it. */
const settingsOf = (status: CheckOptions['status']): Pick<ImportSettings, 'status'> =>
  status === undefined ? {} : {status: {column: status.column ?? null, keep: status.keep, words: status.words ?? []}};

async function readFields({call}: Context): Promise<ImportField[]> {
  const [reserved, custom] = await Promise.all([call(fields.reserved), call(fields.custom)]);
  return [...reserved, ...custom].map(({field_name, field_type}) => ({name: field_name, type: typeOf(field_type)}));
}

const typeOf = (text: string): ImportField['type'] => fieldTypes.find(type => type === text) ?? 'text';

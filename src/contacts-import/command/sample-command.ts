import {type Context, command} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {ConfigError, NotFoundError, UnreachableError} from '../../errors.js';
import {lookUp} from '../../words/look-up.js';

export const sampleCommand = command({
  summary: 'Get an example CSV file to import',
  details:
    "Gives you the service's own sample. With --offline, emk makes one from the fields of your account, or without " +
    'an account from the fields every contact has.',
  takes: {
    file: {type: 'text', value: 'file', help: 'File to write (default: standard output)'},
    offline: {type: 'flag', help: 'Make one from the fields instead of asking the service'},
  },
  args: ['file'],
  calls: async () => [operations.sample, (await import('../../endpoints/fields.js')).operations.custom],
  makesFile: {param: 'file', holds: 'CSV', format: 'csv'},
  examples: ['emk contacts sample', 'emk contacts sample example.csv --offline'],
  gives: 'text',
  async run(context, {offline}) {
    const body = offline ? await madeSample(context) : await serviceSample(context);
    return {kind: 'raw', body, made: () => ({sentence: file => `Wrote the sample to ${file}.`})};
  },
});

async function serviceSample({call}: Context): Promise<Uint8Array> {
  try {
    return (await call(operations.sample)).bytes;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError('The service has no sample.', {
      hint: 'To get the one that emk brings along: emk contacts sample --offline',
    });
  }
}

/** A header and one person, with a valid value for every custom field. */
async function madeSample(context: Context): Promise<string> {
  const [{reservedFields}, {csvLines}] = await Promise.all([
    import('../../endpoints/fields.js'),
    import('../../csv/bytes/write-lines.js'),
  ]);
  const custom = await customFields(context);
  const examples: Readonly<Record<string, string>> = {
    text: 'some text',
    number: '42',
    'datetime-local': '2026-03-31T09:30',
  };
  const header = [...reservedFields, ...custom.map(({field_name}) => field_name)];
  const person = [
    ...reservedFields.map(name => PERSON[name]),
    ...custom.map(({field_type}) => lookUp(examples, field_type) ?? ''),
  ];
  return csvLines({raw: true})([header, person]);
}

/** The custom fields. Without an account, a sample with only the reserved fields is better than none. */
async function customFields({call, notice}: Context) {
  try {
    return await call((await import('../../endpoints/fields.js')).operations.custom);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnreachableError)) throw error;
    notice('The sample has no custom fields: emk could not ask the account for them.');
    return [];
  }
}

const PERSON = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  alt_email: '',
  country: 'United Kingdom',
  state: 'England',
  city: 'London',
  address_line1: '12 St James Square',
  address_line2: '',
  state_province_region: 'Greater London',
  postal_code: 'SW1Y 4JH',
} as const;

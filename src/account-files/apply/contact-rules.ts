import type {Context} from '../../commands/command.js';
import {fieldTypes} from '../../contacts-import/file/contract.js';
import {readCountries} from '../../contacts-import/run/countries.js';
import {readSample} from '../../contacts-import/run/sample.js';
import {operations as fields} from '../../endpoints/fields.js';
import {type ContactRules, fieldsWith} from '../compare/contact-file.js';

/** Reads what files of contacts are checked and sent by. It is the same for all types, so whoever applies many reads it once. */
export async function readContactRules({
  call,
  stream,
}: Pick<Context, 'call' | 'stream'>): Promise<Required<ContactRules>> {
  const custom = (await call(fields.custom)).map(({field_name, field_type}) => ({
    name: field_name,
    type: fieldTypes.find(type => type === field_type) ?? ('text' as const),
  }));
  return {fields: fieldsWith(custom), countries: await readCountries({stream}), sample: await readSample({call})};
}

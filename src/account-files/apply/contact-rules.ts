import type {Context} from '../../commands/command.js';
import {importField} from '../../contacts-import/file/contract.js';
import {readCountries} from '../../contacts-import/run/countries.js';
import {readSample} from '../../contacts-import/run/sample.js';
import {operations as fields} from '../../endpoints/fields.js';
import {type ContactRules, fieldsWith} from '../compare/contact-file.js';

/** Reads the rules for checking and sending files of contacts. All types share them, so they are read once. */
export async function readContactRules({
  call,
  stream,
}: Pick<Context, 'call' | 'stream'>): Promise<Required<ContactRules>> {
  const custom = (await call(fields.custom)).map(({field_name, field_type}) => importField(field_name, field_type));
  return {fields: fieldsWith(custom), countries: await readCountries({stream}), sample: await readSample({call})};
}

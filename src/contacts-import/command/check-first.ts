import type {Context} from '../../commands/command.js';
import {DoubtfulEncodingError} from '../../csv/bytes/bad-byte.js';
import {chooseEncoding} from '../../csv/bytes/encodings.js';
import {reservedFields} from '../../endpoints/fields.js';
import {type CheckOptions, importField} from '../file/contract.js';
import {openImport} from '../file/open-import.js';
import {fileSource} from '../file/source.js';
import {findType} from './create-missing.js';
import {type ImportInput, toSettings} from './options.js';

/** Refuses options and a file that cannot work, whatever a person would answer about the list and the columns. */
export async function checkImportFirst(context: Context, input: Partial<ImportInput>): Promise<void> {
  const {host} = context;
  const {delimiter, encoding, map, skipLines} = toSettings(input, host);
  chooseEncoding(encoding, new Uint8Array());
  if (input.type !== undefined) await findType(context, input);
  if (input.file === undefined || input.file === '-') return;
  const {path, name} = fileSource(host, input.file);
  const options: CheckOptions = {
    ...{path, name, delimiter, encoding, set: [], onDuplicate: 'first', dateOrder: undefined, skipLines},
    // The account's own fields are not known yet, so only the headers are checked.
    map: map.map(([header]) => [header, ''] as const),
    fields: reservedFields.map(field => importField(field, 'text')),
    ...{sampleHeader: undefined, createFields: false},
  };
  await openImport(options, undefined, true).catch(error => {
    // A person is asked about the encoding later.
    if (!(error instanceof DoubtfulEncodingError)) throw error;
  });
}

import type {Context} from '../../commands/command.js';
import {chooseEncoding} from '../../csv/bytes/encodings.js';
import {reservedFields} from '../../endpoints/fields.js';
import {importField} from '../file/contract.js';
import {openImport} from '../file/open.js';
import {fileSource} from '../file/source.js';
import {findListToFill} from './create-missing.js';
import {type ImportInput, toSettings} from './options.js';

/** Refuses options and a file that cannot work, whatever a person would answer about the list and the columns. */
export async function checkImportFirst(context: Context, input: Partial<ImportInput>): Promise<void> {
  const {encoding, map} = toSettings(input, context);
  chooseEncoding(encoding, new Uint8Array());
  if (input.list !== undefined) await findListToFill(context, input);
  if (input.file === undefined || input.file === '-') return;
  const {path, name} = fileSource(context.host, input.file);
  // The account's own fields are not known yet, so only the headers are checked.
  const headers = map.map(([header]) => [header, ''] as const);
  const fields = reservedFields.map(field => importField(field, 'text'));
  const rest = {set: [], dateOrder: undefined, sampleHeader: undefined, createFields: false};
  await openImport({path, name, encoding, map: headers, fields, ...rest}, undefined, true);
}

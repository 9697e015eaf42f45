import type {Readable} from 'node:stream';
import {UsageError} from '../../core/errors.js';
import {type ApiRequest, type FilePart, type FormField, textsOf} from '../describe/request.js';

/** A form as sent: its headers, its exact length, and its bytes. */
export type EncodedForm = {readonly type: string; readonly length: number; readonly bytes: Uint8Array | Readable};

/** Encodes a request's fields; undefined if it has none. If a file cannot be read, it fails before anything is sent. */
export async function encodeForm({encoding, fields}: ApiRequest): Promise<EncodedForm | undefined> {
  if (fields.length === 0) return undefined;
  return encoding === 'urlencoded' ? urlencoded(textsOf(fields)) : multipart(fields);
}

function urlencoded(fields: Array<[name: string, text: string]>): EncodedForm {
  const bytes = Buffer.from(new URLSearchParams(fields).toString());
  return {type: 'application/x-www-form-urlencoded', length: bytes.length, bytes};
}

async function multipart(fields: readonly FormField[]): Promise<EncodedForm> {
  const {default: FormData} = await import('form-data');
  const form = new FormData();
  let streams = false;
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else if ('bytes' in value)
      form.append(name, Buffer.from(value.bytes), {filename: value.name, contentType: typeOf(value.name)});
    else {
      streams = true;
      await appendFile(form, name, value);
    }
  }
  const type = form.getHeaders()['content-type'] as string;
  if (!streams) {
    const bytes = form.getBuffer();
    return {type, length: bytes.length, bytes};
  }
  const {PassThrough} = await import('node:stream');
  const length = await new Promise<number>((resolve, reject) =>
    form.getLength((error, size) => (error ? reject(error) : resolve(size))),
  );
  return {type, length, bytes: form.pipe(new PassThrough())};
}

async function appendFile(form: import('form-data'), name: string, {path}: FilePart & {path: string}): Promise<void> {
  const [{createReadStream}, {stat}, {basename}] = await Promise.all([
    import('node:fs'),
    import('node:fs/promises'),
    import('node:path'),
  ]);
  const found = await stat(path).catch(cause => {
    throw new UsageError(`emk cannot read the file ${path}.`, {cause, hint: 'Check the path.'});
  });
  if (!found.isFile()) throw new UsageError(`${path} is not a file.`, {hint: 'Name a file.'});
  form.append(name, createReadStream(path), {
    filename: basename(path),
    contentType: typeOf(path),
    knownLength: found.size,
  });
}

/** The content type of a file. A table of all types would take longer to load than most files to send. */
const typeOf = (path: string): string => (/\.csv$/i.test(path) ? 'text/csv' : 'application/octet-stream');

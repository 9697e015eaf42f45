import {readFile} from 'node:fs/promises';
import {basename} from 'node:path';
import {UsageError} from '../../core/errors.js';
import {requireFile} from '../../core/system/files.js';
import {type ApiRequest, type FormField, textsOfForm} from '../describe/request.js';

type EncodedForm = {readonly type: string; readonly bytes: Uint8Array};

/** Encodes a request's fields; undefined if it has none. If a file cannot be read, it fails before anything is sent. */
export async function encodeForm({encoding, fields}: ApiRequest): Promise<EncodedForm | undefined> {
  if (fields.length === 0) return undefined;
  if (encoding === 'multipart') return multipart(fields);
  const bytes = Buffer.from(new URLSearchParams(textsOfForm(fields)).toString());
  return {type: 'application/x-www-form-urlencoded', bytes};
}

async function multipart(fields: readonly FormField[]): Promise<EncodedForm> {
  const {default: FormData} = await import('form-data');
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else {
      const file = 'bytes' in value ? value : {name: basename(value.path), bytes: await contentOf(value.path)};
      form.append(name, Buffer.from(file.bytes), {filename: file.name, contentType: typeOf(file.name)});
    }
  }
  return {type: form.getHeaders()['content-type'] as string, bytes: form.getBuffer()};
}

async function contentOf(path: string): Promise<Uint8Array> {
  try {
    await requireFile(path, path);
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`emk cannot read the file ${path}.`, {cause, hint: 'Check the path.'});
  }
}

/** The content type of a file. A table of all types would take longer to load than most files to send. */
const typeOf = (path: string): string => (/\.csv$/i.test(path) ? 'text/csv' : 'application/octet-stream');

import type {FormValue, ServiceForm, Upload} from '../service/behaviour.js';
import {limits, type Settings} from '../service/settings.js';

/** A request's form, as the account sees it and as the log describes it. */
export type ParsedForm = {
  readonly encoding: 'multipart' | 'urlencoded' | 'none' | 'other';
  readonly form: ServiceForm;
  readonly tooLarge: readonly string[];
  /** How many fields were dropped because of the limit. */
  readonly dropped: number;
  readonly sent: readonly SentField[];
};

type SentField = {readonly name: string; readonly bytes: number; readonly filename?: string};

/** The form is not UTF-8; the framework then answers with an error of its own. */
export class MalformedForm extends Error {}

type ReadingForm = Pick<Settings, 'emptyToNull'>;

/** Reads a form like PHP and its framework, including limits. */
export async function parseForm(type: string | undefined, body: Buffer, settings: ReadingForm): Promise<ParsedForm> {
  const encoding = encodingOf(type, body);
  const parts =
    encoding === 'multipart' ? await readMultipart(type ?? '', body) : encoding === 'urlencoded' ? pairsOf(body) : [];
  // PHP notices one field late, but only in a urlencoded form.
  const limit = limits.fields + (encoding === 'urlencoded' ? 1 : 0);
  const fields = parts.filter(part => part.filename === undefined);
  const files = parts.filter(part => part.filename !== undefined && part.filename !== '');
  const isTooLarge = ({bytes}: FormPart): boolean => bytes.length > limits.file;
  const arrived = files.filter(file => !isTooLarge(file));
  return {
    encoding,
    form: formOf(
      [
        ...fields.slice(0, limit).map(field => [field.name, decoded(field.bytes)] as const),
        ...arrived.map(({name, bytes, filename = '', type = ''}) => [name, {filename, type, bytes}] as const),
      ],
      settings,
    ),
    tooLarge: files.filter(isTooLarge).map(({name}) => name),
    dropped: Math.max(0, fields.length - limit),
    sent: parts.map(({name, bytes, filename}) => ({
      name,
      bytes: bytes.length,
      ...(filename === undefined ? {} : {filename}),
    })),
  };
}

/** Reads a query string in the same way. */
export function parseQuery(query: string, settings: ReadingForm): ServiceForm {
  const fields = pairsOf(Buffer.from(query, 'latin1')).map(({name, bytes}) => [name, decoded(bytes)] as const);
  return formOf(fields, settings);
}

type SentValue = string | Upload;

/**
 * What PHP makes of a form's fields: `a[0]` and `a[]` become arrays, and later values replace earlier ones. The
 * framework trims each text, and takes an empty one for null.
 */
function formOf(
  fields: ReadonlyArray<readonly [name: string, value: SentValue]>,
  {emptyToNull}: ReadingForm,
): ServiceForm {
  const read = new Map<string, SentValue | Map<string, SentValue>>();
  for (const [name, value] of fields) {
    const {base, key} = partsOfName(name);
    if (base === '') continue;
    if (key === undefined) {
      read.set(base, value);
      continue;
    }
    const known = read.get(base);
    const array = known instanceof Map ? known : new Map<string, SentValue>();
    array.set(key === '' ? nextIndex(array) : key, value);
    read.set(base, array);
  }
  const textOf = (text: string): string | null => {
    const kept = trimmed(text);
    return emptyToNull === 'true' && kept === '' ? null : kept;
  };
  const passed = (value: SentValue | Map<string, SentValue>): FormValue => {
    if (typeof value === 'string') return textOf(value);
    if (!(value instanceof Map)) return value;
    return [...value.values()].flatMap(item => (typeof item === 'string' ? [textOf(item)] : []));
  };
  return Object.fromEntries([...read].map(([name, value]) => [name, passed(value)]));
}

/** A text as the framework passes it on: without blanks of any kind at both ends. */
export const trimmed = (text: string): string => text.replace(blankEnds, '');

const blank = '[\\s\\u0085\\u200B\\u200E\\uFEFF]+';
const blankEnds = new RegExp(`^${blank}|${blank}$`, 'gu');

/**
 * The parts of a field's name. Up to the first bracket, dots, spaces and open brackets become underscores. The base of an
 * array inside an array is empty: no parameter has one.
 */
function partsOfName(name: string): {base: string; key?: string} {
  const clean = name.replace(/^ +/, '');
  const open = clean.indexOf('[');
  const close = clean.indexOf(']', open);
  if (open < 1 || close < 0) return {base: clean.replace(/[ .[]/g, '_')};
  if (/^\[[^\]]*\]/.test(clean.slice(close + 1))) return {base: ''};
  return {base: clean.slice(0, open).replace(/[ .]/g, '_'), key: clean.slice(open + 1, close)};
}

function nextIndex(array: ReadonlyMap<string, unknown>): string {
  const indexes = [...array.keys()].filter(key => /^\d+$/.test(key)).map(Number);
  return String(indexes.reduce((highest, index) => Math.max(highest, index), -1) + 1);
}

type FormPart = {readonly name: string; readonly bytes: Buffer; readonly filename?: string; readonly type?: string};

function encodingOf(type = '', body: Buffer): ParsedForm['encoding'] {
  if (/^multipart\/form-data/i.test(type)) return 'multipart';
  if (/^application\/x-www-form-urlencoded/i.test(type)) return 'urlencoded';
  return body.length === 0 ? 'none' : 'other';
}

async function readMultipart(contentType: string, body: Buffer): Promise<FormPart[]> {
  // Only the default export survives bundling, because the package is CommonJS.
  const {
    default: {Busboy},
  } = await import('@fastify/busboy');
  const parts: {name: string; chunks: Buffer[]; filename?: string; type: string}[] = [];
  // PHP takes nothing from a form that ends early or has no boundary, and continues without it.
  const isWhole = await new Promise<boolean>((resolve, reject) => {
    // Every part is read as bytes, because PHP ignores a part's own type and charset.
    const parser = new Busboy({headers: {'content-type': contentType}, isPartAFile: () => true});
    parser.on('file', (name, stream, filename: string | undefined, _encoding, type) => {
      const part = {name: name ?? '', chunks: [] as Buffer[], type, ...(filename === undefined ? {} : {filename})};
      parts.push(part);
      stream.on('data', (chunk: Buffer) => part.chunks.push(chunk));
      stream.on('error', reject);
    });
    parser.on('finish', () => resolve(true));
    parser.on('error', reject);
    parser.end(body);
  }).catch(() => false);
  return isWhole ? parts.map(({chunks, ...part}) => ({...part, bytes: Buffer.concat(chunks)})) : [];
}

const pairsOf = (body: Buffer): FormPart[] =>
  body
    .toString('latin1')
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const [, name = '', value = ''] = /^([^=]*)=?([\s\S]*)$/.exec(pair) ?? [];
      return {name: decoded(unescaped(name)), bytes: unescaped(value)};
    });

/** Decodes percent-encoding; a percent sign without two hex digits stays. */
const unescaped = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

const utf8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new MalformedForm('The form holds text that is not UTF-8.', {cause});
  }
}

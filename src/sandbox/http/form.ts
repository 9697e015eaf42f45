import type {Form, FormValue, Nested, Upload} from '../service/behaviour.js';
import {limits, type Settings} from '../service/settings.js';

type Sent = string | Upload;
type Item = Sent | Nested;

/** What PHP makes of a form's fields: `a[0]` and `a[]` become arrays, and later values replace earlier ones. */
function asPhpReads(
  fields: ReadonlyArray<readonly [name: string, value: Sent]>,
): ReadonlyMap<string, Sent | readonly Item[]> {
  const form = new Map<string, Sent | Map<string, Item>>();
  for (const [name, value] of fields) {
    const {base, key, deeper} = partsOfName(name);
    if (base === '') continue;
    if (key === undefined) {
      form.set(base, value);
      continue;
    }
    const known = form.get(base);
    const array = known instanceof Map ? known : new Map<string, Item>();
    array.set(key === '' ? nextIndex(array) : key, deeper ? nestedArray : value);
    form.set(base, array);
  }
  return new Map([...form].map(([base, value]) => [base, value instanceof Map ? [...value.values()] : value]));
}

/** Values as the framework passes them to the service: text trimmed at both ends, empty text as null. */
export function asFrameworkPasses(
  value: Sent | readonly Item[],
  {trimText, emptyToNull}: {readonly trimText: boolean; readonly emptyToNull: boolean},
): FormValue {
  const textOf = (text: string): string | null => {
    const kept = trimText ? text.replace(blankEnds, '') : text;
    return emptyToNull && kept === '' ? null : kept;
  };
  if (typeof value === 'string') return textOf(value);
  if (isUpload(value)) return value;
  return value.flatMap((item): (string | null | Nested)[] =>
    typeof item === 'string' ? [textOf(item)] : isUpload(item) ? [] : [item],
  );
}

const nestedArray: Nested = {nested: true};

const isUpload = (value: Item | readonly Item[]): value is Upload => typeof value === 'object' && 'bytes' in value;

const blank = '[\\s\\u0085\\u200B\\u200E\\uFEFF]+';
const blankEnds = new RegExp(`^${blank}|${blank}$`, 'gu');

/** The parts of a field's name. Up to the first bracket, dots, spaces and open brackets become underscores. */
function partsOfName(name: string): {base: string; key: string | undefined; deeper: boolean} {
  const clean = name.replace(/^ +/, '');
  const open = clean.indexOf('[');
  const close = clean.indexOf(']', open);
  if (open < 1 || close < 0) {
    return {base: clean.replace(/[ .[]/g, '_'), key: undefined, deeper: false};
  }
  const deeper = /^\[[^\]]*\]/.test(clean.slice(close + 1));
  return {base: clean.slice(0, open).replace(/[ .]/g, '_'), key: clean.slice(open + 1, close), deeper};
}

function nextIndex(array: ReadonlyMap<string, unknown>): string {
  const indexes = [...array.keys()].filter(key => /^\d+$/.test(key)).map(Number);
  return String(indexes.reduce((highest, index) => Math.max(highest, index), -1) + 1);
}

/** A request's form, as the account sees it and as the log describes it. */
export type ParsedForm = {
  readonly encoding: 'multipart' | 'urlencoded' | 'none' | 'other';
  readonly form: Form;
  readonly tooLarge: readonly string[];
  /** How many fields were dropped because of the limit. */
  readonly dropped: number;
  readonly sent: readonly SentField[];
};

export type SentField = {readonly name: string; readonly bytes: number; readonly filename?: string};

/** The form is not UTF-8; the framework then answers with an error of its own. */
export class MalformedForm extends Error {}

/** Reads a form like PHP and its framework, including limits. */
export async function parseForm(
  contentType: string | undefined,
  body: Buffer,
  settings: Pick<Settings, 'trimText' | 'emptyToNull'>,
): Promise<ParsedForm> {
  const encoding = encodingOf(contentType, body);
  const parts = await partsOf(encoding, contentType, body);
  // PHP notices one field late, but only in a urlencoded form.
  const limit = limits.fields + (encoding === 'urlencoded' ? 1 : 0);
  const fields = parts.filter(part => part.filename === undefined);
  const files = parts.filter(part => part.filename !== undefined && part.filename !== '');
  const arrived = files.filter(file => file.bytes.length <= limits.file);
  const read = asPhpReads([
    ...fields.slice(0, limit).map(field => [field.name, decoded(field.bytes)] as const),
    ...arrived.map(file => [file.name, toUpload(file)] as const),
  ]);
  return {
    encoding,
    form: Object.fromEntries([...read].map(([name, value]) => [name, asFrameworkPasses(value, settings)])),
    tooLarge: files.filter(file => file.bytes.length > limits.file).map(({name}) => name),
    dropped: Math.max(0, fields.length - limit),
    sent: parts.map(({name, bytes, filename}) => ({
      name,
      bytes: bytes.length,
      ...(filename === undefined ? {} : {filename}),
    })),
  };
}

/** Reads a query string in the same way. */
export function parseQuery(query: string, settings: Pick<Settings, 'trimText' | 'emptyToNull'>): Form {
  const fields = pairsOf(Buffer.from(query, 'latin1')).map(({name, bytes}) => [name, decoded(bytes)] as const);
  return Object.fromEntries([...asPhpReads(fields)].map(([name, value]) => [name, asFrameworkPasses(value, settings)]));
}

type Part = {readonly name: string; readonly bytes: Buffer; readonly filename?: string; readonly type?: string};

function encodingOf(contentType = '', body: Buffer): ParsedForm['encoding'] {
  if (/^multipart\/form-data/i.test(contentType)) return 'multipart';
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) return 'urlencoded';
  return body.length === 0 ? 'none' : 'other';
}

async function partsOf(encoding: ParsedForm['encoding'], contentType: string | undefined, body: Buffer) {
  if (encoding === 'multipart') return readMultipart(contentType ?? '', body);
  return encoding === 'urlencoded' ? pairsOf(body) : [];
}

async function readMultipart(contentType: string, body: Buffer): Promise<Part[]> {
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
  if (!isWhole) return [];
  return parts.map(({chunks, ...part}) => ({...part, bytes: Buffer.concat(chunks)}));
}

const pairsOf = (body: Buffer): Part[] =>
  body
    .toString('latin1')
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const cut = pair.indexOf('=');
      const [name, value] = cut < 0 ? [pair, ''] : [pair.slice(0, cut), pair.slice(cut + 1)];
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

const toUpload = ({bytes, filename = '', type = ''}: Part): Upload => ({filename, type, bytes});

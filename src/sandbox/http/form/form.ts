import type {Form, Upload} from '../../service/behaviour.js';
import {limits, type Settings} from '../../service/settings.js';
import {asFrameworkPasses, asPhpReads} from './form-names.js';

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

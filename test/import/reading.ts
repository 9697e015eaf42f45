/**
 * What emk reads in a file, by a line typed in a shell: the import of the file into a list. A proxy before the account
 * keeps what would be sent and refuses it, so that the account stays as it is.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {beforeAll} from 'vitest';
import {standBetween} from '../support/in-between.js';
import {errorOf} from '../support/said.js';
import {useShell} from '../support/use-shell.js';

export type Options = {
  readonly map?: ReadonlyArray<readonly [header: string, field: string]>;
  readonly set?: ReadonlyArray<readonly [field: string, value: string]>;
  readonly encoding?: string;
  readonly createFields?: boolean;
  readonly leaveEmpty?: readonly string[];
  readonly dateOrder?: 'dmy' | 'mdy';
  /** The columns that say who gets no mail: `none` unless told, and those that emk finds with `auto`. */
  readonly status?: 'none' | 'auto' | readonly string[];
  readonly words?: ReadonlyArray<readonly [word: string, meaning: 'active' | 'out']>;
  /** Custom fields of the account beside age, join_date and phone, by their types. */
  readonly fields?: {readonly [name: string]: string};
  /** Whether the service has its sample, whose header is then sent. */
  readonly sample?: boolean;
  /** Whether the service has its list of countries; without it they are sent as they are written. */
  readonly countries?: boolean;
  /** A file that is there, or not, in place of the content. */
  readonly path?: string;
  /** The name of the file, leads.csv unless told, and its folder. */
  readonly name?: string;
  readonly folder?: string;
  /** The file for rejected rows. */
  readonly rejects?: string;
  /** How many rows may be rejected: any number unless told. */
  readonly maxErrors?: number;
  /** Whether the line is only a rehearsal, which sends nothing and takes half the time. */
  readonly rehearses?: boolean;
  /** Whether the account takes the rows, so that all of them are sent. */
  readonly arrives?: boolean;
};

type Read = {
  readonly encoding: string;
  readonly delimiter: string;
  readonly columns: ReadonlyArray<{readonly header: string; readonly fields: readonly string[]}>;
  readonly status_columns: readonly string[];
};

/** What the line prints, what it says, and what it sends. */
export type Reading = {
  /** The error about the file, without the end of its import by the proxy. */
  readonly refused: string | undefined;
  /** What the error that ends the line advises. */
  readonly hint: string;
  readonly rows: number;
  readonly good: number;
  readonly repeated: number;
  readonly rejected: ReadonlyArray<{readonly line: number; readonly reason: string}>;
  readonly rejectedCount: number;
  readonly left: number;
  readonly bounced: number;
  readonly out: number;
  readonly read: Read;
  /** What it says about the file. */
  readonly warnings: readonly string[];
  /** The files that it writes, by what is in them. */
  readonly files: {readonly [of: string]: string};
  /** The custom fields that it creates, each with its type. */
  readonly created: readonly string[];
  readonly header: string;
  /** The rows that it sends, without `arrives` at most the first ten, with their lines in the file. */
  readonly sent: ReadonlyArray<{
    readonly line: number;
    readonly text: string;
    readonly values: Readonly<Record<string, string>>;
  }>;
};

const papaparse = createRequire(import.meta.url)('papaparse') as {
  parse(text: string): {readonly data: string[][]};
};

const customFields = {age: 'number', join_date: 'datetime-local', phone: 'text'};

/** A shell whose account has no contacts, one list and three custom fields. */
export function useReading() {
  const shell = useShell({seed: {kind: 'empty'}});
  let folders = 0;
  let states = 0;

  const newFolder = (): string => {
    const folder = join(shell().folder, `read-${++folders}`);
    mkdirSync(folder);
    return folder;
  };
  const expectDone = async (line: readonly string[], cwd = shell().folder) => {
    const {code, stderr} = await shell().emk(line, {host: {cwd}});
    if (code !== 0) throw new Error(`${line.join(' ')}: ${stderr}`);
  };
  const createField = (name: string, type: string) => expectDone(['fields', 'create', name, '--type', type, '--yes']);

  beforeAll(async () => {
    await expectDone(['lists', 'create', 'Leads', '--yes']);
    for (const [name, type] of Object.entries(customFields)) await createField(name, type);
  });

  /** Types the import of a file. */
  async function read(content: string | Uint8Array, options: Options = {}): Promise<Reading> {
    const folder = options.folder ?? newFolder();
    writeFileSync(join(folder, options.name ?? 'leads.csv'), content);
    for (const [name, type] of Object.entries(options.fields ?? {})) await createField(name, type);
    const created: Array<readonly [name: string, type: string]> = [];
    const uploads: string[] = [];
    const between = await standBetween(shell().sandbox, ({path, body}) => {
      if (path.startsWith('/contacts/csv-sample') && !options.sample) return {status: 404, json: {}};
      if (path.startsWith('/get/country-state-city') && !options.countries)
        return {json: {status: 'success', message: {countries: [], states: [], cities: []}}};
      if (path.startsWith('/custom-fields/save')) created.push([part(body, 'field_name'), part(body, 'field_type')]);
      if (!path.startsWith('/contacts/upload-csv')) return undefined;
      uploads.push(body);
      if (options.arrives) return undefined;
      return {status: 401, json: {status: 'failed', message: 'Not now.'}};
    });
    if (options.dateOrder) await expectDone(['config', 'set', 'dates', options.dateOrder], folder);
    const ran = await shell().emk(lineFor(options, options.arrives ? `List ${folders}` : 'Leads'), {
      env: {...between.env, EMK_STATE_DIR: join(shell().folder, `state-${++states}`)},
      host: {cwd: folder},
    });
    for (const name of [...created.map(([each]) => each), ...Object.keys(options.fields ?? {})]) {
      await expectDone(['fields', 'delete', name, '--yes']);
    }
    return readingOf(ran, {content, created, uploads});
  }

  /** The same as text: the rows that are sent, the rejected ones with reasons, or the error about the whole file. */
  async function report(content: string | Uint8Array, options: Options = {}): Promise<string> {
    const found = await read(content, options);
    if (found.refused !== undefined) return found.refused;
    const {encoding, delimiter, columns, status_columns} = found.read;
    const lines = [
      `${encoding} ${delimiter} · ${found.rows} rows: ${found.good} good, ${found.rejectedCount} rejected, ${found.repeated} repeated`,
      ...columns.filter(({fields}) => fields.length === 0).map(({header}) => `left out: ${header}`),
      ...status_columns.map(header => `status: ${header}`),
      ...found.created.map(field => `new: ${field}`),
      ...found.warnings.map(warning => `! ${warning}`),
      `      ${found.header}`,
      ...found.sent.map(({line, text}) => `${String(line).padStart(4)}: ${visible(text)}`),
      ...found.rejected.map(({line, reason}) => `${String(line).padStart(4)}✗ ${reason}`),
    ];
    return `\n${lines.join('\n')}\n`;
  }

  return {shell, newFolder, read, report};
}

const lineFor = (options: Options, list: string): string[] => [
  ...['contacts', 'import', options.path ?? options.name ?? 'leads.csv', '--list', list, '--create-list'],
  options.rehearses ? '--dry-run' : '--yes',
  ...['--max-errors', String(options.maxErrors ?? 1_000_000), '--allow-automations', '--output', 'json'],
  ...(options.map ?? []).flatMap(([header, field]) => ['--map', `${header}=${field}`]),
  ...(options.set ?? []).flatMap(([field, value]) => ['--set', `${field}=${value}`]),
  ...(options.leaveEmpty ?? []).flatMap(header => ['--leave-empty', header]),
  ...(options.words ?? []).flatMap(([word, meaning]) => ['--status', `${word}=${meaning}`]),
  ...statusColumns(options.status ?? 'none').flatMap(header => ['--status-column', header]),
  ...(options.createFields ? ['--create-fields'] : []),
  ...(options.rejects === undefined ? [] : ['--rejects', options.rejects]),
  ...(options.encoding === undefined ? [] : ['--encoding', options.encoding]),
];

const statusColumns = (status: 'none' | 'auto' | readonly string[]): readonly string[] =>
  status === 'auto' ? [] : status === 'none' ? ['none'] : status;

/** One value of a form. */
const part = (body: string, name: string): string => body.split(`name="${name}"\r\n\r\n`)[1]?.split('\r\n')[0] ?? '';

function readingOf(
  ran: {readonly stdout: string; readonly stderr: string},
  {
    content,
    created,
    uploads,
  }: {
    readonly content: string | Uint8Array;
    readonly created: ReadonlyArray<readonly [string, string]>;
    readonly uploads: readonly string[];
  },
): Reading {
  const error = errorOf(ran);
  const data = ran.stdout === '' ? undefined : JSON.parse(ran.stdout);
  const rejected: Reading['rejected'] = data?.rejected_rows ?? [];
  const read: Read = data?.read ?? {encoding: 'utf-8', delimiter: ',', columns: [], status_columns: []};
  const [header = ''] = recordsOf(uploads[0] ?? '');
  const texts = uploads.flatMap(upload => recordsOf(upload).slice(1));
  const status = data?.skipped.status ?? {};
  return {
    refused: error && !data ? `\nerror ${error.exit}: ${error.message}\n  ${shortened(error.hint)}\n` : undefined,
    hint: shortened(error?.hint ?? null),
    rows: data?.rows ?? 0,
    good: data?.to_add ?? 0,
    repeated: data?.skipped.repeated ?? 0,
    rejected,
    rejectedCount: data?.rejected ?? 0,
    left: status.unsubscribed ?? 0,
    bounced: status.bounced ?? 0,
    out: status.not_confirmed ?? 0,
    read,
    warnings: warningsIn(ran.stderr, rejected),
    files: data?.files ?? {},
    created: created.map(field => field.join(' ')),
    header: uploads.length === 0 ? read.columns.flatMap(({fields}) => fields).join() : header,
    sent: withLines(header, texts, {text: decoded(content, read.encoding), rejected}),
  };
}

/** A hint without the line that was typed, as far as it is always the same. */
const shortened = (hint: string | null): string =>
  String(hint).replaceAll(/emk (?:contacts )?import \S+\.csv .*?--output json /g, 'add ');

/** What is said about the file; the reasons of the rejected rows are printed too. */
function warningsIn(stderr: string, rejected: Reading['rejected']): string[] {
  const reasons = new Set(rejected.map(({line, reason}) => `Line ${line}: ${reason}.`));
  return stderr
    .split('\n')
    .flatMap(line => (line.startsWith('{"warning"') ? [String(JSON.parse(line).warning.text)] : []))
    .filter(text => !reasons.has(text) && !/^\d+ more such lines?\.$/.test(text));
}

/** The records of the CSV in an upload, as they are written. */
function recordsOf(upload: string): string[] {
  const [, csv = ''] = /text\/csv\r\n\r\n([\s\S]*\n)\r\n--/.exec(upload) ?? [];
  return [...csv.matchAll(/((?:[^"\n]|"[^"]*")*)\n/g)].map(([, record = '']) => record);
}

const decoded = (content: string | Uint8Array, encoding: string): string =>
  typeof content === 'string' ? content : new TextDecoder(encoding).decode(content);

/** The sent rows with the lines of the file on which their addresses stand, in its order. */
function withLines(
  header: string,
  texts: readonly string[],
  {text, rejected}: {readonly text: string; readonly rejected: Reading['rejected']},
): Reading['sent'] {
  const [names = []] = papaparse.parse(header).data;
  const lines = text.toLowerCase().split(/\r\n|\r|\n/);
  const bad = new Set(rejected.map(({line}) => line));
  let last = 0;
  return texts.map(row => {
    const [cells = []] = papaparse.parse(row).data;
    const values = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
    const address = (values['email'] ?? values['Email'] ?? '').toLowerCase();
    last = lines.findIndex((line, at) => at >= last && !bad.has(at + 1) && line.includes(address)) + 1;
    return {line: last, text: row, values};
  });
}

const visible = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');

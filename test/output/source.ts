import type {RecordSource} from '../../src/api/answers/records.js';
import type {Loose} from '../../src/api/describe/schema.js';
import {contact} from '../../src/endpoints/contacts.js';
import {render} from '../../src/output/formats/render.js';
import type {RenderOptions} from '../../src/output/results/render-options.js';
import type {Result} from '../../src/output/results/result.js';
import type {Sink} from '../../src/output/results/sink.js';
import {type Form, toStream} from '../../src/output/text/terminal.js';
import {toView} from '../../src/records/view/select.js';

/** A list as a service sends it, which notes how far it was read and whether it was closed. */
export type Source = RecordSource & {readonly seen: {batches: number; closed: boolean; lines: boolean}};

/** Gives batches one after another, and fails after them if told to. */
export function sourceOf(batches: readonly (readonly object[])[], failure?: Error): Source {
  const seen = {batches: 0, closed: false, lines: false};
  async function* read<T>(convert: (batch: readonly object[]) => T): AsyncGenerator<T> {
    try {
      for (const batch of batches) {
        seen.batches++;
        yield convert(batch);
      }
      if (failure) throw failure;
    } finally {
      seen.closed = true;
    }
  }
  return {
    seen,
    [Symbol.asyncIterator]: () => read(batch => batch as readonly Loose[]),
    lines: () => {
      seen.lines = true;
      return read(batch => Buffer.from(batch.map(record => `${JSON.stringify(record)}\n`).join('')));
    },
  };
}

export type Printed = {
  readonly out: string;
  readonly notices: string[];
  readonly warnings: string[];
  readonly chunks: string[];
};

/** The output for a result, with a width on a terminal. */
export async function print(result: Result, options: Partial<RenderOptions> = {}): Promise<Printed> {
  const look = {...plain, ...options};
  const printed = collect(
    toStream({isTTY: look.width !== undefined}),
    look.format.startsWith('json') ? 'json' : 'words',
  );
  await render(result, look, printed.sink);
  return printed.get();
}

export const plain: RenderOptions = {format: 'table', width: undefined, color: false, timeZone: 'UTC'};

export function collect(
  shown: ReturnType<typeof toStream> = chunk => chunk,
  standard: Form = 'words',
): {readonly sink: Sink; get(): Printed} {
  const chunks: string[] = [];
  const notices: string[] = [];
  const warnings: string[] = [];
  return {
    sink: {
      write: async (given, form = standard) => {
        const chunk = shown(given, form);
        chunks.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      },
      notice: sentence => notices.push(sentence),
      warn: sentence => warnings.push(sentence),
    },
    get: () => ({out: chunks.join(''), notices, warnings, chunks}),
  };
}

/** A list of contacts, as `contacts list` would return it. */
export function contacts(
  records: RecordSource,
  input: Parameters<typeof toView>[0] = {},
  columns: readonly string[] = ['id', 'email', 'created_at'],
): Extract<Result, {kind: 'records'}> {
  const view = toView(input, {shape: contact, columns});
  return {kind: 'records', records, shape: contact, key: 'id', noun: {one: 'contact', many: 'contacts'}, view};
}

/** A contact with everything that makes output hard, except the given fields. */
export const someone = (fields: object): object => ({
  id: 1,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  alt_email: null,
  city: 'London',
  custom_field: {age: {field_name: 'age', field_value: '36'}},
  created_at: '2026-03-04T13:05:09.000000Z',
  contact_type: {id: 3, name: 'Newsletter'},
  ...fields,
});

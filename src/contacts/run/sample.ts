import type {Client} from '../../api/client/client.js';
import {ForeignAnswerError, NotFoundError, RefusedError} from '../../core/errors.js';
import {operations as contacts} from '../../endpoints/contacts.js';

/** The facts in the service's own sample file. */
export type Sample = {
  readonly header: readonly string[] | undefined;
  /** Whether it writes countries as names. Without a sample they are sent as ids, as in the rest of the API. */
  readonly countries: 'names' | 'ids';
};

/** Reads the service's sample. A missing sample is not an error, because an import can do without. */
export async function readSample({call}: Pick<Client, 'call'>): Promise<Sample> {
  try {
    const {bytes} = await call(contacts.sample);
    return parseSample(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof RefusedError || error instanceof ForeignAnswerError) {
      return {header: undefined, countries: 'ids'};
    }
    throw error;
  }
}

function parseSample(text: string): Sample {
  const [first = '', second = ''] = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const header = cells(first);
  if (!header.some(name => /e-?mail/i.test(name))) return {header: undefined, countries: 'ids'};
  const example = cells(second)[header.findIndex(name => /^country$/i.test(name))] ?? '';
  return {header, countries: /\p{L}/u.test(example) ? 'names' : 'ids'};
}

const cells = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
    .slice(0, line === '' ? 0 : undefined)
    .filter((cell, index, all) => cell !== '' || index < all.length - 1);

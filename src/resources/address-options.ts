import {Readable} from 'node:stream';
import {params} from '../api/describe/operation.js';
import type {InputOf} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import type {Host} from '../core/system/host.js';

/** The options of a command that adds addresses to a list: single addresses, a file, or both. */
export const addressOptions = params({
  email: {
    type: 'text',
    format: 'people',
    many: true,
    byPosition: true,
    value: 'address',
    help: 'Address to add, or a list of people as you paste it',
  },
  file: {
    type: 'text',
    value: 'file',
    help: 'A file of addresses: one per line, or CSV. Use - to pipe in, or to paste and end with Ctrl-D',
  },
  column: {type: 'text', value: 'header', help: 'The column with the addresses, in a CSV file'},
  encoding: {type: 'text', value: 'name', help: 'The encoding of the file (default: detected)'},
  strict: {type: 'flag', help: 'Send nothing if any line of the file has no address', decides: 'checks'},
});

/** How another tool's export says who unsubscribed there, and so who of its file counts. */
export const leaverOptions = params({
  status_column: {
    type: 'text',
    option: 'status-column',
    many: true,
    value: 'header',
    help: 'A column of the file that says who unsubscribed, or none (default: detected)',
  },
  status: {
    type: 'text',
    many: true,
    value: 'word=active|out',
    help: 'What a word in that column means: active gets mail, out gets none',
  },
  bounced: {type: 'flag', help: 'Also take people of the file whose mail bounced'},
});

/** The ways to name addresses, of which a person chooses one: each option alone is optional. */
export const addressQuestions = {
  needs: [{question: 'Which addresses?', either: {email: 'Type or paste them', file: 'Read them from a file'}}],
} as const;

/** The values of these on a line. */
export type AddressInput = InputOf<typeof addressOptions> &
  Partial<InputOf<typeof leaverOptions>> & {
    /** The group that they leave; without it they leave everything. */
    readonly group?: number;
  };

/** The same machine, with what a person pastes as its standard input where a file is `-` and nothing is piped in. */
export async function withPasted({host, ask}: Context, file: string | undefined, what = 'addresses'): Promise<Host> {
  if (file !== '-' || !ask.possible) return host;
  const text = await ask.pasted(`Paste the ${what}, then press Ctrl-D.`);
  const stdin = Readable.from([Buffer.from(text)]);
  return Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(host),
    stdin: {value: stdin, enumerable: true},
  });
}

import {params} from '../../api/describe/notation.js';
import type {InputOf} from '../../api/describe/schema.js';

/** The options of a command that adds addresses to a list: single addresses, a file, or both. */
export const addressOptions = params({
  email: {
    type: 'text',
    format: 'people',
    many: true,
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

/** Another source of addresses: another tool's export. Only people who unsubscribed there count. */
export const leaverOptions = params({
  from: {type: 'text', value: 'file', help: 'An export of another tool: emk takes only people who unsubscribed there'},
  status_column: {
    type: 'text',
    option: 'status-column',
    many: true,
    value: 'header',
    help: 'A column of --from that says who unsubscribed (default: detected)',
  },
  status: {
    type: 'text',
    many: true,
    value: 'word=left|active',
    help: 'What a word in that column means: left = gets no mail, active = gets mail',
  },
  bounced: {type: 'flag', help: 'With --from: also take people whose mail bounced'},
});

/** The ways to name addresses, of which a person chooses one: each option alone is optional. */
const ways = {email: 'Type or paste them', file: 'Read them from a file'};

export const addressQuestions = {needs: [{question: 'Which addresses?', either: ways}]} as const;

export const leaverQuestions = {
  needs: [
    {
      question: 'Which addresses?',
      either: {addresses: ways.email, file: ways.file, from: 'Read who unsubscribed in another tool'},
    },
  ],
} as const;

/** The values of these on a line. */
export type AddressInput = InputOf<typeof addressOptions> & Partial<InputOf<typeof leaverOptions>>;

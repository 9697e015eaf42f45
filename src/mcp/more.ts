import {object, text} from '../json-schema/describe.js';
import type {Definition} from './protocol.js';

/** The tool for the rest of an answer that was too long. It runs no command of its own. */
export const more: Definition = {
  name: 'more',
  title: 'The next part of an answer',
  description: 'Gives the next part of an answer that did not fit.',
  inputSchema: {...object({next: {...text, description: 'The "next" of the answer'}}), additionalProperties: false},
  annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false},
};

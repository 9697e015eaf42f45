import {object, text} from '../json-schema/describe.js';
import type {Definition} from './protocol.js';

/** The tool that sends what "prepare_send" has shown, after a person has agreed. */
export const confirmSend: Definition = {
  name: 'confirm_send',
  title: 'Send a prepared mailing',
  description:
    'Sends exactly the mailing that prepare_send has shown. First a person types the number of people. A digest works once.',
  inputSchema: {...object({digest: {...text, description: 'From prepare_send'}}), additionalProperties: false},
  annotations: {readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true},
};

/** The tool for the rest of an answer that was too long. It runs no command of its own. */
export const more: Definition = {
  name: 'more',
  title: 'The next part of an answer',
  description: 'Gives the next part of an answer that did not fit.',
  inputSchema: {...object({next: {...text, description: 'The "next" of the answer'}}), additionalProperties: false},
  annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false},
};

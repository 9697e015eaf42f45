import {checkOptions} from '../../checks/options.js';
import {utmOption} from '../../commands/template-input.js';
import {changing} from '../../commands/verbs/update.js';
import {content, sendUtr} from '../../endpoints/single-sends.js';

const {required: _, ...utr} = sendUtr;
const {recipient_id: _to, exclude_specific_recipient_id: _except, ...emailForm} = content;

/** An existing mailing, or the options of a new one, and the people who get the test. */
export const testTakes = {
  ...changing({utr: sendUtr, ...emailForm}, 'utr'),
  utr,
  ...utmOption,
  to: {
    type: 'text',
    format: 'people',
    many: true,
    required: true,
    value: 'address',
    help: 'Who gets the test, such as your own address',
    question: 'Who gets the test?',
  },
  keep: {type: 'flag', help: 'Leave the test and its contacts in the account'},
  ...checkOptions,
} as const;

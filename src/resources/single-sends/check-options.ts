import {checkOptions, recipientLimits} from '../../checks/options.js';
import {utmOption} from '../../commands/template-input.js';
import {changing} from '../../commands/verbs/update.js';
import {content, sendUtr} from '../../endpoints/single-sends.js';
import {listOptions} from '../../records/view/select.js';
import {when} from './when.js';

const {required: _, ...utr} = sendUtr;

/** A send of the account, the options of one to be created, or both: then the options say what would be changed. */
export const checkTakes = {
  ...changing({utr: sendUtr, ...content}, 'utr'),
  utr,
  ...utmOption,
  ...when,
  ...recipientLimits,
  ...checkOptions,
  ...listOptions,
};

import {checkOptions, recipientLimits} from '../../checks/options.js';
import {utmOption} from '../../commands/template-input.js';
import {changing} from '../../commands/verbs/update.js';
import {content, sendUtr} from '../../endpoints/single-sends.js';
import {listOptions} from '../../records/view/select.js';
import {when} from './when.js';

const {required: _, ...utr} = sendUtr;

/** An existing mailing, the options of a new one, or both: then the options are changes. */
export const prepareTakes = {
  ...changing({utr: sendUtr, ...content}, 'utr'),
  utr,
  ...utmOption,
  ...when,
  ...recipientLimits,
  ...checkOptions,
};

/** The same for a list of findings. */
export const checkTakes = {...prepareTakes, ...listOptions};

import {object, text} from '../../json-schema/describe.js';

/** Where something is kept. */
export default object({path: text});

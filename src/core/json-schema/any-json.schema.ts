import {anything} from './describe.js';

/** JSON of any form: what the service answers to `emk api`, or a JSON Schema itself. */
export default anything;

import {object, oneOf, type TypeOf, text} from '../../json-schema/describe.js';

/** What a served sandbox prints once it answers. */
const served = object({ready: oneOf(true), baseUrl: text, publicKey: text, secretKey: text});

export default served;

export type Served = TypeOf<typeof served>;

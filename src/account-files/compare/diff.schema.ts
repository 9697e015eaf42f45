import {about, listOf, object, oneOf, type TypeOf, text} from '../../json-schema/describe.js';
import {kind} from '../kinds/kind.schema.js';
import {fieldChange} from './plan.schema.js';

const difference = object({
  kind,
  name: text,
  in: oneOf('both', 'first', 'second'),
  fields: about('From the first account to the second', listOf(fieldChange)),
});

/** How two accounts differ. */
export default object({first: text, second: text, differences: listOf(difference)});

/** A record that differs between two accounts, or that only one of them has. */
export type AccountDifference = TypeOf<typeof difference>;

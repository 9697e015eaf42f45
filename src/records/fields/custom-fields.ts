import {isObject} from '../../api/answers/is-object.js';
import {lookUp} from '../../words/look-up.js';

/** The value of one custom field of what a contact has in `custom_field`; undefined if it has no such field. */
export const customValue = (held: unknown, name: string): unknown =>
  isObject(held) ? unwrapped(lookUp(held, name)) : undefined;

/** All custom fields of a contact with their values. The service sends null or an empty list if there are none. */
export const customValues = (held: unknown): ReadonlyArray<readonly [name: string, value: unknown]> =>
  isObject(held) ? Object.entries(held).map(([name, one]) => [name, unwrapped(one)] as const) : [];

/** What a custom field holds: the service sends `{"field_name": "age", "field_value": "36"}`, and older copies "36". */
export const unwrapped = (held: unknown): unknown =>
  isObject(held) && Object.hasOwn(held, 'field_value') ? held['field_value'] : held;

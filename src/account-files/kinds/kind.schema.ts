import {about, boolean, either, integer, mapOf, object, oneOf, type TypeOf, text} from '../../json-schema/describe.js';
import {kindNames} from './shape.js';

export const kind = oneOf(...kindNames);
export const id = either(text, integer);
export const action = oneOf('create', 'update', 'delete');

/** How many records there are, by kind. */
export const countByKind = mapOf(integer);

const one = {kind, name: text, id};

export const madeOne = object(one);

/** A record that stays, and why. */
export const keptOne = object({
  ...one,
  why: text,
  needsLook: about("Whether a person should look at it: only somebody's changes prevent its deletion", boolean),
});

export type Action = TypeOf<typeof action>;
export type MadeOne = TypeOf<typeof madeOne>;
export type Kept = TypeOf<typeof keptOne>;

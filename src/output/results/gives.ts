import type {Shape} from '../../api/describe/schema.js';
import type {Schema} from '../../json-schema/describe.js';

/** What a command gives. The formats that it can print and `emk schema` follow from it; the first of several is the usual one. */
export type Gives = Given | readonly [Given, ...Given[]];

export type Given =
  | {readonly list: Shape}
  | {readonly record: Shape}
  /** Words for people that are data for programs. Rows have no place for it, unless `rows` says what they get instead. */
  | {readonly document: Described; readonly rows?: Shape}
  /** What was done, and to which records. */
  | 'done'
  /** Text or bytes as they are. */
  | 'text'
  | 'nothing'
  /** Talks with a person or another program in a form of its own. */
  | 'conversation';

/** A document is described in a file of its own, which no run loads; or it is a record. */
export type Described = Shape | (() => Promise<{readonly default: Schema}>);

/** Everything that a command may give, the usual first. */
export const allOf = (gives: Gives): readonly Given[] => (isSeveral(gives) ? gives : [gives]);

const isSeveral = (gives: Gives): gives is readonly [Given, ...Given[]] => Array.isArray(gives);

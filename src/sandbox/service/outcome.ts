import type {Asked, Listed, Outcome} from './behaviour.js';

/** Success with the operation's own text. */
export const done: Outcome = {kind: 'value', value: null};

/** Success with the value that belongs into the operation's envelope. */
export const gives = (value: unknown): Outcome => ({kind: 'value', value});

/** Success with a collection that may be long. */
export const lists = (records: Iterable<Listed>): Outcome => ({kind: 'records', records});

/** A failure: one sentence, or complaints by parameter. */
export const refuses = (errors: string | {readonly [parameter: string]: readonly string[]}): Outcome => ({
  kind: 'failure',
  errors,
});

/** The failure of most operations for a record that does not exist. */
export const notFound = refuses('Record Not Found');

/** The same in the spelling of single sends, automations and the recipients of a segment. */
export const notFoundInLowerCase = refuses('Record not found');

/** A record that does not exist, where the documentation shows no failure of this kind. */
export const notFoundElsewhere = ({settings}: Pick<Asked, 'settings'>): Outcome => refuses(settings.notFoundElsewhere);

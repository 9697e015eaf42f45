import type {Asked, Listed, Outcome} from './behaviour.js';

/** Success with the operation's own text. */
export const done: Outcome = {kind: 'value', value: null};

/** Success with a value for the operation's envelope. */
export const gives = (value: unknown): Outcome => ({kind: 'value', value});

/** Success with a collection that may be long. */
export const lists = (records: Iterable<Listed>): Outcome => ({kind: 'records', records});

/** A failure: one sentence, or complaints by parameter. */
export const refuses = (errors: string | {readonly [parameter: string]: readonly string[]}): Outcome => ({
  kind: 'failure',
  errors,
});

/** The failure of most operations for a missing record. */
export const notFound = refuses('Record Not Found');

/** The same in the spelling of single sends, automations and the recipients of a segment. */
export const notFoundInLowerCase = refuses('Record not found');

/** The failure for a missing record, if the documentation shows none. */
export const notFoundElsewhere = ({settings}: Pick<Asked, 'settings'>): Outcome => refuses(settings.notFoundElsewhere);

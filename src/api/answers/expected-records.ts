import {ForeignAnswerError} from '../../core/errors.js';
import {isObject} from '../../core/words/values.js';
import type {Operation} from '../describe/schema.js';

/** What each record of a list must be at least: an object, or a word in a list of words. */
export type ExpectedRecords = {
  /** The byte that each record begins with; undefined if any byte is allowed. */
  readonly opening: number | undefined;
  /** Throws if a record is something else. */
  check(records: readonly unknown[]): void;
};

/** Builds the check of a list's records: a null would break readers, and dropping a person would be worse. */
export function expectedRecords({returns, route}: Pick<Operation, 'returns' | 'route'>): ExpectedRecords {
  const [opening, isRecord] = returns.kind === 'tags' ? [0x22, isText] : [0x7b, isObject];
  return {
    opening,
    check(records) {
      for (const record of records) if (!isRecord(record)) throw strange(route, record);
    },
  };
}

/** The type of a value, in words for people. */
function typeInWords(value: unknown): string {
  if (value === null || value === undefined) return value === null ? 'null' : 'missing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'text' : String(value);
}

const isText = (value: unknown): boolean => typeof value === 'string';

const strange = (route: string, value: unknown): ForeignAnswerError =>
  new ForeignAnswerError(
    `The list that the service answered ${route} with holds ${typeInWords(value)} in place of a record, which its API document does not show.`,
    {hint: commandToShow(route)},
  );

/** The command that shows the raw answer, if it needs no more than the address. */
const commandToShow = (route: string): string =>
  route.startsWith('GET') && !/[?{]/.test(route)
    ? `See the answer as it came: emk api ${route}`
    : 'See the answer as it came: run the command again with --debug.';

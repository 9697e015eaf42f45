import {ForeignAnswerError} from '../../errors.js';
import type {Loose, Operation} from '../describe/schema.js';
import {isObject} from './is-object.js';

/** What each record of a list must be at least: an object, or a word where the list holds words. */
export type ExpectedRecords = {
  /** The byte that each begins with; undefined where anything may stand. */
  readonly opening: number | undefined;
  /** Throws where something else stands among them. */
  check(records: readonly unknown[]): void;
};

/** A null or a number among records would break whoever reads them, and a person left out in silence would be worse. */
export function expectedRecords(
  {returns, route}: Pick<Operation, 'returns' | 'route'>,
  seen: (records: readonly Loose[]) => void = () => {},
): ExpectedRecords {
  const [opening, isRecord] = returns.kind === 'tags' ? [0x22, isText] : [0x7b, isObject];
  return {
    opening,
    check(records) {
      for (const record of records) if (!isRecord(record)) throw strange(route, record);
      seen(records as readonly Loose[]);
    },
  };
}

/** What a value is, in a person's words. */
export function typeInWords(value: unknown): string {
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

/** The command that shows an answer as it came, where it takes no more than its address. */
export const commandToShow = (route: string): string =>
  route.startsWith('GET') && !/[?{]/.test(route)
    ? `See the answer as it came: emk api ${route}`
    : 'See the answer as it came: run the command again with --debug.';

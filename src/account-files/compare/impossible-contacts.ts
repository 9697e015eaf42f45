import type {Differences} from '../../contacts-import/sync/sync-result.schema.js';
import {counted, reasonsWithMore} from '../../words/sentence.js';
import type {Mistake} from '../folder/mistakes.js';
import type {ImpossibleContacts} from './plan.schema.js';

/** Contacts that a file asks for and the API cannot provide. */
export type Found = {
  /** Contacts that differ but cannot be updated, because they have no country. */
  readonly needsCountry: number;
  /** How many contacts differ in each field that no update can change. */
  readonly notCarried: Differences;
  /** Rows without an address, and rows whose address is in an earlier row. */
  readonly rows: {readonly nameless: number; readonly repeated: number};
  readonly list: {
    readonly listed: number;
    readonly nameless: number;
    /** How many contacts share an address with an earlier one, and how many of those differ from their row. */
    readonly repeated: number;
    readonly unlike: number;
    readonly gone: number;
    /** How many joined since the pull, whom no file names. */
    readonly joined: number;
  };
  readonly prune: boolean;
};

/** Whether a file names nobody who is on the list. That is a mistake: nobody wants to delete a whole list. */
export const isEverybody = ({list: {gone, joined, listed}}: Pick<Found, 'list'>): boolean =>
  gone > 0 && gone + joined >= listed;

/** A row with new values that no import accepts, and whether its contact is on the list. */
export type UnimportableRow = {readonly mistake: Mistake; readonly isThere: boolean};

/** Rows that no import accepts, with the first reasons. */
export function notImported(rows: readonly UnimportableRow[]): readonly ImpossibleContacts[] {
  return (['create', 'update'] as const).flatMap((action): readonly ImpossibleContacts[] => {
    const some = rows.filter(({isThere}) => isThere === (action === 'update'));
    if (some.length === 0) return [];
    const reasons = some.map(
      ({mistake: {source, at, says}}) => `${source.file}, line ${at.line}: ${says.replace(/\.$/, '')}`,
    );
    return [{action, count: some.length, why: `an import refuses such a row (${reasonsWithMore(reasons, 5)})`}];
  });
}

/** The contacts that no apply can make match their file, each with the reason. */
export function impossibleContacts(found: Found): readonly ImpossibleContacts[] {
  const {needsCountry, notCarried, rows, list, prune} = found;
  const some: readonly ImpossibleContacts[] = [
    {action: 'create', count: rows.nameless - list.nameless, why: 'an import refuses a row without an address'},
    {action: 'create', count: rows.repeated - list.repeated, why: 'an earlier row has the same address'},
    ...Object.entries(notCarried).map(
      ([field, count]): ImpossibleContacts => ({
        action: 'update',
        count,
        why: `the API cannot change ${field}: only an import sets it`,
      }),
    ),
    {
      action: 'update',
      count: needsCountry,
      why: 'the API changes no contact without a country, and neither the file nor the account has one',
    },
    {action: 'update', count: list.unlike, why: 'several contacts have this address, so emk cannot tell which one'},
    {
      action: 'delete',
      count: prune && isEverybody(found) ? list.gone : 0,
      why: `the file names none of the ${counted(list.listed, 'contact')} on this list, so it is probably for another one; to delete all of them, delete the list`,
    },
  ];
  return some.filter(({count}) => count > 0);
}

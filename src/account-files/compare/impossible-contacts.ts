import {reasonsWithMore} from '../../words/sentence.js';
import type {Mistake} from '../folder/mistakes.js';
import type {ImpossibleContacts} from '../results.schema.js';

/** How many rows and contacts have no address, or that of an earlier one. */
export type Found = {readonly rows: Unnamed; readonly list: Unnamed};

type Unnamed = {readonly nameless: number; readonly repeated: number};

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

/** The people whom no apply can add, each with the reason. The account may have such people. */
export const impossibleContacts = ({rows, list}: Found): readonly ImpossibleContacts[] => {
  const some: readonly ImpossibleContacts[] = [
    {action: 'create', count: rows.nameless - list.nameless, why: 'an import refuses a row without an address'},
    {action: 'create', count: rows.repeated - list.repeated, why: 'an earlier row has the same address'},
  ];
  return some.filter(({count}) => count > 0);
};

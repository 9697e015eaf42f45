import {kinds} from '../kinds/kinds.js';
import type {Entry, KindName} from '../kinds/shape.js';
import type {Change, FieldChange, Plan} from '../results.schema.js';

/** Which changes that can send mail are allowed. */
export type AllowedMail = {readonly mailings: boolean; readonly live: boolean};

/** A change that waits for an option, because it would send mail. */
type WaitingChange = {readonly change: Change; readonly needs: '--mailings' | '--live'};

export type DividedChanges = {readonly changes: readonly Change[]; readonly waiting: readonly WaitingChange[]};

/** Divides a plan into changes to make, and those that need an option because they would mail people. */
export function divideChanges({changes}: Pick<Plan, 'changes'>, {mailings, live}: AllowedMail): DividedChanges {
  const made: Change[] = [];
  const waiting: WaitingChange[] = [];
  for (const change of changes) {
    if (change.kind === 'mailings' && change.action !== 'delete' && !mailings) {
      waiting.push({change, needs: '--mailings'});
    } else if (!live && change.kind === 'automations' && change.fields.some(goesLive)) {
      waiting.push({change: {...change, action: 'update', fields: change.fields.filter(goesLive)}, needs: '--live'});
      const fields = change.fields.filter(field => !goesLive(field));
      if (change.action === 'create' || fields.length > 0) made.push({...change, fields});
    } else {
      made.push(change);
    }
  }
  return {changes: made, waiting};
}

/** The entries whose records match them once the other changes are made. */
export const withoutWaiting = (
  entries: ReadonlyMap<KindName, readonly Entry[]>,
  {waiting}: Pick<DividedChanges, 'waiting'>,
): ReadonlyMap<KindName, readonly Entry[]> =>
  new Map(
    [...entries].map(([kind, some]) => {
      const names = new Set(waiting.filter(({change}) => change.kind === kind).map(({change}) => change.name));
      return [kind, some.filter(entry => !names.has(String(entry[kinds[kind].identity])))] as const;
    }),
  );

export const goesLive = (field: FieldChange): boolean => field.key === 'live' && 'to' in field && field.to === true;

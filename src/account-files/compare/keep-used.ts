import type {AccountRecord, AccountState} from '../account/read-account.js';
import type {KindName} from '../kinds/shape.js';
import type {Plan} from '../results.schema.js';
import {withoutImpossible} from './make-plan.js';
import {nameOf, noteUses, type UsedBy} from './references.js';

/** Keeps records in a plan that others still use, reading kinds that refer to what would be deleted. */
export async function keepUsed(
  plan: Plan,
  account: AccountState,
  readMore: (kinds: ReadonlySet<KindName>) => Promise<AccountState>,
): Promise<Plan> {
  const isSpared = ({action, kind}: Plan['changes'][number]): boolean => action === 'delete' && referredKinds.has(kind);
  if (!plan.changes.some(isSpared)) return plan;
  const unread = new Set(kindsWithReferences.filter(kind => !account.kinds.has(kind)));
  const more = unread.size === 0 ? new Map<KindName, readonly AccountRecord[]>() : (await readMore(unread)).kinds;
  const held = new Map([...account.kinds, ...more]);
  // A record that changes refers to what its file says, which was checked already.
  const changing = new Set(plan.changes.map(nameOf));
  const users: UsedBy = new Map();
  for (const kind of kindsWithReferences) {
    for (const one of held.get(kind) ?? [])
      if (!changing.has(nameOf({kind, name: one.name}))) noteUses(kind, one, users);
  }
  return withoutImpossible(plan, change => {
    const user = isSpared(change) ? users.get(nameOf(change)) : undefined;
    const stays = user && held.get(change.kind)?.find(one => one.name === change.name);
    if (stays) noteUses(change.kind, stays, users);
    return user && `${user} uses it`;
  });
}

/** The kinds whose records refer to others. */
export const kindsWithReferences: readonly KindName[] = ['segments', 'automations', 'mailings'];

/** The kinds that they refer to and that can be deleted. */
const referredKinds: ReadonlySet<KindName> = new Set(['lists', 'senders', 'segments']);

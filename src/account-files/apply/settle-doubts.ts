import type {Context} from '../../commands/command.js';
import {nameKey} from '../../identity/identities.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {Item, MadeIds} from '../../work/record.js';
import {itemsIn} from '../../work/state.js';
import {textOf} from '../account/entries.js';
import type {AccountRecord, AccountState} from '../account/read-account.js';
import type {KindName} from '../kinds/shape.js';
import type {ApplyJournal, Doubt} from './apply-journal.js';

/** Waits until the service has certainly finished the requests of an interrupted run. */
export async function waitForDoubts(
  {host, notice}: Context,
  doubts: ReadonlyArray<{readonly startedAt: number}>,
  settle: number,
): Promise<void> {
  const latest = Math.max(0, ...doubts.map(({startedAt}) => startedAt));
  const left = Math.min(settle, latest + settle - host.now().getTime());
  if (doubts.length === 0 || left <= 0) return;
  notice(
    `An earlier run stopped half-way. Waiting ${Math.ceil(left / 1000)} s until the service has finished its last request.`,
  );
  await host.sleep(left, host.interrupted);
}

/** Finds the outcome of an interrupted run's requests. Kinds that were not read stay open. */
export function settleDoubts(journal: ApplyJournal, account: AccountState): void {
  for (const doubt of journal.doubts) {
    const items = itemsIn(doubt.about);
    const held = account.kinds.get(items[0]?.kind as KindName);
    if (held === undefined) continue;
    const found = items.map(item => ({item, ids: madeOf(item, doubt, held, journal.made)}));
    journal.note({
      kind: 'settled',
      step: doubt.step,
      there: {items: found.filter(({ids}) => ids.length > 0).map(({item}) => item)},
      absent: {items: found.filter(({ids}) => ids.length === 0).map(({item}) => item)},
      made: found.flatMap(({ids}) => ids),
    });
  }
}

/** The new record or part of a record that a creation in doubt has made, if it did. */
function madeOf(
  {kind, within, key}: Item,
  {since}: Doubt,
  held: readonly AccountRecord[],
  made: ApplyJournal['made'],
): MadeIds {
  if (within === undefined) {
    const wanted = nameKey(kind as KindName, key);
    const others = new Set([...(made.records.get(kind as KindName)?.values() ?? [])].map(({id}) => String(id)));
    const found = held.find(
      ({called, row, id}) =>
        nameKey(kind as KindName, called) === wanted && row > since.lastRow && !others.has(String(id)),
    );
    return found ? [[key, found.id]] : [];
  }
  const rows = held.find(({name}) => name === within)?.below.filter(row => Number(row['id']) > since.lastRow) ?? [];
  return rows.flatMap((row): MadeIds => {
    if (kind === 'automations') return textOf(row['subject']) === key ? [[textOf(row['utr']), textOf(row['utr'])]] : [];
    return foldAddress(textOf(row['email_address'] ?? row['email'])) === key ? [[key, Number(row['id'])]] : [];
  });
}

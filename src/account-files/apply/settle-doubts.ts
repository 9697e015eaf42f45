import type {Context} from '../../commands/command.js';
import {nameKey} from '../../identity/identities.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {textOf} from '../account/entries.js';
import type {AccountRecord, AccountState} from '../account/read-account.js';
import type {Id} from '../folder/made-records.js';
import type {ApplyJournal} from './apply-journal.js';
import type {Doubt, Step} from './steps.js';

/** Waits until the service has certainly finished the requests of an interrupted run. */
export async function waitForDoubts({host, notice}: Context, doubts: readonly Doubt[], settle: number): Promise<void> {
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
    const held = account.kinds.get(doubt.kind);
    if (held !== undefined) journal.note(doubt.step === 'create' ? whetherMade(doubt, held) : whoWasAdded(doubt, held));
  }
}

function whetherMade(
  {kind, name, lastRow, fingerprint}: Extract<Doubt, {step: 'create'}>,
  held: readonly AccountRecord[],
): Step {
  const made = held.find(each => nameKey(kind, each.name) === nameKey(kind, name) && each.row > lastRow);
  return made ? {step: 'made', kind, name, id: made.id, fingerprint} : {step: 'not-made', kind, name};
}

function whoWasAdded(
  {kind, name, values, lastRow}: Extract<Doubt, {step: 'add'}>,
  held: readonly AccountRecord[],
): Step {
  const wanted = new Set(values);
  const rows = held.find(each => each.name === name)?.below.filter(row => Number(row['id']) > lastRow) ?? [];
  const ids = rows.flatMap((row): Array<readonly [string, Id]> => {
    if (kind === 'automations')
      return wanted.has(textOf(row['subject'])) ? [[textOf(row['utr']), textOf(row['utr'])]] : [];
    const address = foldAddress(textOf(row['email_address'] ?? row['email']));
    return wanted.has(address) ? [[address, Number(row['id'])]] : [];
  });
  return {step: 'added', kind, name, ids};
}

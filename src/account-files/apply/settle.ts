import type {Context} from '../../commands/command.js';
import {foldAddress} from '../../csv/columns/fold-address.js';
import {addressed} from '../account/account-lists.js';
import {textOf} from '../account/entries.js';
import type {AccountState, Held} from '../account/read-account.js';
import type {Id} from '../folder/made.js';
import type {Doubt, Step} from './steps.js';
import type {Workbook} from './workbook.js';

/** Waits until the service has certainly ended the requests of a run that was broken off. */
export async function waitForDoubts({host, notice}: Context, doubts: readonly Doubt[], settle: number): Promise<void> {
  const latest = Math.max(0, ...doubts.map(({startedAt}) => startedAt));
  const left = Math.min(settle, latest + settle - host.now().getTime());
  if (doubts.length === 0 || left <= 0) return;
  notice(
    `An earlier run was broken off; waiting ${Math.ceil(left / 1000)} s, so that the service has ended its last request.`,
  );
  await host.sleep(left, host.interrupted);
}

/** Finds what became of the requests of a run that was broken off. Those of kinds that were not read stay open. */
export function settleDoubts(workbook: Workbook, account: AccountState): void {
  for (const doubt of workbook.doubts) {
    const held = account.kinds.get(doubt.kind);
    if (held !== undefined)
      workbook.note(doubt.step === 'create' ? whetherMade(doubt, held) : whoWasAdded(doubt, held));
  }
}

function whetherMade(
  {kind, name, lastRow, fingerprint}: Extract<Doubt, {step: 'create'}>,
  held: readonly Held[],
): Step {
  const isIt = addressed(kind)
    ? (each: Held) => foldAddress(each.name) === foldAddress(name)
    : (each: Held) => each.name === name;
  const made = held.find(each => isIt(each) && each.row > lastRow);
  return made ? {step: 'made', kind, name, id: made.id, fingerprint} : {step: 'not-made', kind, name};
}

function whoWasAdded({kind, name, values, lastRow}: Extract<Doubt, {step: 'add'}>, held: readonly Held[]): Step {
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

import {PartialError} from '../../errors.js';
import {counted, plural} from '../../words/sentence.js';
import {checkCanary} from './canary.js';
import {type Comparison, compare, sortByPresence} from './compare.js';
import type {PlannedRow} from './plan.js';
import type {Sending} from './sending.js';
import {waitForRest} from './wait-for-rest.js';

/**
 * Checks "Imported Successfully", which the service says even if it dropped rows. The first rows are checked by each field
 * before anything else is sent; what became of later ones, the last look tells. If there are no later ones, the last look
 * does all of this.
 */
export async function checkAcknowledged(sending: Sending, rows: readonly PlannedRow[]): Promise<void> {
  if (sending.host.interrupted.aborted) return;
  if (sending.only) return void sending.only.push(...rows);
  if (sending.canaryDone) return;
  noteSeen(sending, {rows, chunk: sending.chunk}, await compareAtRest(sending, rows));
}

/** Checks the only rows of an import by the last look, as the first rows of a longer one are checked. */
export function checkOnly(sending: Sending, contacts: Comparison['contacts'], complete: boolean): void {
  const {only: rows = [], chunk} = sending;
  if (rows.length > 0) noteSeen(sending, {rows, chunk}, {...sortByPresence(rows, contacts), contacts, complete});
}

/** Takes in what the list shows of rows that the service has acknowledged, and stops the import where nothing arrives. */
function noteSeen(
  sending: Sending,
  {rows, chunk}: {readonly rows: readonly PlannedRow[]; readonly chunk: number},
  seen: Omit<Comparison, 'listed' | 'count'>,
): void {
  if (seen.complete && seen.present.length === 0) throw noneArrived(sending, rows, chunk);
  if (!sending.canaryDone) checkCanary(sending, seen.present, seen.contacts);
  sending.canaryDone = true;
  if (seen.complete && seen.absent.length > 0) {
    sending.tell.warn(
      `Chunk ${chunk}: the service says it imported ${counted(rows.length, 'row')}, but ${seen.absent.length} of them ${plural(seen.absent.length, 'is', 'are')} not in the list.`,
    );
  }
}

/** Compares, and again after a wait: a list that lacks rows may only be late. */
async function compareAtRest(sending: Sending, rows: readonly PlannedRow[]): Promise<Comparison> {
  const {service, host} = sending;
  const seen = await compare(service, rows);
  if (seen.absent.length === 0 || !seen.complete) return seen;
  const rest = await waitForRest(service, host, sending.restTimes, 'no answer', () =>
    sending.tell.progress.show({label: 'Waiting for the list to show the rows'}),
  );
  const again = await compare(service, rows);
  return {...again, complete: again.complete && rest.atRest};
}

function noneArrived({canaryDone}: Sending, rows: readonly PlannedRow[], chunk: number): PartialError {
  const which = canaryDone ? `chunk ${chunk}` : 'the first rows';
  return new PartialError(
    `The service says it imported ${which}, but ${plural(rows.length, 'the address is not', `none of the ${rows.length} addresses is`)} in the list.`,
    {
      hint: 'emk adds nobody else. See the list: emk contacts list. See what the service accepts: emk contacts sample',
    },
  );
}

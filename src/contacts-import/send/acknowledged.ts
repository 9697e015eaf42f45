import {PartialError} from '../../errors.js';
import {plural} from '../../words/count.js';
import {checkCanary} from './canary.js';
import {compare} from './compare.js';
import {findFirstContacts} from './first-contacts.js';
import type {PlannedRow} from './plan.js';
import {REFUSED_IN_A_ROW, type Sending} from './sending.js';
import {waitForRest} from './wait-for-rest.js';

/** Checks "Imported Successfully", which the service says even if it dropped rows: the first ones by each field. */
export async function checkAcknowledged(sending: Sending, rows: readonly PlannedRow[]): Promise<void> {
  if (sending.host.interrupted.aborted) return;
  const canary = !sending.canaryDone;
  const before = sending.count;
  sending.count = await sending.service.count();
  const grew = before === undefined || sending.count === undefined ? undefined : sending.count - before;
  const short = grew !== undefined && grew < rows.length;
  if (!canary && !short) return;
  const first = canary && grew !== undefined && !short ? await findFirstContacts(sending, rows) : undefined;
  if (first) {
    checkCanary(sending, rows, first);
    sending.canaryDone = true;
    return;
  }
  noteSeen(sending, rows, await compareAtRest(sending, rows, short));
}

/** Takes in what the list shows of rows that the service has acknowledged, and stops the import where nothing arrives. */
function noteSeen(
  sending: Sending,
  rows: readonly PlannedRow[],
  seen: Awaited<ReturnType<typeof compareAtRest>>,
): void {
  if (seen.complete && seen.present.length === 0) {
    for (const {line} of rows) sending.tally.dropped.add(line);
    if (!sending.alone || ++sending.refusedInARow >= REFUSED_IN_A_ROW) throw noneArrived(sending, rows);
    return;
  }
  if (!sending.canaryDone) checkCanary(sending, seen.present, seen.contacts);
  sending.canaryDone = true;
  if (seen.complete && seen.absent.length > 0) {
    sending.tell.warn(
      `Chunk ${sending.chunk}: the service said that ${rows.length} rows had been imported, but ${seen.absent.length} of them ${plural(seen.absent.length, 'is', 'are')} not in the list.`,
    );
  }
}

/** Compares after a wait: a list that lacks rows may only be late. */
async function compareAtRest(sending: Sending, rows: readonly PlannedRow[], short: boolean) {
  const {service, host} = sending;
  const seen = await compare(service, rows);
  if (seen.absent.length === 0 || !seen.complete || !(short || seen.present.length === 0)) return seen;
  const rest = await waitForRest(service, host, sending.restTimes, 'no answer', () =>
    sending.tell.progress.show({label: 'Waiting for the list to show the rows'}),
  );
  sending.count = rest.last;
  const again = await compare(service, rows);
  return {...again, complete: again.complete && rest.atRest};
}

function noneArrived({chunk, canaryDone}: Sending, rows: readonly PlannedRow[]): PartialError {
  const which = canaryDone ? `chunk ${chunk}` : 'the first rows';
  return new PartialError(
    `The service said that ${which} had been imported, but not one of its ${rows.length} addresses is in the list.`,
    {
      hint: 'Nothing more was sent. See the list: emk contacts list. See what the service accepts: emk contacts sample',
    },
  );
}

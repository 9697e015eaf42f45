import {setImmediate} from 'node:timers/promises';
import {PartialError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {counted, plural} from '../../words/sentence.js';
import {checkCanary} from './canary.js';
import {type Comparison, compare, sortByPresence} from './compare.js';
import type {PlannedRow} from './plan.js';
import type {Counting, Sending} from './sending.js';
import type {ListedContact} from './service.js';
import {waitForRest} from './wait-for-rest.js';

/**
 * Checks "Imported Successfully", which the service says even if it dropped rows. The first rows are checked by each
 * field before anything else is sent, later ones by the count, which comes while the next ones are sent. If there are
 * no later ones, the last look does all of this.
 */
export async function checkAcknowledged(sending: Sending, rows: readonly PlannedRow[]): Promise<void> {
  if (sending.host.interrupted.aborted) return;
  if (sending.only) return void sending.only.push(...rows);
  const counting = {rows, chunk: sending.chunk, counted: sending.service.count()};
  // If the import stops before the check, nobody waits for the count.
  counting.counted.catch(() => undefined);
  if (!sending.canaryDone) return check(sending, counting, 0);
  sending.counting = counting;
  // A request is written within two turns. The service counts while the disk takes the next intent.
  await setImmediate();
  await setImmediate();
}

/** Checks the rows before the latest ones by their count, which may include some of the latest. */
export async function checkCounted(sending: Sending, latest = 0): Promise<void> {
  const {counting, host} = sending;
  sending.counting = undefined;
  if (counting && !host.interrupted.aborted) await check(sending, counting, latest);
}

async function check(sending: Sending, {rows, chunk, counted}: Counting, latest: number): Promise<void> {
  const canary = !sending.canaryDone;
  const before = sending.count;
  const count = await counted;
  const grew = before === undefined || count === undefined ? undefined : count - before;
  const short = grew !== undefined && grew < rows.length;
  // Too low a count hides missing rows until the last look. Too high a one would have the whole list read for nothing.
  sending.count = count && Math.max(count - latest, before === undefined || short ? 0 : before + rows.length);
  if (!canary && !short) return;
  const first = canary && grew !== undefined && !short ? await findFirstContacts(sending, rows) : undefined;
  if (first) {
    checkCanary(sending, rows, first);
    sending.canaryDone = true;
    return;
  }
  noteSeen(sending, {rows, chunk}, await compareAtRest(sending, rows, {short, latest}));
}

/** Checks the only rows of an import by the last look, as the first rows of a longer one are checked. */
export function checkOnly(sending: Sending, contacts: Comparison['contacts'], complete: boolean): void {
  const {only: rows = [], chunk} = sending;
  if (rows.length > 0) noteSeen(sending, {rows, chunk}, {...sortByPresence(rows, contacts), contacts, complete});
}

/** Takes in what the list shows of rows that the service has acknowledged, and stops the import where nothing arrives. */
function noteSeen(
  sending: Sending,
  {rows, chunk}: Pick<Counting, 'rows' | 'chunk'>,
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

/** Compares after a wait: a list that lacks rows may only be late. */
async function compareAtRest(
  sending: Sending,
  rows: readonly PlannedRow[],
  {short, latest}: {readonly short: boolean; readonly latest: number},
): Promise<Comparison> {
  const {service, host} = sending;
  const seen = await compare(service, rows);
  if (seen.absent.length === 0 || !seen.complete || !(short || seen.present.length === 0)) return seen;
  const rest = await waitForRest(service, host, sending.restTimes, 'no answer', () =>
    sending.tell.progress.show({label: 'Waiting for the list to show the rows'}),
  );
  sending.count = rest.last && rest.last - latest;
  const again = await compare(service, rows);
  return {...again, complete: again.complete && rest.atRest};
}

function noneArrived({canaryDone}: Sending, rows: readonly PlannedRow[], chunk: number): PartialError {
  const which = canaryDone ? `chunk ${chunk}` : 'the first rows';
  return new PartialError(
    `The service says it imported ${which}, but ${plural(rows.length, 'the address is not', `none of the ${rows.length} addresses is`)} in the list.`,
    {
      hint: 'emk sends nothing more. See the list: emk contacts list. See what the service accepts: emk contacts sample',
    },
  );
}

/**
 * Finds the contacts of the first rows by asking for the ids after the highest earlier one. Reading a long list costs
 * much more than reading ten contacts. Undefined if the list is short, or if this does not find every row: then the
 * list must be read.
 */
async function findFirstContacts(
  {service, longListEnds}: Pick<Sending, 'service' | 'longListEnds'>,
  rows: readonly PlannedRow[],
): Promise<ReadonlyMap<string, ListedContact> | undefined> {
  if (longListEnds === undefined || rows.length > MOST_ROWS) return undefined;
  const wanted = new Set(rows.map(({address}) => address));
  const found = new Map<string, ListedContact>();
  for (let id = longListEnds + 1, strange = 0; found.size < wanted.size && strange < MOST_STRANGE; id++) {
    const contact = await service.contact(id);
    const address = foldAddress(contact?.email ?? '');
    if (contact && wanted.has(address)) found.set(address, contact);
    else strange++;
  }
  return found.size === wanted.size ? found : undefined;
}

/** With more rows than this, reading the list is just as fast. */
const MOST_ROWS = 10;

/** After this many ids of other contacts, this service does not count up its ids. */
const MOST_STRANGE = 3;

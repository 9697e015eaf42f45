import type {Context} from '../change/context.js';
import {DeclinedError, PreflightError} from '../core/errors.js';
import {andList, counted, plural, withMore} from '../core/words/sentence.js';
import type {Done} from '../output/results/result.js';
import {foldAddress} from '../records/fields/fold-address.js';
import type {Door, Reason} from './door.js';

/** A person whom the door stopped. */
export type Stopped = {readonly address: string; readonly reason: Reason};

/** The people whom the door stops, each with the reason. */
export const stoppedBy = (door: Pick<Door, 'stops'>, addresses: readonly string[]): readonly Stopped[] =>
  addresses.flatMap(address => {
    const reason = door.stops(foldAddress(address));
    return reason ? [{address, reason}] : [];
  });

/** Lets the only person of a line in: somebody at a terminal is asked about one who left, and a script is refused. */
export async function letInOne(context: Context, door: Door, address: string): Promise<void> {
  const stopped = nameGroupLeavers(context, stoppedBy(door, [address]));
  if (stopped.length === 0) return;
  const what = stoppedInWords(stopped);
  if (!canAsk(context)) throw new PreflightError(`${what}, so emk sent nothing.`, {hint: wayIn(stopped.length)});
  if (!(await context.ask.confirm(`${what}. Add this person anyway?`))) throw new DeclinedError('Nothing was changed.');
}

/** The addresses that may be added, and what programs learn about the others. */
type LetIn = {readonly addresses: readonly string[]; readonly facts: Pick<Done, 'skipped'>};

/** Lets several people in: somebody at a terminal is asked about those who left, and a script skips them. */
export async function letIn(context: Context, door: Door, addresses: readonly string[]): Promise<LetIn> {
  const stopped = nameGroupLeavers(context, stoppedBy(door, addresses));
  if (stopped.length === 0) return {addresses, facts: {}};
  if (canAsk(context)) {
    if (await context.ask.confirm(`${stoppedInWords(stopped)}. Add them anyway?`)) return {addresses, facts: {}};
  } else warnOfSkipped(context, stopped, wayIn(stopped.length));
  const out = new Set(stopped.map(({address}) => address));
  return {addresses: addresses.filter(address => !out.has(address)), facts: {skipped: {unsubscribed: stopped.length}}};
}

/** Whether somebody can be asked about people at the door: `--yes` is no answer to that. */
const canAsk = ({ask, globals}: Context): boolean => ask.possible && !globals.yes && !globals.dryRun;

/** Names who left a group, who may come in because the service keeps the mail of that group from them; the others stay. */
export function nameGroupLeavers({notice}: Pick<Context, 'notice'>, met: readonly Stopped[]): readonly Stopped[] {
  const ofGroup = met.filter(({reason}) => reason === 'left_a_group');
  if (ofGroup.length > 0)
    notice(`${stoppedInWords(ofGroup)}, and ${plural(ofGroup.length, 'gets', 'get')} all mail but that group's.`);
  return met.filter(({reason}) => reason !== 'left_a_group');
}

/** Says who is skipped, and what to do to add them all the same. */
export const warnOfSkipped = ({warn}: Pick<Context, 'warn'>, stopped: readonly Stopped[], hint: string): void =>
  warn(`emk skips ${counted(stopped.length, 'person', 'people')}: ${stoppedInWords(stopped)}. ${hint}`);

/** Who left and how, by name up to five: the one sentence of every way in. */
export const stoppedInWords = (stopped: readonly Stopped[]): string =>
  andList(
    (Object.keys(ways) as Reason[]).flatMap(reason => {
      const people = stopped.filter(one => one.reason === reason);
      return people.length === 0 ? [] : [`${byName(people.map(({address}) => address))} ${ways[reason]}`];
    }),
  );

const ways: Readonly<Record<Reason, string>> = {
  unsubscribed: 'unsubscribed from everything',
  left_a_group: 'unsubscribed from a group',
};

/** People by name up to five, and how many more. */
const byName = (addresses: readonly string[]): string => withMore(addresses, addresses.length, MOST);

/** How many people a sentence names. */
const MOST = 5;

/** What a script can do about them. */
const wayIn = (count: number): string =>
  `To add ${plural(count, 'this person', 'them')} anyway, add --include-unsubscribed`;

/** Up to five people whom the door stopped, for each reason, so that a file of any size takes no more memory. */
type NamesByReason = Record<Reason, string[]>;

export const noNames = (): NamesByReason => ({unsubscribed: [], left_a_group: []});

/** Adds a person to the names of a reason while there are fewer than five. */
export function nameAlso(names: NamesByReason, reason: Reason, address: string): void {
  if (names[reason].length < MOST) names[reason].push(address);
}

/** Who was stopped, a line for each reason: `  unsubscribed: ann@…, bob@… and 3 more`, and how they are added all the same. */
export function namesInLines(
  {unsubscribed, left_a_group: ofGroup}: NamesByReason,
  counts: Readonly<Record<Reason, number>>,
): string[] {
  const all = `  unsubscribed: ${withMore(unsubscribed, counts.unsubscribed)}. ${wayIn(counts.unsubscribed)}`;
  const some = `  unsubscribed from a group, whose mail they do not get: ${withMore(ofGroup, counts.left_a_group)}`;
  return [...(unsubscribed.length > 0 ? [all] : []), ...(ofGroup.length > 0 ? [some] : [])];
}

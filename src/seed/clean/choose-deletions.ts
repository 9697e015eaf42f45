import {isNamedByAddress} from '../../identity/identities.js';
import type {SomePeople} from '../../output/results/documents.schema.js';
import {somePeople} from '../../who-left/mail-again.js';
import type {MadeByRuns, MarkedRecord} from './find-records.js';
import type {RunFound} from './find-runs.js';

/** A record that stays although it has a run's mark, and why. */
type Kept = MarkedRecord & {readonly why: string};

export type RunDeletions = {
  readonly run: string;
  readonly records: readonly MarkedRecord[];
  readonly people: readonly number[];
  readonly kept: readonly Kept[];
};

/** Decides what of a run is deleted. A list with other people stays, and any doubtful namesake. */
export function chooseDeletions(
  {run, records, people, others}: RunFound,
  known: MadeByRuns,
  force: boolean,
): RunDeletions {
  const doubled = doubledIn(records, known);
  const strangersIn = (one: MarkedRecord): readonly number[] =>
    one.kind === 'lists' ? (others.get(String(one.id)) ?? []) : [];
  const unseenIn = ({kind, id, contacts = 0}: MarkedRecord): number =>
    kind === 'lists' ? contacts - (people.get(String(id))?.length ?? 0) - (others.get(String(id))?.length ?? 0) : 0;
  const certain = records.filter(one => !doubled.has(one));
  const going = certain.filter(one => unseenIn(one) <= 0 && (force || strangersIn(one).length === 0));
  return {
    run,
    records: going,
    people: [
      ...certain.flatMap(one => (one.kind === 'lists' ? (people.get(String(one.id)) ?? []) : [])),
      ...going.flatMap(strangersIn),
    ],
    kept: [
      ...[...doubled].map(one => ({...one, why: 'a seed made only one record of this name, and this may be another'})),
      ...certain
        .filter(one => !going.includes(one))
        .map(one => ({...one, why: unseenIn(one) > 0 ? UNSEEN : whyOccupied(strangersIn(one).length)})),
    ],
  };
}

/** The people of runs who get mail again because what unsubscribed them is deleted. */
export const mailAgainIn = (runs: ReadonlyArray<Pick<RunDeletions, 'records'>>): SomePeople =>
  somePeople(
    runs.flatMap(({records}) =>
      records.filter(({kind, group}) => kind === 'unsubscribes' || group !== undefined).map(({as}) => as),
    ),
  );

/**
 * The records whose name is not unique, or that this machine knows by another name: what one clean keeps, the next must
 * not delete. Records named by an address are one person, however often they are listed.
 */
function doubledIn(records: readonly MarkedRecord[], known: MadeByRuns): ReadonlySet<MarkedRecord> {
  const byName = new Map<string, MarkedRecord[]>();
  for (const one of records.filter(({kind, group}) => !isNamedByAddress(kind) && group === undefined)) {
    const name = `${one.kind}\n${one.as}`;
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  const doubled = new Set<MarkedRecord>();
  for (const alike of byName.values()) {
    for (const one of alike) {
      const made = [...(known.get(one.kind) ?? [])].filter(([, {as}]) => as === one.as).map(([id]) => id);
      if (made.length === 0 ? alike.length > 1 : !made.includes(String(one.id))) doubled.add(one);
    }
  }
  return doubled;
}

const UNSEEN = 'the service counts more contacts in it than it lists, so emk cannot tell whose they are';

const whyOccupied = (count: number): string =>
  count === 1
    ? '1 contact in it was not made by a seed: add --force to delete it too'
    : `${count} contacts in it were not made by a seed: add --force to delete them too`;

import {addressed} from '../../account-files/account/account-lists.js';
import type {Found, KnownIds} from './find-records.js';
import type {RunFound} from './find-runs.js';

/** A record that stays although it has a run's mark, and the reason. */
export type Kept = Found & {readonly why: string};

/** What of a run is deleted, and what stays. */
export type Going = {
  readonly run: string;
  readonly records: readonly Found[];
  readonly people: readonly number[];
  readonly kept: readonly Kept[];
};

/**
Decides what of a run goes. A contact type in which somebody else stands stays with them, and of several records with one name
only that goes which is known to have been made here: nobody can say which of the others it is.
*/
export function whatGoes({run, records, people, others}: RunFound, known: KnownIds, force: boolean): Going {
  const doubled = doubledIn(records, known);
  const strangersIn = (one: Found): readonly number[] =>
    one.kind === 'contact-types' ? (others.get(String(one.id)) ?? []) : [];
  const certain = records.filter(one => !doubled.has(one));
  const going = certain.filter(one => force || strangersIn(one).length === 0);
  return {
    run,
    records: going,
    people: [
      ...certain.flatMap(one => (one.kind === 'contact-types' ? (people.get(String(one.id)) ?? []) : [])),
      ...going.flatMap(strangersIn),
    ],
    kept: [
      ...[...doubled].map(one => ({...one, why: 'another record has the same name, and a seed made only one of them'})),
      ...certain.filter(one => !going.includes(one)).map(one => ({...one, why: whyOccupied(strangersIn(one).length)})),
    ],
  };
}

/** The records of one name, but for one that is known to be the seed's own. Who goes by an address is one person, however often it stands there. */
function doubledIn(records: readonly Found[], known: KnownIds): ReadonlySet<Found> {
  const byName = new Map<string, Found[]>();
  for (const one of records.filter(({kind, group}) => !addressed(kind) && group === undefined)) {
    const name = `${one.kind}\n${one.as}`;
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  const doubled = new Set<Found>();
  for (const alike of byName.values()) {
    const own = alike.filter(({kind, id}) => known.get(kind)?.has(String(id)));
    if (alike.length > 1) for (const one of alike) if (own.length !== 1 || own[0] !== one) doubled.add(one);
  }
  return doubled;
}

const whyOccupied = (count: number): string =>
  count === 1
    ? '1 contact in it was not made by a seed, and only --force deletes that too'
    : `${count} contacts in it were not made by a seed, and only --force deletes those too`;

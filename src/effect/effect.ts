import type {Change, Noun} from '../api/describe/schema.js';
import {counted} from '../words/count.js';
import {andList} from '../words/list.js';
import type {Crowd} from './crowd.js';
import type {Start} from './starts.js';

/** What a change can do to people. Words, limits and budgets are records over these names, so none leaves one out. */
type ToPeople = 'mailed' | 'deleted' | 'unsubscribed' | 'mailedAgain';

/** What a change does, known before it is made: the question, a dry run, limits and an agent's budget all read this. */
export type Effect<C extends Change = Change> = {
  /** The sorts of requests; a permit lets only these be sent. */
  readonly does: readonly C[];
  readonly records: readonly Touched[];
  readonly people: {readonly [does in ToPeople]?: Pick<Crowd, 'count'>};
  /** The live automations that it starts. */
  readonly starts: readonly Start[];
};

/** How many records of a kind are made, changed or deleted. */
type Touched = {
  readonly does: Change;
  readonly noun: Noun;
  readonly count: number;
  /** How many people go with them, when lists are deleted. */
  readonly withPeople?: number;
};

type About = Partial<Pick<Effect, 'people' | 'starts'>> & {readonly withPeople?: number | undefined};

/** The effect of requests of one sort on records of one kind. */
export const effectOf = <C extends Change>(
  does: C,
  {noun}: {readonly noun: Noun},
  count = 1,
  {people = {}, starts = [], withPeople}: About = {},
): Effect<C> => ({
  does: [does],
  records: count === 0 ? [] : [{does, noun, count, ...(withPeople !== undefined && {withPeople})}],
  people: withPeople === undefined ? people : {...people, deleted: {count: withPeople}},
  starts,
});

/** The effect of people who are unsubscribed. */
export const unsubscribing = (count: number): Effect<'creates'> => ({
  ...{does: ['creates'], records: [], starts: []},
  people: {unsubscribed: {count}},
});

/** Several effects as one, so that one question covers them. */
export const join = <C extends Change>(...effects: ReadonlyArray<Effect<C>>): Effect<C> => ({
  does: [...new Set(effects.flatMap(({does}) => does))],
  records: effects.flatMap(({records}) => records),
  people: effects.map(({people}) => people).reduce(together, {}),
  starts: effects.flatMap(({starts}) => starts),
});

const together = (one: Effect['people'], other: Effect['people']): Effect['people'] => {
  const names = [...Object.keys(one), ...Object.keys(other)] as ToPeople[];
  return Object.fromEntries(names.map(name => [name, {count: countOf(one, name) + countOf(other, name)}]));
};

const countOf = (people: Effect['people'], name: ToPeople): number => people[name]?.count ?? 0;

/** How many records it deletes. A list counts as the people on it, who are deleted with it. */
export const deletedBy = ({records}: Effect): number =>
  records.reduce(
    (sum, {does, count, withPeople = 0}) => sum + (does === 'deletes' ? Math.max(count, withPeople) : 0),
    0,
  );

/** What it deletes in words: `1 list with 40 people`. */
export function deletedInWords(effect: Effect): string {
  const lists = effect.records.filter(({does, withPeople = 0}) => does === 'deletes' && withPeople > 0);
  if (lists.length === 0) return counted(deletedBy(effect), 'record');
  const others = deletedBy({...effect, records: effect.records.filter(one => !lists.includes(one))});
  return andList([
    ...lists.map(
      ({noun, count, withPeople = 0}) =>
        `${counted(count, noun.one, noun.many)} with ${counted(withPeople, 'person', 'people')}`,
    ),
    ...(others > 0 ? [counted(others, 'other record')] : []),
  ]);
}

/** How many records and people it touches. */
export const touchedBy = ({records, people}: Effect): number =>
  records.reduce((sum, {count, withPeople = 0}) => sum + Math.max(count, withPeople), 0) +
  countOf(people, 'unsubscribed') +
  countOf(people, 'mailedAgain');

/** What it does in words that follow "would": `create 30 contacts`. */
export const effectInWords = ({records, people}: Effect): string =>
  andList([
    ...records.map(
      ({does, noun, count, withPeople = 0}) =>
        `${verbs[does]} ${counted(count, noun.one, noun.many)}${withPeople > 0 ? ` with ${counted(withPeople, 'person', 'people')}` : ''}`,
    ),
    ...(countOf(people, 'unsubscribed') > 0
      ? [`unsubscribe ${counted(countOf(people, 'unsubscribed'), 'person', 'people')}`]
      : []),
  ]);

const verbs: Readonly<Record<Change, string>> = {
  creates: 'create',
  updates: 'change',
  acts: 'change',
  deletes: 'delete',
  sends: 'send',
};

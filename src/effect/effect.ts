import type {Change, Noun} from '../api/describe/schema.js';
import type {Crowd} from './crowd.js';

/** What a change can do to people. Words, limits and budgets are records over these names, so none leaves one out. */
type ToPeople = 'mailed' | 'deleted' | 'unsubscribed' | 'mailedAgain';

/** What a change does, known before it is made: the question, a dry run, limits and an agent's budget all read this. */
export type Effect<C extends Change = Change> = {
  /** The sorts of requests; a permit lets only these be sent. */
  readonly does: readonly C[];
  readonly records: readonly Touched[];
  readonly people: {readonly [does in ToPeople]?: Pick<Crowd, 'count'>};
  /** The live automations that it starts. */
  readonly starts: readonly string[];
};

/** How many records of a kind are made, changed or deleted. */
type Touched = {readonly does: Change; readonly noun: Noun; readonly count: number};

type About = Partial<Pick<Effect, 'people' | 'starts'>>;

/** The effect of requests of one sort on records of one kind. */
export const effectOf = <C extends Change>(
  does: C,
  {noun}: {readonly noun: Noun},
  count = 1,
  {people = {}, starts = []}: About = {},
): Effect<C> => ({does: [does], records: count === 0 ? [] : [{does, noun, count}], people, starts});

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
  starts: [...new Set(effects.flatMap(({starts}) => starts))],
});

const together = (one: Effect['people'], other: Effect['people']): Effect['people'] => {
  const names = [...Object.keys(one), ...Object.keys(other)] as ToPeople[];
  return Object.fromEntries(names.map(name => [name, {count: countOf(one, name) + countOf(other, name)}]));
};

const countOf = (people: Effect['people'], name: ToPeople): number => people[name]?.count ?? 0;

/** How many records it deletes. */
export const deletedBy = ({records}: Effect): number =>
  records.reduce((sum, {does, count}) => sum + (does === 'deletes' ? count : 0), 0);

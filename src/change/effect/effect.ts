import type {Change, Noun} from '../../api/describe/schema.js';
import type {Account} from '../../api/wire/answer.js';
import {andList, counted, people, plural, quoted} from '../../core/words/sentence.js';

/** What a change can do to people. Words, limits and budgets are records over these names, so none leaves one out. */
type ToPeople = 'mailed' | 'deleted' | 'unsubscribed' | 'mailedAgain';

/** What a change does, known before it is made: the question, a dry run, limits and an agent's budget all read this. */
export type Effect<C extends Change = Change> = {
  /** The sorts of requests; a permit lets only these be sent. */
  readonly does: readonly C[];
  readonly records: readonly Touched[];
  readonly people: {readonly [does in ToPeople]?: PeopleCounted};
  readonly starts: readonly Start[];
  /** When people are mailed; empty if nobody is. */
  readonly at: readonly MailedAt[];
  /** How what is deleted comes back; undefined if nothing is deleted. */
  readonly wayBack: WayBack | undefined;
  /** What the line asks for and nobody can do: it stays impossible in the sum at the end. */
  readonly cannot: readonly Cannot[];
};

/** A moment in the service's form, `2030-05-01 09:00:00`; `unknown` where the service decides. */
export type MailedAt = string | 'now' | 'unknown';

/** emk keeps a copy, unless the setting keep-deleted is 0; files make it again; or nothing brings it back. */
type WayBack = 'copy' | 'files' | 'none';

type Cannot = {
  readonly count: number;
  readonly why: string;
  readonly hint?: string;
};

/** What a run may touch without a person. Each effect is claimed before anything of it is sent. */
export type Budget = {claim(effect: Effect, about?: Claim): void};

/** The question about it as a sentence, if there is one, and whether it cannot be undone. */
export type Claim = {readonly what: string | undefined; readonly isForGood: boolean};

/** How many people, and a print of who they are where that was read. */
type PeopleCounted = {readonly count: number; who?(account: Pick<Account, 'secretKey'>): Promise<string>};

type Touched = {
  readonly does: Change;
  readonly noun: Noun;
  readonly count: number;
  /** How many people go with them, when lists are deleted. */
  readonly withPeople?: number;
};

type EffectExtras = Partial<Pick<Effect, 'people' | 'starts'>> & {readonly withPeople?: number | undefined};

/** What a sort of request must say besides: a deletion how it comes back, and what mails people when. */
type Besides<C extends Change> = (Extract<C, 'deletes'> extends never ? unknown : {readonly wayBack: WayBack}) &
  (Extract<C, 'sends'> extends never ? unknown : {readonly at: MailedAt});

/** The effect of requests of one sort on records of one kind. What a deletion or a mailing does not say does not compile. */
export const effectOf = <C extends Change>(
  does: C,
  {noun}: {readonly noun: Noun},
  count = 1,
  ...[about = {}]: Extract<C, 'deletes' | 'sends'> extends never
    ? [about?: EffectExtras]
    : [about: EffectExtras & Besides<C>]
): Effect<C> => {
  const {people = {}, starts = [], withPeople, wayBack, at}: EffectExtras & Partial<Besides<Change>> = about;
  return {
    ...nothing,
    does: [does],
    records: count === 0 ? [] : [{does, noun, count, ...(withPeople !== undefined && {withPeople})}],
    people: withPeople === undefined ? people : {...people, deleted: {count: withPeople}},
    starts,
    at: does === 'sends' && count > 0 && at !== undefined ? [at] : [],
    wayBack: does === 'deletes' && count > 0 ? wayBack : undefined,
  };
};

/** The effect of nothing on the account, for what changes only this machine. */
const nothing: Effect<never> = {
  ...{does: [], records: [], people: {}, starts: [], at: [], cannot: []},
  wayBack: undefined,
};

export const unsubscribing = (count: number): Effect<'creates'> => ({
  ...nothing,
  does: ['creates'],
  people: {unsubscribed: {count}},
});

/** What a line asks for and nobody can do; nothing if there is none of it. */
export const cannotDo = (count: number, why: string, hint?: string): Effect<never> => ({
  ...nothing,
  cannot: count === 0 ? [] : [{count, why, ...(hint !== undefined && {hint})}],
});

export const impossibleIn = ({cannot}: Pick<Effect, 'cannot'>): number =>
  cannot.reduce((sum, {count}) => sum + count, 0);

/** Several effects as one, so that one question covers them. */
export const join = <C extends Change>(...effects: ReadonlyArray<Effect<C>>): Effect<C> => ({
  does: [...new Set(effects.flatMap(({does}) => does))],
  records: effects.flatMap(({records}) => records),
  people: effects.map(({people}) => people).reduce(together, {}),
  starts: effects.flatMap(({starts}) => starts),
  at: [...new Set(effects.flatMap(({at}) => at))],
  wayBack: waysBack.find(way => effects.some(({wayBack}) => wayBack === way)),
  cannot: effects.flatMap(({cannot}) => cannot),
});

/** The ways back, the worst first: a change as a whole comes back as the worst part of it. */
const waysBack: readonly WayBack[] = ['none', 'files', 'copy'];

const together = (one: Effect['people'], other: Effect['people']): Effect['people'] => {
  const names = [...Object.keys(one), ...Object.keys(other)] as ToPeople[];
  return Object.fromEntries(
    names.map(name => {
      const only = one[name] === undefined ? other[name] : other[name] === undefined ? one[name] : undefined;
      return [name, only ?? {count: countOf(one, name) + countOf(other, name)}];
    }),
  );
};

const countOf = (people: Effect['people'], name: ToPeople): number => people[name]?.count ?? 0;

/** What it deletes in words: `1 list with 40 people`. */
export function deletedInWords({records}: Effect): string {
  const sums = new Map<string, Touched>();
  for (const one of records.filter(({does}) => does === 'deletes')) {
    const {count = 0, withPeople = 0} = sums.get(one.noun.many) ?? {};
    sums.set(one.noun.many, {...one, count: count + one.count, withPeople: withPeople + (one.withPeople ?? 0)});
  }
  return andList([...sums.values()].map(inWords));
}

const inWords = ({noun, count, withPeople = 0}: Touched): string =>
  counted(count, noun.one, noun.many) + (withPeople > 0 ? ` with ${people(withPeople)}` : '');

export const touchedBy = ({records, people}: Effect): number =>
  records.reduce((sum, {count, withPeople = 0}) => sum + Math.max(count, withPeople), 0) +
  countOf(people, 'unsubscribed') +
  countOf(people, 'mailedAgain');

/** What it does in words that follow "would": `create 30 contacts`. */
export const effectInWords = ({records, people: those, at}: Effect): string =>
  andList([
    ...records.map(one => `${verbs[one.does]} ${inWords(one)}${one.does === 'sends' ? mailedInWords(those, at) : ''}`),
    ...(countOf(those, 'unsubscribed') > 0 ? [`unsubscribe ${people(countOf(those, 'unsubscribed'))}`] : []),
  ]);

/** Whom a mailing reaches and when, as far as that is known: ` to 11 people now`. */
const mailedInWords = ({mailed}: Effect['people'], at: Effect['at']): string => {
  const known = at.filter(moment => moment !== 'unknown').map(moment => (moment === 'now' ? moment : `on ${moment}`));
  const to = mailed ? ` to ${people(mailed.count)}` : '';
  return known.length === 0 ? to : `${to} ${andList(known)}`;
};

const verbs: Readonly<Record<Change, string>> = {
  creates: 'create',
  updates: 'change',
  acts: 'change',
  deletes: 'delete',
  sends: 'send',
};

/**
 * Why automations send mail: people join, people who change may come into a segment, or an email is added. The service does
 * not say who of those who joined before gets an email that is added.
 */
type Cause = 'people' | 'changes' | 'email';

export type Start = {readonly names: readonly string[]; readonly cause: Cause};

export const starting = (names: readonly string[], cause: Cause = 'people'): readonly Start[] =>
  names.length === 0 ? [] : [{names, cause}];

/** The same with its own subject, `would start the live automation "Welcome"`, for a sentence that says more. */
export function mailInWords({names, cause}: Start): string {
  const live = `${plural(names.length, 'the live automation', 'live automations')} ${quoted(names)}`;
  if (cause === 'people') return `would start ${live}`;
  if (cause === 'changes') return `may start ${live}, if people who change come into a segment`;
  return `would go to everyone who joins ${live}, and maybe to people who joined before`;
}

import {checking} from '../api/describe/operation.js';
import type {Permit} from '../api/describe/permit.js';
import type {Change} from '../api/describe/schema.js';
import {DeclinedError, PreflightError, UsageError} from '../core/errors.js';
import {andList, lowerFirst, people, plural} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {clean} from '../output/text/sanitise.js';
import {pad, wrap} from '../output/text/width.js';
import type {Ask} from './ask.js';
import {type Budget, deletedInWords, type Effect, mailInWords, type Start} from './effect/effect.js';

/** A script that deletes more than this at once must say how many. */
const manyDeletions = 25;

export const maxDeleteOption = checking({
  max_delete: {
    type: 'integer',
    value: 'n',
    help: `In a script: the most it may delete (default: ${manyDeletions})`,
    rare: true,
  },
});

/** Gets the agreement to an effect, and with it the permit to send changes. */
export type Agree = <C extends Change>(
  effect: Effect<C>,
  ...asking: Extract<C, Dangerous> extends never ? [asking?: AgreeOptions] : [asking: AgreeOptions]
) => Promise<Permit<C>>;

/** What is never sent without a yes. */
type Dangerous = 'deletes' | 'sends';

/** Whether a script needs `--yes`: something is deleted, people are mailed, or automations start. */
const needsYes = ({records}: Effect, starts: readonly Start[]): boolean =>
  starts.length > 0 || records.some(({does}) => does === 'deletes' || does === 'sends');

/** How to ask; or that no question is left, as where one in another form was answered. */
type AgreeOptions = (Consequence | {readonly asksNothing: true}) & {
  /** Whether the line accepts that automations start; `--yes` does not. Otherwise a person is asked, and a script refused. */
  readonly allowAutomations?: boolean | undefined;
};

type Consequence = {
  /** The consequence, without a question mark: `Delete list 12 "Leads" and its 40 contacts`. */
  readonly what: string;
  /**
   * Reads from the account what a person should know before answering. Skipped if `--yes` answers. Throws if there is
   * nothing to agree to: then nobody is asked.
   */
  readonly card?: (() => Promise<Card>) | undefined;
  readonly maxDelete?: number | undefined;
  /** Whether emk also asks if nothing is deleted and nobody mailed, because few people would mean it. */
  readonly always?: true;
  /** Whether Esc leads back to an earlier question, instead of being a no. */
  readonly leadsBack?: boolean;
};

type AgreeSettings = {readonly yes: boolean; readonly dryRun: boolean; readonly keepDeleted: number};

/** Who agrees, and what stands in their way. */
type Agreeing = {
  readonly ask: Pick<Ask, 'possible' | 'confirm'>;
  readonly globals: AgreeSettings;
  /** Runs before the question, so that nobody is asked about something that the profile forbids. */
  guard(): Promise<void>;
  show(card: (columns: number) => string): void;
  notice(sentence: string): void;
  /** What an agent may touch; undefined for anybody else. */
  readonly budget: Budget | undefined;
};

/** Creates the only function that makes permits. A dry run sends nothing, so it does not ask: it says who goes along. */
export function createAgree(agreeing: Agreeing): Agree {
  const {globals, guard, notice, budget} = agreeing;
  return async <C extends Change>(effect: Effect<C>, ...[asking]: readonly [asking?: AgreeOptions]) => {
    const permit = {} as Permit<C>;
    if (globals.dryRun) {
      for (const sentence of deletionInWords(effect, globals)) notice(sentence);
      return permit;
    }
    await guard();
    const starts = asking?.allowAutomations ? [] : effect.starts;
    checkStarts(agreeing, starts);
    const question = asking && 'what' in asking ? asking : undefined;
    budget?.claim(effect, {what: question?.what, isForGood: noWayBack(effect, globals).length > 0});
    if (question?.always || (question && needsYes(effect, starts))) await confirm(agreeing, effect, question);
    return permit;
  };
}

/** Stops a line that makes automations send mail if nobody can be asked: a yes for the rest is no answer. */
function checkStarts({ask, globals}: Pick<Agreeing, 'ask' | 'globals'>, starts: readonly Start[]): void {
  if (starts.length > 0 && (!ask.possible || globals.yes)) throw startsRefused(starts);
}

/** The error of a line that would make automations send mail and was not allowed to. */
function startsRefused(starts: readonly Start[]): PreflightError {
  const names = starts.flatMap(start => start.names);
  return new PreflightError(starts.map(start => `This ${mailInWords(start)}.`).join(' '), {
    hint: `Nothing was changed. If you want that mail, add --allow-automations. If not, pause ${plural(names.length, 'the automation', 'the automations')} first: emk automations pause ${shellWord(names[0] ?? '')}`,
  });
}

/** Asks before what cannot be undone. */
async function confirm(agreeing: Agreeing, effect: Effect, asking: Consequence): Promise<void> {
  const {ask, globals, show, budget} = agreeing;
  // A budget limits how much is deleted, and so does a person who sees the number.
  checkNumber(effect, asking, ask.possible || budget !== undefined);
  if (globals.yes) return;
  const starts = startsInWords(effect.starts);
  if (!ask.possible) throw notAsked(`${asking.what}${starts}`);
  const {what, question = what, lines} = asking.card ? await asking.card() : {what: asking.what, lines: []};
  const all = [...lines, ...noWayBack(effect, globals).map((why): CardLine => ['Copy', `none${why}`])];
  if (all.length > 0) show(columns => cardText(all, columns));
  if (await ask.confirm(`${question}${starts}?`, {leadsBack: asking.leadsBack ?? false})) return;
  throw new DeclinedError('Nothing was changed.');
}

/** What a question adds about automations: `, which would start the live automation "Welcome"`; empty if none start. */
const startsInWords = (starts: readonly Start[]): string =>
  starts.length === 0 ? '' : `, which ${andList(starts.map(mailInWords))}`;

/** Asks before a change on this machine. No account is touched, so no guard applies. */
export async function confirmLocalChange(
  {ask, globals}: Pick<Agreeing, 'ask' | 'globals'>,
  what: string,
): Promise<void> {
  if (globals.dryRun || globals.yes) return;
  if (!ask.possible) throw notAsked(what);
  if (!(await ask.confirm(`${what}?`))) throw new DeclinedError('Nothing was changed.');
}

/** Why a deletion cannot be undone, after the word for no copy; empty if there is a copy, or files in its place. */
function noWayBack({wayBack}: Effect, {keepDeleted}: Pick<AgreeSettings, 'keepDeleted'>): string[] {
  const isOff = wayBack === 'copy' && keepDeleted === 0;
  if (!isOff && wayBack !== 'none') return [];
  return [`${isOff ? ', as the setting keep-deleted is 0' : ''}: you cannot undo this`];
}

/** What a dry run says of a deletion that its requests do not: the people who go along, and that nothing brings them back. */
const deletionInWords = (effect: Effect, globals: Agreeing['globals']): string[] => [
  ...(effect.people.deleted?.count ? [`${people(effect.people.deleted.count)} would be deleted too.`] : []),
  ...noWayBack(effect, globals).map(why => `emk keeps no copy${why}.`),
];

/** Creates what refuses, before long work, a deletion that may be larger than a script may make; `agree` knows its size. */
export const createLimit =
  ({ask, globals, budget}: Pick<Agreeing, 'ask' | 'globals' | 'budget'>) =>
  (effect: Effect, maxDelete: number | undefined): void => {
    if (!globals.dryRun) checkNumber(effect, {maxDelete}, ask.possible || budget !== undefined, 'may delete');
  };

function checkNumber(
  effect: Effect,
  {maxDelete}: Pick<Consequence, 'maxDelete'>,
  isLimited: boolean,
  does = 'deletes',
): void {
  const most = maxDelete ?? (isLimited ? Number.POSITIVE_INFINITY : manyDeletions);
  const deletes = deletedBy(effect);
  if (deletes <= most) return;
  const why = maxDelete === undefined ? `a script deletes no more than ${most}` : `--max-delete allows only ${most}`;
  throw new PreflightError(`This ${does} ${deletedInWords(effect)}, but ${why}.`, {
    hint: `Nothing was deleted. To delete all ${deletes}, add --max-delete ${deletes}`,
  });
}

/** How many records it deletes. A list counts as the people on it, who are deleted with it. */
const deletedBy = ({records}: Effect): number =>
  records.reduce(
    (sum, {does, count, withPeople = 0}) => sum + (does === 'deletes' ? Math.max(count, withPeople) : 0),
    0,
  );

export const notAsked = (what: string): UsageError =>
  new UsageError(`emk needs a yes to ${lowerFirst(what)}.`, {hint: 'Nothing was changed. In a script, add --yes.'});

/** What a person sees before a question: one fact per line, each with its label. */
export type Card = {
  /** The consequence again, with the names and numbers read from the account. */
  readonly what: string;
  /** A shorter form for the question, if the lines say the rest. */
  readonly question?: string | undefined;
  readonly lines: readonly CardLine[];
};

export type CardLine = readonly [about: string, fact: string];

/** A card as text for a terminal. Facts are cleaned, because a record's name must not control the terminal. */
export function cardText(lines: readonly CardLine[], columns: number): string {
  const left = Math.max(0, ...lines.map(([about]) => about.length));
  const room = Math.max(20, columns - left - 4);
  return lines
    .flatMap(([about, fact]) =>
      wrap(clean(fact), room).map((part, at) => `  ${pad(at === 0 ? about : '', left, false)}  ${part}\n`),
    )
    .join('');
}

import {checking} from '../api/describe/operation.js';
import type {Permit} from '../api/describe/permit.js';
import type {Change} from '../api/describe/schema.js';
import type {Ask} from '../change/ask.js';
import type {Budget} from '../change/effect/budget.js';
import {
  deletedBy,
  deletedInWords,
  type Effect,
  nothing,
  type Start,
  startsInWords,
  startsRefused,
} from '../change/effect/effect.js';
import {DeclinedError, EmkError, InterruptedError, NotFoundError, PreflightError, UsageError} from '../core/errors.js';
import {counted, lowerFirst, plural} from '../core/words/sentence.js';
import type {Reader} from '../output/results/format.js';
import {clean} from '../output/text/sanitise.js';
import {pad, wrap} from '../output/text/width.js';
import type {Globals} from './globals.js';

/** A script that deletes more than this at once must say how many. */
const manyDeletions = 25;

/** The option by which a script says how many. */
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
  ...asking: Extract<C, Dangerous> extends never ? [asking?: Asking] : [asking: Asking]
) => Promise<Permit<C>>;

/** What is never sent without a yes. */
type Dangerous = 'deletes' | 'sends';

/** Whether a script needs `--yes`: something is deleted, or people are mailed. */
const needsYes = ({records}: Effect): boolean => records.some(({does}) => does === 'deletes' || does === 'sends');

/** How to ask; or in a few words why no question is left, as where one in another form was answered. */
type Asking = (Consequence | {readonly settled: string}) & {
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

/** What a question needs: who answers, and how the card before it is shown. */
type Asked = {
  readonly ask: Pick<Ask, 'possible' | 'confirm'>;
  readonly globals: Pick<Globals, 'yes' | 'dryRun' | 'keepDeleted'>;
  readonly reader: Reader;
  show(lines: readonly CardLine[]): Promise<void>;
  /** Whether something else has already limited how much is deleted: a budget, or a person who sees the number. */
  readonly isLimited: boolean;
};

/** Creates the only function that makes permits. A dry run sends nothing, so it does not ask: it says who goes along. */
export function createAgree(
  ask: Asked['ask'],
  globals: Asked['globals'] & Pick<Asked, 'reader'>,
  /** Runs before the question, so that nobody is asked about something that the profile forbids. */
  guard: () => Promise<void>,
  show: Asked['show'] = async () => {},
  notice: (sentence: string) => void = () => {},
  /** What an agent may touch; undefined for anybody else. */
  budget?: Budget,
): Agree {
  const asked = {ask, globals, reader: globals.reader, show, isLimited: ask.possible || budget !== undefined};
  return async <C extends Change>(effect: Effect<C>, ...[asking]: readonly [asking?: Asking]) => {
    if (globals.dryRun) {
      for (const sentence of deletionInWords(effect, globals)) notice(sentence);
      return {} as Permit<C>;
    }
    await guard();
    const starts = asking?.allowAutomations ? [] : effect.starts;
    checkStarts(asked, starts);
    const question = asking && 'what' in asking ? asking : undefined;
    budget?.claim(effect, {what: question?.what, isForGood: noWayBack(effect, globals).length > 0});
    if (question && (question.always || starts.length > 0 || needsYes(effect))) await confirm(asked, effect, question);
    return {} as Permit<C>;
  };
}

/** Stops a line that makes automations send mail if nobody can be asked: a yes for the rest is no answer. */
function checkStarts(
  {ask, globals}: {readonly ask: Pick<Ask, 'possible'>; readonly globals: Pick<Globals, 'yes'>},
  starts: readonly Start[],
): void {
  if (starts.length > 0 && (!ask.possible || globals.yes)) throw startsRefused(starts);
}

/** Asks before what cannot be undone. */
async function confirm(asked: Asked, effect: Effect, consequence: Consequence): Promise<void> {
  const {ask, globals, show} = asked;
  checkNumber(effect, consequence, asked.isLimited);
  if (globals.yes) return;
  const starts = startsInWords(effect.starts);
  if (!ask.possible) throw notAsked(`${await questionInWords(consequence, asked)}${starts}`);
  const read = consequence.card ? await consequence.card() : {what: consequence.what, lines: []};
  const {what, question = what} = read;
  const lines = [...read.lines, ...noWayBack(effect, globals).map((why): CardLine => ['Copy', `none${why}`])];
  if (lines.length > 0) await show(lines);
  const {leadsBack = false} = consequence;
  if (!(await ask.confirm(`${question}${starts}?`, {leadsBack}))) throw new DeclinedError('Nothing was changed.');
}

type Here = Pick<Asked, 'reader'> & {readonly ask: Ask; readonly globals: Globals};

/** Asks before a change on this machine. No account is touched, so no guard applies. */
export async function confirmLocalChange({ask, globals, reader}: Here, what: string): Promise<void> {
  const asked = {ask, globals, reader, show: async () => {}, isLimited: ask.possible};
  if (!globals.dryRun) await confirm(asked, nothing, {what});
}

/** Why a deletion cannot be undone, after the word for no copy; empty if there is a copy, or files in its place. */
function noWayBack({wayBack}: Effect, {keepDeleted}: Pick<Globals, 'keepDeleted'>): string[] {
  const isOff = wayBack === 'copy' && keepDeleted === 0;
  if (!isOff && wayBack !== 'none') return [];
  return [`${isOff ? ', as the setting keep-deleted is 0' : ''}: you cannot undo this`];
}

/** What a dry run says of a deletion that its requests do not: the people who go along, and the way back. */
function deletionInWords(effect: Effect, globals: Pick<Globals, 'keepDeleted'>): string[] {
  const {deleted: {count} = {count: 0}} = effect.people;
  const forever = noWayBack(effect, globals).map(why => `emk keeps no copy${why}.`);
  if (count === 0) return forever;
  const along = `${counted(count, 'person', 'people')} on ${plural(listsIn(effect), 'it', 'them')} would be deleted too.`;
  const [back = 'emk keeps a copy first, and "emk undo" brings them back.'] = forever;
  return [`${along} ${back}`];
}

/** How many lists are deleted. */
const listsIn = ({records}: Effect): number =>
  records.reduce((sum, {count, withPeople = 0}) => sum + (withPeople > 0 ? count : 0), 0);

function checkNumber(effect: Effect, {maxDelete}: Consequence, isLimited: boolean): void {
  const deletes = deletedBy(effect);
  if (maxDelete !== undefined && deletes > maxDelete) {
    throw new PreflightError(`This deletes ${deletedInWords(effect)}, but --max-delete allows only ${maxDelete}.`, {
      hint: toDeleteAll(deletes),
    });
  }
  if (!isLimited && maxDelete === undefined && deletes > manyDeletions) {
    throw new UsageError(`Deleting more than ${manyDeletions} records in a script needs --max-delete N.`, {
      hint: `This deletes ${deletedInWords(effect)}. ${toDeleteAll(deletes)}`,
    });
  }
}

const toDeleteAll = (deletes: number): string =>
  `Nothing was deleted. To delete all ${deletes}, add --max-delete ${deletes}`;

/** The sentence of a refusal, with names and numbers if a person can read them. A script is refused in any case. */
async function questionInWords({what, card}: Consequence, {reader}: Pick<Asked, 'reader'>): Promise<string> {
  if (!card || reader === 'programs') return what;
  return card().then(
    read => read.what,
    (error: unknown) => {
      if (stopping.some(kind => error instanceof kind) || !(error instanceof EmkError)) throw error;
      return what;
    },
  );
}

/** What stops a refusal: a signal, and that there is nothing to agree to. */
const stopping = [InterruptedError, NotFoundError];

/** The error of a script that did not say yes. */
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
  const room = Math.max(narrowest, columns - left - margins);
  return lines
    .flatMap(([about, fact]) =>
      wrap(clean(fact), room).map((part, at) => `  ${pad(at === 0 ? about : '', left, false)}  ${part}\n`),
    )
    .join('');
}

const margins = 4;
const narrowest = 20;

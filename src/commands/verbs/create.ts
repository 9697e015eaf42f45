import type {Collection} from '../../api/describe/operation.js';
import type {PermitFor} from '../../api/describe/permit.js';
import type {Change, Loose, Noun, One, Operation, Params, Read, Shape, Text, Utr} from '../../api/describe/schema.js';
import {effectOf} from '../../change/effect/effect.js';
import {alike, holds} from '../../change/identity/identities.js';
import {type Ended, endedOne} from '../../change/work/ending.js';
import {NotFoundError, PartialError} from '../../core/errors.js';
import type {Gives, Result} from '../../output/results/result.js';
import {type ComputedBy, onClock} from '../../records/fields/computed.js';
import {trim} from '../../records/fields/fold-address.js';
import {sheetOption, toFields} from '../../records/view/select.js';
import {type About, type Command, type Context, changing} from '../command.js';
import {clockIn} from '../view.js';
import {afterChange} from './after-change.js';
import {type Creations, createSince, notOne} from './create-all.js';
import {type DuplicateChoice, duplicateOptions, readDuplicateChoice, settleDuplicate} from './duplicate.js';
import {newSince, surveyList, turnFor, type Where} from './find-created.js';
import {type Sentence, wasCreated} from './names.js';

/** `create`: a new record from options, looked up afterwards, because most creations are answered without an id. */
export const create = <S extends Shape>(
  operation: Operation<Params, Text | Utr, 'creates', undefined>,
  {of, within, by, duplicates, read, sheet, computed, says, ...about}: About & Creating<S>,
): Command =>
  changing({
    ...about,
    takes: {...operation.params, ...(duplicates ? duplicateOptions : {}), ...sheetOption},
    args: [],
    gives: givesCreated(read?.returns.shape ?? of.record),
    calls: [operation, of.list, ...(read ? [read] : [])],
    run: (context: Context, {if_missing, allow_duplicate, columns, ...input}: Loose) =>
      createOne(context, {operation, agreed: () => context.agree(effectOf('creates', of))}, input, {
        ...{of, within, by, duplicates, read, sheet, computed, says, if_missing, allow_duplicate, columns},
      }),
  });

/** The new record; only its utr, if it could not be read. */
export const givesCreated = (shape: Shape): Gives => [{record: shape}, {record: {utr: 'uuid'}}, 'done'];

/** How to find a new record, however it was created. */
type Creating<S extends Shape> = {
  readonly of: Collection<S>;
  /** The list's own input, if it belongs to a parent. */
  readonly within?: ((input: Loose) => Loose) | undefined;
  readonly by: readonly string[];
  /** The parameters by which people tell records apart: a second record with the same values is probably a mistake. */
  readonly duplicates?:
    | {
        readonly by: readonly string[];
        readonly exactly?: true /** How to have both, if not with the options of creations. */;
        readonly around?: string;
      }
    | undefined;
  /** Reads the new record by its utr, for creations that return one. */
  readonly read?: Read<Params, One> | undefined;
  /** The fields of the new record that a table shows by default; all of them if omitted. */
  readonly sheet?: ReadonlyArray<keyof S & string> | undefined;
  /** Fields of the sheet that are computed from several. */
  readonly computed?: readonly ComputedBy[] | undefined;
  /** The sentence about the new record, if it says more than that it was created. */
  readonly says?: Sentence | undefined;
};

/** Creates one record and finds it again. Runs on one machine that create the same name take turns. */
export function createOne<S extends Shape, O extends Operation<Params, Text | Utr, Change>>(
  context: Context,
  creation: Creation<O>,
  input: Loose,
  how: Creating<S> & OneCreation,
): Promise<Ended> {
  const {ifMissing, allowed} = readDuplicateChoice(how);
  const act = async () => endedOne(await lookAndCreate(context, creation, input, how));
  if (!how.duplicates || allowed || (context.ask.possible && !ifMissing)) return act();
  const values = how.duplicates.by.map(name => String(input[name] ?? ''));
  const parents = Object.values(how.within?.(input) ?? {}).map(String);
  const things = how.turns ?? values.map(value => turnFor(how.of, ...parents, value));
  return context.takeTurns(things, `the ${how.of.noun.one} "${values.map(trim).join(' ')}"`, act);
}

/** What creates a record, and the agreement to it, which is got just before the request and may refuse it. */
type Creation<O extends Operation> = {
  readonly operation: O;
  /** `highest` is the highest id of the list before. */
  readonly agreed: (highest: number) => Promise<PermitFor<O>>;
};

async function lookAndCreate<S extends Shape, O extends Operation<Params, Text | Utr, Change>>(
  context: Context,
  {operation, agreed}: Creation<O>,
  input: Loose,
  how: Creating<S> & OneCreation,
): Promise<Result> {
  const {of, by, duplicates, read, says = wasCreated(of)} = how;
  const {noun, key} = of;
  const {shape} = read?.returns ?? {shape: of.record};
  const fields = toFields(how.columns, {shape, sheet: how.sheet, computed: onClock(how.computed, clockIn(context))});
  const within = how.within?.(input) ?? {};
  const looksUp = !context.globals.dryRun && !how.unseen;
  const {ifMissing, allowed} = readDuplicateChoice(how);
  const sameName = allowed ? undefined : duplicates && valuesOf(input, duplicates.by);
  const survey = {of, within, likeness: likenessTo(sameName, duplicates?.exactly)};
  const {highest, duplicate = undefined} = looksUp || ifMissing ? await surveyList(context, survey) : {highest: 0};
  const existing = await settleDuplicate(context, {of, read, fields, around: duplicates?.around}, duplicate, ifMissing);
  if (existing) return existing;
  const permit = await agreed(highest);
  const send = () => context.send(permit, operation, input as never).catch(orReferring(noun));
  const asRecord = (record: Loose): Result => ({kind: 'record', record, shape, key, fields, sentence: says(record)});
  if (context.globals.dryRun) return asAnswered(await send(), says(input));
  if (how.unseen) return send().then(() => asRecord(input));
  const wanted = valuesOf(input, by);
  const name = nameIn(input, how);
  const nameOf = namedIf(name, wanted, how.mayBe);
  const one = {
    ...{name, item: {kind: noun.many, key: name}},
    // Without a way to read it by its code, the new record is found in the list.
    send: () => send().then(answer => read && utrIn(answer)),
  };
  const found = await createSince(context, {of, within, nameOf, journal: noJournal}, [one], highest);
  const {id, row = input, error} = foundOrNone(noun, sameName, found.get(one));
  if (row !== input || !read) return {...asRecord(row), ...(error && {error})};
  return withCode(context, `The ${noun.one} ${id} was created`, id, async () => {
    const record = (await context.call(read, {utr: id} as never)) as Loose;
    return {...asRecord(record), ...(ifMissing && (await twinsSince(context, {of, within}, highest, sameName)))};
  });
}

/** What was found. Of copies nobody can tell which is emk's, and the others may be somebody else's. */
function foundOrNone<F extends {readonly error?: unknown}>({one, many}: Noun, sameName: Loose | undefined, found?: F) {
  if (!found?.error || sameName) return found ?? ({} as Partial<F>);
  throw new PartialError(`The ${one} was created, but emk does not know its id: several new ${many} look the same.`, {
    hint: LOOK,
  });
}

/** Reads a new record by its code, which is worth printing even if the record could not be read. */
const withCode = (context: Context, happened: string, utr: unknown, look: () => Promise<Result>): Promise<Result> =>
  afterChange(context, {happened, lostAnswer: undefined, hint: LOOK}, look).catch((error: unknown): Result => {
    if (!(error instanceof PartialError)) throw error;
    return {kind: 'record', record: {utr}, shape: {utr: 'uuid'}, key: 'utr', error};
  });

/** The error about new records of one name, of which another machine has created one at the same moment. */
async function twinsSince(context: Context, where: Where & {of: Collection}, highest: number, sameName: Loose = {}) {
  const twins = (await newSince(context, where, highest)).filter(one => holds(one, sameName));
  return twins.length > 1 ? {error: notOne(where.of, String(Object.values(sameName)[0]), twins)} : {};
}

/** What people call a new record; empty if the line does not say it. */
const nameIn = (input: Loose, {by, duplicates}: Pick<Creating<Shape>, 'by' | 'duplicates'>): string =>
  String(input[(duplicates?.by ?? by)[0] ?? ''] ?? '');

const namedIf =
  (name: string, wanted: Loose, mayBe: (row: Loose) => boolean = () => true) =>
  (row: Loose) =>
    holds(row, wanted) && mayBe(row) ? name : undefined;

/** How much a record is like one with these values: the same, or to people only. */
const likenessTo = (sameName: Loose | undefined, exactly: true | undefined) => (record: Loose) => {
  if (sameName && holds(record, sameName)) return 'same';
  return sameName && !exactly && holds(record, sameName, alike) ? 'alike' : undefined;
};

const LOOK = 'Look at it before you continue: the same command would create another one.';

/** One record is looked up at once, so nothing needs to be written down. */
const noJournal: Creations['journal'] = {begin: () => 0, answer: () => {}};

const valuesOf = (input: Loose, names: readonly string[]): Loose =>
  Object.fromEntries(names.map(name => [name, input[name]]));

type OneCreation = DuplicateChoice & {
  readonly columns?: unknown;
  /** What runs take turns for, if not for a name. */
  readonly turns?: ReadonlyArray<readonly string[]>;
  /** Whether nothing is asked that only a list shows, which may be too long to read for nothing. */
  readonly unseen?: boolean;
  /** Whether a new record may be the created one, if its values differ from the input. */
  readonly mayBe?: ((record: Loose) => boolean) | undefined;
};

const orReferring =
  ({one}: Noun) =>
  (cause: unknown): never => {
    if (!(cause instanceof NotFoundError)) throw cause;
    throw new NotFoundError(`The ${one} was not created: it refers to a record that does not exist.`, {
      cause,
      hint: 'Check the ids on the line.',
    });
  };

/** What a dry run has of the answer: a sentence for people, and the utr if the service returns one. */
function asAnswered(answer: unknown, sentence: string): Result {
  const utr = utrIn(answer);
  if (utr) return {kind: 'record', record: {utr}, shape: {utr: 'uuid'}, key: 'utr', sentence};
  return {kind: 'done', sentence, done: [], failed: []};
}

/** The utr of the new record, if the service returned it. */
export const utrIn = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'utr' in answer ? String(answer.utr) : undefined;

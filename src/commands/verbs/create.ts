import type {Collection} from '../../api/describe/collection.js';
import type {PermitFor} from '../../api/describe/permit.js';
import type {Change, Loose, Noun, One, Operation, Params, Read, Shape, Text, Utr} from '../../api/describe/schema.js';
import {effectOf} from '../../change/effect/effect.js';
import {alike, holds} from '../../change/identity/identities.js';
import {type Ended, endedOne} from '../../change/work/ending.js';
import {NotFoundError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import type {Gives, Result} from '../../output/results/result.js';
import {type ComputedBy, onClock} from '../../records/fields/computed.js';
import {trim} from '../../records/fields/fold-address.js';
import {sheetOption, toFields} from '../../records/view/select.js';
import {type About, type Command, type Context, changing} from '../command.js';
import {clockIn} from '../view.js';
import {afterChange} from './after-change.js';
import {type DuplicateChoice, duplicateOptions, readDuplicateChoice, settleDuplicate} from './duplicate.js';
import {type Expected, newSince, simultaneousIn, surveyList} from './find-created.js';
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

/** What runs take turns for: a name of a kind, or what is within a record, such as the people of a list. */
export const turnFor = ({noun}: Pick<Collection, 'noun'>, ...names: readonly string[]): readonly string[] => [
  noun.many,
  ...names.map(name => trim(name).toLowerCase()),
];

/** What runs take turns for that read one record and write it back: each would write over what the other changed. */
export const turnForOne = ({noun}: Pick<Collection, 'noun'>, id: unknown): readonly string[] => [
  `${noun.one} by id`,
  String(id),
];

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
  const {of, within, by, duplicates, read, says = wasCreated(of)} = how;
  const {noun, key} = of;
  const {shape} = read?.returns ?? {shape: of.record};
  const fields = toFields(how.columns, {shape, sheet: how.sheet, computed: onClock(how.computed, clockIn(context))});
  const wanted = valuesOf(input, by);
  const expected: Expected = {
    of,
    input: within?.(input) ?? {},
    isIt: record => holds(record, wanted) && (how.mayBe?.(record) ?? true),
  };
  const looksUp = !context.globals.dryRun && !how.unseen;
  const {ifMissing, allowed} = readDuplicateChoice(how);
  const sameName = duplicates && !allowed ? valuesOf(input, duplicates.by) : undefined;
  const likeness = (record: Loose) => {
    if (sameName && holds(record, sameName)) return 'same';
    return sameName && !duplicates?.exactly && holds(record, sameName, alike) ? 'alike' : undefined;
  };
  const {highest: before, duplicate} =
    looksUp || ifMissing ? await surveyList(context, expected, {likeness}) : {highest: 0, duplicate: undefined};
  const existing =
    duplicate && (await settleDuplicate(context, {of, read, fields, around: duplicates?.around}, duplicate, ifMissing));
  if (existing) return existing;
  const answer = await context.send(await agreed(before), operation, input as never).catch((error: unknown) => {
    if (error instanceof UnknownOutcomeError && looksUp) return error;
    throw error instanceof NotFoundError ? referringToNothing(noun, error) : error;
  });
  const asRecord = (record: Loose): Result => ({kind: 'record', record, shape, key, fields, sentence: says(record)});
  if (!looksUp) return how.unseen && !context.globals.dryRun ? asRecord(input) : asAnswered(answer, says(input));
  const creation = {of, answer, expected, before, sameName, asRecord};
  return isUtr(answer) && read
    ? readCreated(context, read, {...creation, answer}, ifMissing)
    : findCreated(context, creation);
}

const valuesOf = (input: Loose, names: readonly string[]): Loose =>
  Object.fromEntries(names.map(name => [name, input[name]]));

/** A record whose creation was answered, and what is known about it. */
type Created<Answer = unknown> = {
  readonly of: Collection;
  readonly answer: Answer;
  readonly expected: Expected;
  /** The highest id in the list before. */
  readonly before: number;
  readonly sameName: Loose | undefined;
  asRecord(record: Loose): Result;
};

/** Reads the new record by its utr, and looks for records of the same name that others created meanwhile. */
async function readCreated(
  context: Context,
  read: Read<Params, One>,
  created: Created<{readonly utr: string}>,
  ifMissing: boolean,
): Promise<Result> {
  const {of, answer, expected, sameName, asRecord} = created;
  const change = changeOf(created);
  const made = await afterChange(context, change, () => context.call(read, answer as never)).then(asRecord, error =>
    onlyUtr(answer, error),
  );
  if (!ifMissing || !sameName) return made;
  const alike = await afterChange(context, change, () =>
    newSince(context, {...expected, isIt: record => holds(record, sameName)}, created.before),
  );
  const same = simultaneousIn(of, alike);
  return same && made.kind === 'record' ? {...made, error: same.error} : made;
}

/** Finds the new record among those that were not in the list before. */
async function findCreated(context: Context, created: Created): Promise<Result> {
  const {of, answer, expected, before, sameName, asRecord} = created;
  const alike = await afterChange(context, changeOf(created), () => newSince(context, expected, before));
  // After a lost answer, nobody can tell whether one of several is emk's.
  if (answer instanceof UnknownOutcomeError && alike.length !== 1) throw answer;
  const same = sameName && simultaneousIn(of, alike);
  if (same) return {...asRecord(same.kept), ...{error: same.error}};
  const [found, ...others] = alike;
  if (found && others.length === 0) return asRecord(found);
  const {one, many} = of.noun;
  const what = found ? `${others.length + 1} new ${many} look the same` : 'the service does not list it yet';
  throw new PartialError(`The ${one} was created, but emk does not know its id: ${what}.`, {
    hint: `Look at the newest ${many} before you continue.`,
  });
}

const changeOf = ({of, answer}: Created) => ({
  happened: `The ${of.noun.one}${isUtr(answer) ? ` ${answer.utr}` : ''} was created`,
  lostAnswer: answer instanceof UnknownOutcomeError ? answer : undefined,
  hint: `Look at your ${of.noun.many} before you continue: the same command would create another one.`,
});

type OneCreation = DuplicateChoice & {
  readonly columns?: unknown;
  /** What runs take turns for, if not for a name. */
  readonly turns?: ReadonlyArray<readonly string[]>;
  /** Whether nothing is asked that only a list shows, which may be too long to read for nothing. */
  readonly unseen?: boolean;
  /** Whether a new record may be the created one, if its values differ from the input. */
  readonly mayBe?: ((record: Loose) => boolean) | undefined;
};

const referringToNothing = (noun: Noun, cause: NotFoundError): NotFoundError =>
  new NotFoundError(`The ${noun.one} was not created: it refers to a record that does not exist.`, {
    cause,
    hint: 'Check the ids on the line.',
  });

/** The result with only the utr, which is worth printing even if the record could not be read. */
function onlyUtr(record: {readonly utr: string}, error: unknown): Result {
  if (!(error instanceof PartialError)) throw error;
  return {kind: 'record', record, shape: {utr: 'uuid'}, key: 'utr', error};
}

/** What a dry run has of the answer: a sentence for people, and the utr if the service returns one. */
function asAnswered(answer: unknown, sentence: string): Result {
  if (answer instanceof Error) throw answer;
  if (isUtr(answer)) return {kind: 'record', record: answer, shape: {utr: 'uuid'}, key: 'utr', sentence};
  return {kind: 'done', sentence, done: [], failed: []};
}

/** Whether the service returned the utr of the new record. */
export const isUtr = (answer: unknown): answer is {readonly utr: string} =>
  typeof answer === 'object' && answer !== null && 'utr' in answer;

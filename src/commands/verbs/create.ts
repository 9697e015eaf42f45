import {type Collection, checking} from '../../api/describe/operation.js';
import type {PermitFor} from '../../api/describe/permit.js';
import {recordName} from '../../api/describe/route.js';
import type {Change, Loose, One, Operation, Params, Read, Shape, Source, Text, Utr} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {effectOf} from '../../change/effect/effect.js';
import {alike, holds} from '../../change/identity/identities.js';
import {afterChange} from '../../change/records/after-change.js';
import {createSince, surveyList, turnFor, utrIn} from '../../change/records/create-all.js';
import {recordTitle} from '../../change/records/names.js';
import {type Ended, endedOne} from '../../change/work/ending.js';
import {notTogether, PartialError, UsageError} from '../../core/errors.js';
import type {Gives, Result} from '../../output/results/result.js';
import {type ComputedBy, onClock} from '../../records/fields/computed.js';
import {trim} from '../../records/fields/fold-address.js';
import {isOn, sheetOption, toFields} from '../../records/view/select.js';
import {type About, type Command, changing} from '../command.js';
import {clockIn} from '../view.js';

/** `create`: a new record from options, looked up afterwards, because most creations are answered without an id. */
export const create = <S extends Shape>(
  operation: Operation<Params, Text | Utr, 'creates', undefined>,
  {of, by, duplicates, read, sheet, computed, says, ...about}: About & Creating<S>,
): Command =>
  changing({
    ...about,
    takes: {...operation.params, ...(duplicates ? duplicateOptions : {}), ...sheetOption},
    args: [],
    gives: givesCreated(read?.returns.shape ?? of.record),
    calls: [operation, of.list, ...(read ? [read] : [])],
    run: (context: Context, input: Loose) =>
      createOne(context, {operation, agreed: () => context.agree(effectOf('creates', of))}, input, {
        ...{of, by, duplicates, read, sheet, computed, says},
      }),
  });

/** The new record; only its utr, if it could not be read. */
export const givesCreated = (shape: Shape): Gives => [{record: shape}, {record: {utr: 'uuid'}}, 'done'];

/** The options for records whose name already exists. */
export const duplicateOptions = checking({
  if_missing: {type: 'flag', help: 'If it exists, print it and create nothing'},
  allow_duplicate: {type: 'flag', help: 'Create a second one without asking'},
});

/** How to find a new record, however it was created. */
type Creating<S extends Shape> = {
  readonly of: Collection<S>;
  readonly by: readonly string[];
  /**
   * The parameters by which people tell records apart: a second record with the same values is probably a mistake. `around`
   * says how to have both, if not with the options of creations.
   */
  readonly duplicates?: {readonly by: readonly string[]; readonly exactly?: true; readonly around?: string} | undefined;
  /** Reads the new record by its utr, for creations that return one. */
  readonly read?: Read<Params, One> | undefined;
  /** The fields of the new record that a table shows by default; all of them if omitted. */
  readonly sheet?: ReadonlyArray<keyof S & string> | undefined;
  /** Fields of the sheet that are computed from several. */
  readonly computed?: readonly ComputedBy[] | undefined;
  /** The sentence about the new record, if it says more than that it was created. */
  readonly says?: ((record: Loose) => string) | undefined;
};

type OneCreation<S extends Shape> = Creating<S> & {
  /** The list's own input, if it belongs to a parent. */
  readonly within?: Loose;
  /** Whether a new record may be the created one, if its values differ from the input. */
  readonly mayBe?: ((record: Loose) => boolean) | undefined;
};

/** What creates a record, and the agreement to it, which is got just before the request and may refuse it. */
type Creation<O extends Operation> = {readonly operation: O; readonly agreed: () => Promise<PermitFor<O>>};

/** What the options of a line say about the creation. */
type CreationChoices = {readonly isWanted: boolean; readonly mayRepeat: boolean; readonly columns: unknown};

type ChosenCreation<S extends Shape> = OneCreation<S> & CreationChoices;

/**
 * Creates one record and finds it again, as the options of creations among the input say. Runs on one machine that create
 * the same name take turns.
 */
export async function createOne<S extends Shape, O extends Operation<Params, Text | Utr, Change>>(
  context: Context,
  creation: Creation<O>,
  {if_missing, allow_duplicate, columns, ...input}: Loose,
  how: OneCreation<S>,
): Promise<Ended> {
  const {of, duplicates, within = {}} = how;
  const choices: CreationChoices = {isWanted: isOn(if_missing), mayRepeat: isOn(allow_duplicate), columns};
  if (choices.isWanted && choices.mayRepeat) throw notTogether('--if-missing', '--allow-duplicate');
  const act = async () => endedOne(await lookAndCreate(context, creation, input, {...how, ...choices}));
  if (!duplicates || choices.mayRepeat || (context.ask.possible && !choices.isWanted)) return act();
  const values = duplicates.by.map(name => String(input[name] ?? ''));
  const things = values.map(value => turnFor(of, ...Object.values(within).map(String), value));
  return context.takeTurns(things, `the ${of.noun.one} "${values.map(trim).join(' ')}"`, act);
}

async function lookAndCreate<S extends Shape, O extends Operation<Params, Text | Utr, Change>>(
  context: Context,
  {operation, agreed}: Creation<O>,
  input: Loose,
  how: ChosenCreation<S>,
): Promise<Result> {
  const {of, duplicates, within = {}, says = wasCreated(of)} = how;
  const {dryRun} = context.globals;
  const asResult = resultsOf(context, how);
  const sameName = how.mayRepeat ? undefined : duplicates && valuesOf(input, duplicates.by);
  const likeness = likenessTo(sameName, duplicates?.exactly);
  const looks = how.isWanted || !dryRun;
  const {highest, duplicate} = looks ? await surveyList(context, {of, within, likeness}) : {highest: 0};
  const existing = duplicate && (await settleDuplicate(context, how, duplicate, asResult));
  if (existing) return existing;
  const permit = await agreed();
  const send = () => context.send(permit, operation, input as never);
  if (dryRun) {
    const utr = utrIn(await send());
    return utr === undefined
      ? {kind: 'done', sentence: says(input), done: [], failed: []}
      : {...withoutRecord(utr), sentence: says(input)};
  }
  return createAndFind(context, how, input, {highest, sameName, send, asResult});
}

type CreationToSend = {
  readonly highest: number;
  readonly sameName: Loose | undefined;
  readonly send: () => Promise<unknown>;
  readonly asResult: AsResult;
};

async function createAndFind<S extends Shape>(
  context: Context,
  how: ChosenCreation<S>,
  input: Loose,
  {highest, sameName, send, asResult}: CreationToSend,
): Promise<Result> {
  const {of, by, duplicates, read, within = {}, mayBe = () => true, says = wasCreated(of)} = how;
  const {noun} = of;
  const wanted = valuesOf(input, by);
  // What people call a new record; empty if the line does not say it.
  const name = String(input[(duplicates?.by ?? by)[0] ?? ''] ?? '');
  const nameOf = (row: Loose) => (holds(row, wanted) && mayBe(row) ? name : undefined);
  // Without a way to read it by its code, the new record is found in the list.
  const one = {name, send: () => send().then(answer => (read ? answer : undefined))};
  const found = (await createSince(context, {of, within, nameOf}, [one], highest)).get(one);
  // Of copies nobody can tell which is emk's, and the others may be somebody else's.
  if (found?.error && !sameName) throw found.error;
  const {id, row = input, error} = found ?? {};
  if (row !== input || !read) return {...asResult(row, says(row)), ...(error && {error})};
  const happened = `The ${noun.one} ${id} was created`;
  return afterChange(context, {happened, lostAnswer: undefined, hint: LOOK}, async () => {
    const record = (await context.call(read, {utr: id} as never)) as Loose;
    return asResult(record, says(record));
  }).catch((thrown: unknown): Result => {
    // Its code is worth printing even if the record could not be read.
    if (!(thrown instanceof PartialError)) throw thrown;
    return {...withoutRecord(id), error: thrown};
  });
}

type AsResult = ReturnType<typeof resultsOf>;

/** How a record becomes the result, with its fields for people: `--columns` is read before anything is sent. */
function resultsOf<S extends Shape>(context: Context, {of, read, columns, sheet, computed}: ChosenCreation<S>) {
  const shape = read?.returns.shape ?? of.record;
  const fields = toFields(columns, {shape, sheet, computed: onClock(computed, clockIn(context))});
  return (record: Loose, sentence: string) => ({kind: 'record', record, shape, key: of.key, fields, sentence}) as const;
}

const withoutRecord = (utr: unknown) => ({kind: 'record', record: {utr}, shape: {utr: 'uuid'}, key: 'utr'}) as const;

/** Decides about a record of the same name: it is the result, or a person is asked. A script makes no second one unawares. */
async function settleDuplicate<S extends Shape>(
  context: Context,
  how: ChosenCreation<S>,
  duplicate: Loose,
  asResult: AsResult,
): Promise<Result | undefined> {
  const {of, read, duplicates} = how;
  const {noun, key, label} = of;
  const article = /^[aeiou]/.test(noun.one) ? 'an' : 'a';
  const there = `There is ${article} ${noun.one} "${String(duplicate[label])}" already`;
  if (how.isWanted) {
    const id = {[(read && recordName(read)) ?? key]: duplicate[key]};
    const record = read ? ((await context.call(read, id as never)) as Loose) : duplicate;
    return asResult(record, `${there}, so nothing was created.`);
  }
  if (!context.ask.possible || context.globals.yes) {
    const {around = 'To get that one, add --if-missing. To have both, add --allow-duplicate.'} = duplicates ?? {};
    throw new UsageError(`${there}.`, {hint: around});
  }
  await context.agree(effectOf('creates', of), {what: `${there}. Create another`, always: true});
  return undefined;
}

/** How much a record is like one with these values: the same, or to people only. */
const likenessTo = (sameName: Loose | undefined, exactly: true | undefined) => (record: Loose) => {
  if (sameName && holds(record, sameName)) return 'same';
  return sameName && !exactly && holds(record, sameName, alike) ? 'alike' : undefined;
};

const LOOK = 'Look at it before you continue: the same command would create another one.';

const valuesOf = (input: Loose, names: readonly string[]): Loose =>
  Object.fromEntries(names.map(name => [name, input[name]]));

const wasCreated =
  (of: Source) =>
  (record: Loose): string =>
    `${recordTitle(of, record)} was created.`;

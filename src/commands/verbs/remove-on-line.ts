import type {Collection} from '../../api/describe/collection.js';
import type {Loose, Noun} from '../../api/describe/schema.js';
import {NotFoundError} from '../../errors.js';
import type {Done} from '../../output/results/result.js';
import {plural, withMore} from '../../words/sentence.js';
import {type Ended, sumOfEach} from '../../work/ending.js';
import {endedEach} from '../../work/ending-each.js';
import type {SameLine} from '../../work/same-line.js';
import type {Context} from '../command.js';
import {keepBefore} from '../keeping/keep-before.js';
import type {Kept} from '../keeping/keeping.js';
import {withWayBack, withWaysBack} from '../keeping/ways-back.js';
import {noSuch} from '../not-found.js';
import {idOfText} from '../record-reference.js';
import {agreeToRemove} from './agree-to-remove.js';
import {type GoneBefore, goneBefore, withGone} from './gone-before.js';
import {type DeletionWords, sayingMailAgain} from './mail-again.js';
import {FEW, isWorthReading, type NamedRecords, namesFor} from './names.js';
import {type BulkIds, batchesBy, removeRecords, stillListed} from './removal.js';
import {type Id, type Removed, reportOf} from './removal-report.js';
import type {Removing} from './removing.js';

/** What a line wants deleted. */
export type Deletion = {
  readonly spec: Removing;
  readonly parameter: string;
  readonly input: Loose;
  readonly given: readonly Id[];
  readonly listInput: Loose | undefined;
  readonly concurrency: number;
  readonly cannotCheck: () => string;
};

/** Asks and deletes, and counts what is gone already where that was this line, or where `--if-exists` allows it. */
export async function removeOnLine(context: Context, deletion: Deletion, line: SameLine | undefined): Promise<Ended> {
  const {spec, input, given} = deletion;
  const {of} = spec;
  const ifExists = input['if_exists'] === true;
  const gone = goneBefore(line, ifExists);
  const missing = await missingOf(context, deletion, gone);
  const ids = given.filter(id => !missing.has(id));
  const absent = [...missing].map(id => ({id, error: noSuch(of.noun, id)}));
  let isFinished = false;
  try {
    const {removed, kept, report} =
      ids.length === 0 ? noneThere(of, []) : await askAndRemove(context, deletion, ids, line);
    const settled = gone.settle(given, {...removed, failed: [...absent, ...removed.failed]});
    const told = withGone(report(settled), of.noun, settled, ifExists);
    const all = settled.before > 0 ? withWaysBack(context, told) : withWayBack(context, told, of, kept);
    isFinished = sumOfEach(all).left === 0;
    return endedEach(all);
  } finally {
    line?.end(isFinished && !context.globals.dryRun);
  }
}

/** How a deletion went, and its report once it is known what was gone before. */
type Carried = {
  readonly removed: Removed;
  readonly kept?: Kept | undefined;
  report(settled: Removed & {readonly ids: readonly Id[]}): Done;
};

/** None of these records is there, so nobody is asked. */
const noneThere = ({noun}: Collection, ids: readonly Id[]): Carried => ({
  removed: {failed: ids.map(id => ({id, error: noSuch(noun, id)})), stopped: undefined},
  report: settled => reportOf(noun, settled.ids, 'gone', settled, () => undefined),
});

async function askAndRemove(
  context: Context,
  deletion: Deletion,
  ids: readonly Id[],
  line: SameLine | undefined,
): Promise<Carried> {
  const {spec, parameter, input, listInput, concurrency, cannotCheck} = deletion;
  const {of, refuse, says} = spec;
  const {noun} = of;
  const {dryRun} = context.globals;
  const asked = {of, parameter, ids, listInput};
  const {nameOf, recordOf} = await namesFor(context, asked, mayReadNames(context, spec, ids));
  const unseen = ids.filter(id => recordOf(id) === undefined);
  if (unseen.length > 0) await refuse?.by(context, unseen);
  const words = wordsFor(context, spec, {parameter, ids, noun, nameOf, recordOf});
  const what = `Delete ${words.records}`;
  const withPeople = await spec.peopleOn?.(context, ids);
  const permit = await agreeToRemove(context, spec, {ids, input, what, withPeople});
  if (!permit) return noneThere(of, ids);
  const by = batchesBy({of, by: (input['bulk_ids'] as BulkIds | undefined) ?? 'many'}, ids.length);
  if (by && !listInput) context.notice(cannotCheck());
  // Nobody may add to these records between the copy and the deletion.
  const turns = (await spec.turns?.(ids)) ?? [];
  const {kept, called, removed} = await context.takeTurns(turns, words.records, async () => {
    const isStill = sameNames(context, deletion, ids, recordOf);
    const doomed = {of, listInput, ids, mostPeople: withPeople, isStill};
    const {kept, copied, names, listed, changed} = await keepBefore(context, doomed);
    const called = (id: Id) => nameOf(id) ?? names?.get(String(id));
    const journal = dryRun
      ? undefined
      : line?.begin([...context.words(parameter).values()].map(id => (isId(deletion, id) ? id : null)));
    const removal = {of, listInput, permit, copied, concurrency, by, listed, changed, journal, nameOf: called};
    return {kept, called, removed: await removeRecords(context, removal, ids)};
  });
  const certainty = dryRun ? 'Would delete' : by === 'given' && listInput ? 'gone' : 'Deleted';
  return {
    ...{removed, kept},
    report(settled) {
      const report = words.reported(reportOf(noun, settled.ids, certainty, settled, called));
      const [only] = report.done;
      const record = report.done.length === 1 && only !== undefined ? recordOf(only) : undefined;
      const sentence = certainty === 'Deleted' && record ? says?.(record) : undefined;
      return sentence === undefined ? report : {...report, sentence};
    },
  };
}

/** Whether a record has the name under which somebody agreed to delete it; undefined if no name is known. */
function sameNames(
  {called}: Context,
  {spec: {of}, parameter}: Deletion,
  ids: readonly Id[],
  recordOf: NamedRecords['recordOf'],
): ((record: Loose) => boolean) | undefined {
  const nameThen = (id: Id): string => {
    const record = recordOf(id);
    return record ? `"${record[of.label]}"` : called(parameter, id);
  };
  if (ids.every(id => nameThen(id) === String(id))) return undefined;
  return record => [`"${record[of.label]}"`, String(record[of.key])].includes(nameThen(record[of.key] as Id));
}

/**
 * Names of nothing, and ids that are not in the named list. Those that the line has not deleted before are refused:
 * afterwards, an empty or wrong list would look like success.
 */
async function missingOf(context: Context, deletion: Deletion, gone: GoneBefore): Promise<ReadonlySet<Id>> {
  const {given, listInput} = deletion;
  const {of} = deletion.spec;
  const missing = new Set(given.filter(id => !isId(deletion, id)));
  if (!listInput || Object.keys(listInput).length === 0) return missing;
  const targets = given.map(id => ({id}));
  const there = new Set((await stillListed(context, {of, listInput}, targets))?.map(({id}) => id));
  const elsewhere = given.filter(id => !there.has(id));
  const wrong = elsewhere.filter(id => !gone.mayBe(id));
  if (wrong.length === 0) return new Set(elsewhere);
  const {one, many} = of.noun;
  const which = withMore(wrong.map(String), wrong.length, 10);
  throw new NotFoundError(`The list does not have the ${plural(wrong.length, one, many)} ${which}.`, {
    hint: 'Nothing was deleted. Check the ids and the list.',
  });
}

/** Whether a word is an id. A number is one of records with codes too where batches look it up first. */
const isId = ({spec: {of}, input}: Deletion, id: Id): boolean =>
  idOfText(String(id), of.key === 'id' || input['bulk_ids'] !== undefined) !== undefined ||
  idOfText(String(id), of.key === 'id') !== undefined;

/** Whether to read the list for the names in a sentence. Who gets mail again is worth it in a script too. */
const mayReadNames = (context: Context, {of, listIsLong, card, mailAgain}: Removing, ids: readonly Id[]): boolean =>
  mailAgain !== undefined ||
  (Object.keys(of.list.params).length === 0 &&
    !listIsLong &&
    !(card && context.ask.possible) &&
    isWorthReading(context, ids));

const wordsFor = (
  context: Context,
  {of, mailAgain}: Removing,
  {recordOf, ...records}: Described & Pick<NamedRecords, 'recordOf'>,
): DeletionWords =>
  mailAgain
    ? sayingMailAgain(context, mailAgain, {...records, addressOf: id => recordOf(id)?.[of.label]})
    : {records: described(context, records), reported: report => report};

/** The records in a question, by name if known. */
function described({called}: Context, {parameter, ids, noun, nameOf}: Described): string {
  const names = ids.length <= FEW ? ids.flatMap(id => nameOf(id) ?? []) : [];
  if (ids.length === 1) return `${noun.one} ${names[0] ?? called(parameter, ids[0])}`;
  const isUnique = new Set(names).size === ids.length;
  const each = ids.flatMap(id => (nameOf(id) === undefined ? [] : [isUnique ? nameOf(id) : `${nameOf(id)} (${id})`]));
  return names.length === 0 ? `${ids.length} ${noun.many}` : `${ids.length} ${noun.many}: ${each.join(', ')}`;
}

type Described = {
  readonly parameter: string;
  readonly ids: readonly Id[];
  readonly noun: Noun;
  readonly nameOf: NamedRecords['nameOf'];
};

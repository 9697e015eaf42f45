import {bulkDeletionOf, type Collection, hasBatches} from '../../api/describe/operation.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose, Operation, Param, Params, Text} from '../../api/describe/schema.js';
import {type Card, type CardLine, maxDeleteOption} from '../../change/agree.js';
import type {Context} from '../../change/context.js';
import {effectOf} from '../../change/effect/effect.js';
import {mailAgainInWords, toSomePeople} from '../../change/records/mail-again.js';
import {FEW, isWorthReading, type NamedRecords, namesFor} from '../../change/records/names.js';
import {noSuch} from '../../change/records/read.js';
import {type Removed, removeRecords, reportOf, stillListed, wayBack} from '../../change/records/remove-records.js';
import {type Ended, ended, endedEach, noWork} from '../../change/work/ending.js';
import type {Id} from '../../change/work/journal.js';
import {NotFoundError} from '../../core/errors.js';
import {counted, plural} from '../../core/words/sentence.js';
import type {SomePeople} from '../../output/results/documents.js';
import {doneResult} from '../../output/results/result.js';
import {type About, type Changing, changing} from '../command.js';
import {idOfText} from '../parameters.js';

/** How a kind of record is deleted: what people learn before, what refuses, and what goes along. */
type Removing = Pick<About, 'summary' | 'details' | 'examples'> & {
  readonly of: Collection;
  /** Looks at the records first, if their names are not enough. */
  readonly look?: (context: Context, ids: readonly Id[]) => Promise<DeletionLook>;
  readonly guard?: DeletionCheck;
  /** The records keep mail from people, who get it again. */
  readonly mailsAgain?: true;
  /** What a deletion is called that has another name, and the sentence after it. */
  readonly named?: {readonly does: string; readonly did: (name: string) => string};
  /** How the records come back, if not as they were: `, to be verified again`. */
  readonly comesBack?: string;
};

type DeletionLook = {
  /** What a person should know about the records before deletion. Throws if there are none. */
  readonly card: () => Promise<Card>;
  /** How many people are deleted with the records. */
  readonly withPeople?: number;
  /** What others take turns for too when they add to these records. */
  readonly turns?: ReadonlyArray<readonly string[]>;
};

/** A check before a deletion. It returns what a person sees at the question, and refuses if nobody is asked. */
export type DeletionCheck = {
  readonly takes?: Params;
  readonly calls?: readonly Operation[];
  look(context: Context, ids: readonly Id[], input: Loose): Promise<readonly CardLine[]>;
};

/**
 * `delete <id…>`: asks first, then deletes every given record, and continues past failures. Many records go in batches
 * if the service allows it; afterwards the list is read, because the service says "Deleted" even if it deleted nothing.
 */
export function remove(operation: Operation<Params, Text>, spec: Removing): Changing<Loose> {
  const {of, guard, summary, details, examples} = spec;
  const {list} = of;
  const bulk = bulkDeletionOf(of);
  const parameter = recordName(operation) ?? 'id';
  const within = parentOptions(of, parameter);
  return changing({
    ...{summary, examples},
    ...(details !== undefined && {details}),
    takes: parametersOf(operation, parameter, {...spec, within}),
    args: [parameter],
    gives: 'done',
    calls: [operation, ...(bulk ? [bulk] : []), list, ...(guard?.calls ?? [])],
    async run(context: Context, input: Loose) {
      const given = input[parameter] as readonly Id[];
      if (given.length === 0) return ended(noWork, doneResult('Standard input was empty, so nothing was deleted.'));
      const listInput = Object.fromEntries(
        Object.entries(within).map(([name, {fills = name}]) => [fills, input[name]]),
      );
      return removeGiven(context, {spec, parameter, input, given, listInput});
    },
  });
}

/** What a line wants deleted. */
type DeletionRun = {
  readonly spec: Removing;
  readonly parameter: string;
  readonly input: Loose;
  readonly given: readonly Id[];
  readonly listInput: Loose;
};

/** Asks and deletes. With `--if-exists`, what is not there counts as done. */
async function removeGiven(context: Context, deletion: DeletionRun): Promise<Ended> {
  const {spec, input, given} = deletion;
  const {of, mailsAgain, named, comesBack} = spec;
  const ifExists = input['if_exists'] === true;
  const missing = await missingOf(context, deletion);
  const ids = given.filter(id => !missing.has(id));
  const {removed, recordOf} = await (ids.length === 0
    ? noneThere(of, ids)
    : askAndRemove(context, deletion, ids)
  ).catch((error: unknown) => {
    if (!ifExists || !(error instanceof NotFoundError)) throw error;
    return noneThere(of, ids);
  });
  const failed = [...[...missing].map(id => ({id, error: noSuch(of.noun, id)})), ...removed.failed];
  const absent = new Set(ifExists ? failed.filter(({error}) => error instanceof NotFoundError).map(({id}) => id) : []);
  const report = reportOf(
    of,
    given.filter(id => !absent.has(id)),
    {...removed, failed: failed.filter(({id}) => !absent.has(id))},
  );
  const {length: count} = report.done;
  const again = mailsAgain && peopleIn(of, report.done, recordOf);
  const [one = ''] = report.done;
  const own = count === 1 ? named?.did(removed.nameOf(one) ?? String(one)) : undefined;
  const did = `Deleted ${counted(count, of.noun.one, of.noun.many)}`;
  const sentences = [
    count > 0 && (again ? `${did}. ${mailAgainInWords(again)}.` : (own ?? report.sentence)),
    count > 0 && wayBack(removed.kept, count, comesBack),
    absent.size > 0 &&
      `${counted(absent.size, of.noun.one, of.noun.many)} ${plural(absent.size, 'was', 'were')} not there.`,
  ];
  return endedEach({
    ...report,
    ...(again && count > 0 && {mailAgain: again}),
    sentence: sentences.filter(Boolean).join(' '),
    ...(ifExists && {absent: absent.size}),
  });
}

/** How a deletion went, and its records as far as their list was read. */
type Carried = {readonly removed: Removed; readonly recordOf: NamedRecords['recordOf']};

/** None of these records is there, so nobody was asked. */
const noneThere = async ({noun}: Collection, ids: readonly Id[]): Promise<Carried> => ({
  removed: {failed: ids.map(id => ({id, error: noSuch(noun, id)})), stopped: undefined, nameOf: () => undefined},
  recordOf: () => undefined,
});

async function askAndRemove(context: Context, deletion: DeletionRun, ids: readonly Id[]): Promise<Carried> {
  const {spec, parameter, input, listInput} = deletion;
  const {of, mailsAgain, guard} = spec;
  const named = await namesFor(context, {of, parameter, ids, listInput}, mayReadNames(context, spec, ids));
  const {nameOf, recordOf} = named;
  const again = mailsAgain && mailAgainInWords(peopleIn(of, ids, recordOf));
  const records = again
    ? `${counted(ids.length, of.noun.one, of.noun.many)} (${again})`
    : described(context, deletion, ids, nameOf);
  const what = `${spec.named?.does ?? 'Delete'} ${records}`;
  const {card, withPeople, turns = []} = (await spec.look?.(context, ids)) ?? {};
  const needs = (await guard?.look(context, ids, input)) ?? [];
  const read = async (): Promise<Card> => {
    const found = card ? await card() : {what, lines: []};
    return {...found, lines: [...found.lines, ...needs]};
  };
  const permit = await context.agree(effectOf('deletes', of, ids.length, {withPeople, wayBack: 'copy'}), {
    what,
    card: card || needs.length > 0 ? read : undefined,
    maxDelete: input['max_delete'] as number | undefined,
  });
  if (again && context.globals.dryRun) context.notice(`${again}.`);
  // Nobody may add to these records between the copy and the deletion.
  const by = input['bulk_ids'] as string | undefined;
  const removed = await context.takeTurns(turns, records, () =>
    removeRecords(context, {of, listInput, permit, by, nameOf, kept: 'copy'}, ids),
  );
  return {removed, recordOf};
}

/** Who gets mail again once these are deleted. */
function peopleIn({label}: Collection, ids: readonly Id[], recordOf: NamedRecords['recordOf']): SomePeople {
  const known = ids.flatMap(id => recordOf(id)?.[label] ?? []).map(String);
  return toSomePeople(known, ids.length - known.length);
}

/** Names of nothing, and ids that are not in the list of the record above: after a deletion these would look like gone. */
async function missingOf(context: Context, {given, listInput, spec, input}: DeletionRun): Promise<ReadonlySet<Id>> {
  const {of} = spec;
  // Where batches look it up first, a number may mean a record with a code; a code never means one with a number.
  const isNumbered = of.key === 'id';
  const isId = (id: Id): boolean =>
    [isNumbered, isNumbered || input['bulk_ids'] !== undefined].some(isNumber => idOfText(String(id), isNumber));
  if (Object.keys(listInput).length === 0) return new Set(given.filter(id => !isId(id)));
  const targets = given.map(id => ({id}));
  const there = new Set((await stillListed(context, {of, listInput}, targets)).map(({id}) => id));
  return new Set(given.filter(id => !there.has(id)));
}

/** Whether to read the list for the names in a sentence. Who gets mail again is worth it in a script too. */
const mayReadNames = (context: Context, {of, look, mailsAgain}: Removing, ids: readonly Id[]): boolean =>
  mailsAgain || (!look && Object.keys(of.list.params).length === 0 && isWorthReading(context, ids));

/** The records in a question, by name if known. */
function described(
  {called}: Context,
  {parameter, spec}: DeletionRun,
  ids: readonly Id[],
  nameOf: NamedRecords['nameOf'],
): string {
  const {one, many} = spec.of.noun;
  if (ids.length === 1) return `${one} ${nameOf(ids[0] as Id) ?? called(parameter, ids[0])}`;
  const names = ids.length <= FEW ? ids.flatMap(id => nameOf(id) ?? []) : [];
  return `${ids.length} ${many}${names.length === ids.length ? `: ${names.join(', ')}` : ''}`;
}

/** The options that name the record above the ones to delete: their names, their copy and a look afterwards need it. */
const parentOptions = ({list}: Collection, own: string): Params =>
  Object.fromEntries(
    Object.entries(list.params).map(([name, {option: _, ...param}]): [string, Param] => {
      const {value = name} = param;
      const about = {required: true, help: `The ${value} they are in`, question: `In which ${value}?`} as const;
      const within = {...param, ...about};
      // An email of an automation is named by a parameter of the same name as the automation's.
      return name === own ? [value, {...within, fills: name}] : [name, {...within, option: value}];
    }),
  );

function parametersOf(
  {params}: Operation<Params>,
  parameter: string,
  {of, within, guard}: Removing & {readonly within: Params},
): Params {
  const one = params[parameter] as Param;
  // Batches of some records need to be told which kind of id they get.
  const areIdsUnknown = bulkDeletionOf(of) !== undefined && !hasBatches(of);
  return {
    [parameter]: {
      ...one,
      type: 'text',
      many: true,
      help: `${one.help.replace(/^[^,]*/, `The ${of.noun.many}`)}; - reads them from standard input, one per line`,
    },
    ...within,
    ...guard?.takes,
    ...(areIdsUnknown ? bulkOption : {}),
    if_exists: {type: 'flag', help: 'Count what is not there as done', decides: 'checks'},
    ...maxDeleteOption,
  };
}

const bulkOption = {
  bulk_ids: {
    type: 'text',
    choices: ['id', 'utr'],
    help: 'Delete in batches, by id or by code; the service does not document which one it accepts',
  },
} as const satisfies Params;

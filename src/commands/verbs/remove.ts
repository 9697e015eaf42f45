import {bulkDeletionOf, type Collection, hasBatches} from '../../api/describe/collection.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose, Noun, Operation, Param, Params, Text} from '../../api/describe/schema.js';
import {effectOf} from '../../effect/effect.js';
import {NotFoundError} from '../../errors.js';
import type {Done} from '../../output/results/result.js';
import {counted, plural} from '../../words/count.js';
import {ended} from '../../work/ending.js';
import {endedEach} from '../../work/ending-each.js';
import {noWork} from '../../work/sum.js';
import {maxDeleteOption} from '../agree.js';
import type {Card, CardLine} from '../card.js';
import {type Command, type Context, changing} from '../command.js';
import {concurrencyOption, toConcurrency} from '../concurrency.js';
import {keepBefore} from '../keeping/keep-before.js';
import {noCopy, withWayBack} from '../keeping/ways-back.js';
import {parameterName} from '../parameter-name.js';
import type {About} from './about.js';
import {type BulkIds, removeInBulk} from './bulk-removal.js';
import {type DeletionWords, type MailAgain, sayingMailAgain} from './mail-again.js';
import {FEW, isWorthReading, type NamedRecords, namesFor} from './names.js';
import {type Id, type Listed, type Removal, removeEach, stillListed} from './removal.js';
import {reportOf} from './removal-report.js';

/**
 * `delete <id…>`: asks first, then deletes every given record, and continues past failures. Many records go in batches
 * if the service allows it; afterwards the list is read, because the service says "Deleted" even if it deleted nothing.
 */
export function remove(operation: Operation<Params, Text>, spec: Removing): Command {
  const {of, within = {}, listIsLong: _, refuse, card: __, guard, says, mailAgain: ___, ...about} = spec;
  const {noun, list} = of;
  const bulk = bulkDeletionOf(of);
  const parameter = recordName(operation) ?? 'id';
  const takes = parametersOf(operation, parameter, spec);
  const parents = Object.keys(list.params);
  const optionFor = (parent: string) =>
    Object.keys(within).find(name => (within[name]?.fills ?? name) === parent) ?? '';
  const isCheckable = parents.every(name => optionFor(name) !== '');
  const listInputOf = (input: Loose): Loose | undefined => {
    const given = parents.map(name => [name, input[optionFor(name)]] as const);
    return given.every(([, value]) => value !== undefined) ? Object.fromEntries(given) : undefined;
  };
  const batchesBy = (input: Loose, isMany: boolean): BulkIds | undefined =>
    (input['bulk_ids'] as BulkIds | undefined) ?? (isMany && hasBatches(of) ? 'given' : undefined);
  const own = [operation, ...(bulk ? [bulk] : []), ...(isCheckable ? [list] : []), ...(refuse?.calls ?? [])];
  return changing({
    ...about,
    details: [about.details, hasBatches(of) ? inBatches : undefined].filter(Boolean).join(' ') || undefined,
    takes,
    args: [parameter],
    gives: 'done',
    calls: guard ? async () => [...own, ...(await guard.calls())] : own,
    async run(context: Context, input: Loose) {
      const ids = input[parameter] as readonly Id[];
      if (ids.length === 0) return ended(noWork, nothingGiven);
      const concurrency = toConcurrency(input['concurrency']);
      const listInput = isCheckable ? listInputOf(input) : undefined;
      const isChecked = listInput !== undefined;
      const where = {of, listInput};
      if (isChecked && parents.length > 0) await mustAllBeListed(context, where, ids);
      const asked = {of, parameter, ids, listInput};
      const {nameOf, recordOf} = await namesFor(context, asked, mayReadNames(context, spec, ids));
      const unseen = ids.filter(id => recordOf(id) === undefined);
      if (unseen.length > 0) await refuse?.by(context, unseen);
      const words = wordsFor(context, spec, {parameter, ids, noun, nameOf, recordOf});
      const what = `Delete ${words.records}`;
      const withPeople = await spec.peopleOn?.(context, ids);
      const permit = await context.agree(effectOf('deletes', of, ids.length, {withPeople}), {
        what,
        card: await cardFor(context, spec, {ids, input, what}),
        maxDelete: input['max_delete'] as number | undefined,
      });
      const isMany = ids.length > ONE_BY_ONE;
      if (bulk && isCheckable && !isChecked && isMany) context.notice(cannotCheck(takes, parents.map(optionFor)));
      const {kept, copied, names, listed} = await keepBefore(context, {of, listInput, ids, mostPeople: withPeople});
      const called = (id: Id) => nameOf(id) ?? names?.get(String(id));
      const whole = {...where, permit, copied, concurrency, listed, nameOf: called};
      const by = batchesBy(input, isMany);
      const report = await (bulk && by
        ? removeInBulk(context, {...whole, by}, ids)
        : removeOneByOne(context, whole, {ids, recordOf, says}));
      sayGoesAlong(context, ids.length, withPeople);
      return endedEach(withWayBack(context, words.reported(report), of, kept));
    },
  });
}

const cannotCheck = (takes: Params, names: readonly string[]): string => {
  const options = names.map(name => parameterName({takes, args: []}, name)).join(', ');
  return `Without ${options}, emk cannot check afterwards that all are gone.`;
};

/** Says in a dry run that the people on a list go too, and how they come back. */
function sayGoesAlong({globals, notice}: Context, lists: number, people = 0): void {
  if (!globals.dryRun || people === 0) return;
  const back = globals.keepDeleted === 0 ? noCopy() : 'emk keeps a copy first, and "emk restore" brings them back.';
  notice(`${counted(people, 'person', 'people')} on ${plural(lists, 'it', 'them')} would be deleted too. ${back}`);
}

const nothingGiven: Done = {
  kind: 'done',
  sentence: 'Standard input was empty, so nothing was deleted.',
  done: [],
  failed: [],
};

/** Whether to read the list for the names in a sentence. Who gets mail again is worth it in a script too. */
const mayReadNames = (context: Context, {of, listIsLong, card, mailAgain}: Removing, ids: readonly Id[]): boolean =>
  mailAgain !== undefined ||
  (Object.keys(of.list.params).length === 0 &&
    !listIsLong &&
    !(card && context.ask.possible) &&
    isWorthReading(context, ids));

/** What a person sees at the question: a card of the records, or what still needs them. */
async function cardFor(
  context: Context,
  {card, guard}: Removing,
  {ids, input, what}: Asked,
): Promise<(() => Promise<Card>) | undefined> {
  const lines = card && context.ask.possible ? [] : ((await guard?.look(context, ids, input)) ?? []);
  if (card) return () => card(context, ids);
  return lines.length > 0 ? async () => ({what, lines}) : undefined;
}

function parametersOf({params}: Operation<Params>, parameter: string, {of, within, guard}: Removing): Params {
  const one = params[parameter] as Param;
  return {
    [parameter]: {
      ...one,
      type: 'text',
      many: true,
      help: `${one.help.replace(/^[^,]*/, `The ${of.noun.many}`)}; - reads them from standard input, one per line`,
    },
    ...within,
    ...guard?.takes,
    ...(areBulkIdsUnknown(of) ? bulkOption : {}),
    ...maxDeleteOption,
    ...concurrencyOption,
  };
}

/** Batches of some records need to be told which kind of id they get. */
const areBulkIdsUnknown = (of: Collection): boolean => bulkDeletionOf(of) !== undefined && !hasBatches(of);

async function removeOneByOne(
  context: Context,
  removal: Removal & Pick<NamedRecords, 'nameOf'>,
  {ids, recordOf, says}: Pick<NamedRecords, 'recordOf'> & Pick<Removing, 'says'> & {readonly ids: readonly Id[]},
): Promise<Done> {
  const targets = ids.map(id => ({given: id, id}));
  const removed = await removeEach(context, removal, targets);
  const certainty = context.globals.dryRun ? 'Would delete' : 'Deleted';
  const report = reportOf(removal.of.noun, ids, certainty, removed, removal.nameOf);
  const [only] = report.done;
  const record = report.done.length === 1 && only !== undefined ? recordOf(only) : undefined;
  const sentence = certainty === 'Deleted' && record ? says?.(record) : undefined;
  return sentence === undefined ? report : {...report, sentence};
}

type Asked = {readonly ids: readonly Id[]; readonly input: Loose; readonly what: string};

type Removing = About & {
  readonly of: Collection;
  /** The options that name the parent, for records under a parent. Without them, nothing can be checked. */
  readonly within?: Params;
  /** The list may be too long to read just for the names in a question. */
  readonly listIsLong?: true;
  /** Throws if some of these records, which may not be in the list, cannot be deleted by anybody. */
  readonly refuse?: {readonly calls: readonly Operation[]; by(context: Context, ids: readonly Id[]): Promise<void>};
  /** What a person should know about the records before deletion, if their names are not enough. */
  readonly card?: (context: Context, ids: readonly Id[]) => Promise<Card>;
  /** How many people are deleted with the records. */
  readonly peopleOn?: (context: Context, ids: readonly Id[]) => Promise<number>;
  /** Checks what still needs the records, before they are deleted. */
  readonly guard?: Guard;
  /** Says who gets mail again, for records that keep mail from people. */
  readonly mailAgain?: MailAgain;
  /** The sentence about a single deleted record, if there is more to say. */
  readonly says?: ((record: Loose) => string | undefined) | undefined;
};

/** A check before a deletion. It returns what a person sees at the question, and refuses if nobody is asked. */
export type Guard = {
  readonly takes: Params;
  readonly calls: () => Promise<readonly Operation[]>;
  look(context: Context, ids: readonly Id[], input: Loose): Promise<readonly CardLine[]>;
};

/** Refuses records that are not in the named list: afterwards, an empty or wrong list would look like success. */
async function mustAllBeListed(context: Context, where: Listed, ids: readonly Id[]): Promise<void> {
  const targets = ids.map(id => ({given: id, id}));
  const {left = [], unreadable} = await stillListed(context, where, targets);
  if (unreadable) throw unreadable;
  const there = new Set(left.map(({id}) => id));
  const elsewhere = ids.filter(id => !there.has(id));
  if (elsewhere.length === 0) return;
  const {one, many} = where.of.noun;
  const which = `${elsewhere.slice(0, SHOWN).join(', ')}${elsewhere.length > SHOWN ? ' and others' : ''}`;
  throw new NotFoundError(`The list does not have the ${plural(elsewhere.length, one, many)} ${which}.`, {
    hint: 'Nothing was deleted. Check the ids and the list.',
  });
}

/** How many ids fit into a readable sentence. */
const SHOWN = 10;

const inBatches =
  'emk deletes more than 20 in batches, and reads the list before and after. It reports ids that were not there, ' +
  'and records that are still there.';

const bulkOption = {
  bulk_ids: {
    type: 'text',
    choices: ['id', 'utr'],
    help: 'Delete in batches, by id or by code; the service does not document which one it accepts',
  },
} as const satisfies Params;

/** Up to this many records are deleted one by one, so that each failure has the service's own answer. */
const ONE_BY_ONE = 20;

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

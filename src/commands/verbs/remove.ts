import {type BulkDeletion, queryName} from '../../api/operation.js';
import type {Loose, Many, Noun, Operation, Param, Params, Text} from '../../api/schema.js';
import {NotFoundError, UsageError} from '../../errors.js';
import type {Command, Context} from '../command.js';
import {idsFrom} from '../ids.js';
import {nameOf} from '../input.js';
import type {About} from './about.js';
import {type BulkIds, removeInBulk} from './bulk-removal.js';
import {type Id, type Removal, removeEach, stillListed} from './removal.js';
import {reportOf} from './removal-report.js';

/**
`delete <id…>`: asks first, then deletes all it was given, going on past those that fail. Many go in batches where the
service takes batches; afterwards the list is read, since the service says "Deleted" whatever it did.
*/
export function remove(operation: Operation<Params, Text>, spec: Removing): Command {
  const {noun, bulk, bulkIdsUnknown = false, list, within = {}, names, ...about} = spec;
  const key = queryName(operation) ?? 'id';
  const each = operation.params[key] as Param;
  const takes: Params = {
    [key]: {...each, type: 'text', many: true, help: `The ${noun.many} to delete; - reads them from standard input`},
    ...within,
    ...(bulkIdsUnknown ? bulkOption : {}),
    max_delete: {type: 'integer', help: 'In a script: how many may be deleted at most, when more than 25', value: 'n'},
    concurrency: {type: 'integer', help: 'How many requests at a time, up to 16 (1)', value: 'n'},
  };
  return {
    ...about,
    details: [about.details, bulk && !bulkIdsUnknown ? inBatches : undefined].filter(Boolean).join(' ') || undefined,
    takes,
    args: [key],
    calls: [operation, ...(bulk ? [bulk] : []), ...(list ? [list] : [])],
    async run(context: Context, input: Loose) {
      const ids = await idsFrom(context.host, input[key] as readonly string[], each.type === 'integer');
      const concurrency = Number(input['concurrency'] ?? 1);
      if (concurrency < 1 || concurrency > 16) {
        throw new UsageError('--concurrency must be from 1 to 16.', {hint: `Leave it out to delete one at a time.`});
      }
      const listInput = Object.fromEntries(Object.keys(within).map(name => [name, input[name]]));
      const canList = list !== undefined && Object.values(listInput).every(value => value !== undefined);
      const removal = {operation, key, noun, list: canList ? list : undefined, listInput, bulk, concurrency};
      if (canList && Object.keys(within).length > 0) await mustStandThere(context, removal, ids);
      await context.confirm({
        what: `Delete ${await described(context, ids, noun, names)}`,
        deletes: ids.length,
        maxDelete: input['max_delete'] as number | undefined,
      });
      if (bulk && list && !canList && ids.length > ONE_BY_ONE) {
        context.notice(
          `Without ${Object.keys(within)
            .map(name => nameOf({takes, args: []}, name))
            .join(', ')} nobody checks afterwards that all are gone.`,
        );
      }
      const inBulk = bulkIdsUnknown ? input['bulk_ids'] !== undefined : ids.length > ONE_BY_ONE;
      if (bulk && inBulk) {
        const by = (input['bulk_ids'] as BulkIds | undefined) ?? 'given';
        return removeInBulk(context, {...removal, bulk, by}, ids);
      }
      const targets = ids.map(id => ({given: id, id}));
      const removed = await removeEach(context, removal, targets);
      return reportOf(noun, ids, context.globals.dryRun ? 'Would delete' : 'Deleted', removed);
    },
  };
}

/**
Refuses what does not stand where the caller says it does. Afterwards an empty or a wrong list would look the same as one
from which everything was deleted.
*/
async function mustStandThere(context: Context, removal: Removal, ids: readonly Id[]): Promise<void> {
  const {left = [], blind} = await stillListed(
    context,
    removal,
    ids.map(id => ({given: id, id})),
  );
  if (blind) throw blind;
  const there = new Set(left.map(({id}) => id));
  const elsewhere = ids.filter(id => !there.has(id));
  if (elsewhere.length === 0) return;
  const {one, many} = removal.noun;
  const which = `${elsewhere.slice(0, SHOWN).join(', ')}${elsewhere.length > SHOWN ? ' and others' : ''}`;
  throw new NotFoundError(`Not in that list: ${elsewhere.length === 1 ? one : many} ${which}.`, {
    hint: 'Nothing was deleted. Check the ids and the list they are said to be in.',
  });
}

/** How many ids a sentence can hold and still be read. */
const SHOWN = 10;

export type Removing = About & {
  readonly noun: Noun;
  readonly bulk?: BulkDeletion;
  /** The documentation does not say which kind of id the batches take: they are used only when the caller says it. */
  readonly bulkIdsUnknown?: true;
  /** Where a deleted record no longer stands. */
  readonly list?: Operation<Params, Many>;
  /** Says which list, for records under a parent; without it nothing can be verified. */
  readonly within?: Params;
  /** The field that names a record, where the list is short enough to be read for a question. */
  readonly names?: {readonly list: Operation<Params, Many>; readonly key: string; readonly label: string};
};

/** The service answers a batch alike whatever it knew of it, and reading a long list twice to find that out is not worth it. */
const inBatches =
  'More than 20 go in batches. The list is read afterwards, so what is reported is that they are gone: one that was never there counts as gone too.';

const bulkOption = {
  bulk_ids: {
    type: 'text',
    choices: ['id', 'utr'],
    help: 'Delete in batches, naming the records by id or by utr; which one the service takes is not documented',
  },
} as const satisfies Params;

/** Up to this many records go one by one, so that each failure is the service's own answer to it. */
const ONE_BY_ONE = 20;

/** What a question says is about to go: by name where names can be had, and where somebody reads it. */
async function described(
  {ask, globals, stream}: Context,
  ids: ReadonlyArray<string | number>,
  noun: Noun,
  names: Removing['names'],
): Promise<string> {
  const plain = ids.length === 1 ? `${noun.one} ${ids[0]}` : `${ids.length} ${noun.many}`;
  if (!names || !ask.possible || globals.yes || ids.length > ONE_BY_ONE) return plain;
  const wanted = new Set(ids.map(String));
  const found: string[] = [];
  for await (const batch of stream(names.list)) {
    for (const record of batch as readonly Loose[]) {
      if (wanted.has(String(record[names.key]))) found.push(`${record[names.key]} "${record[names.label]}"`);
    }
  }
  return found.length === 0
    ? plain
    : `${ids.length === 1 ? noun.one : `${ids.length} ${noun.many}:`} ${found.join(', ')}`;
}

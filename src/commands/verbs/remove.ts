import {bulkDeletionOf, type Collection, hasBatches} from '../../api/describe/collection.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose, Operation, Param, Params, Text} from '../../api/describe/schema.js';
import type {Done} from '../../output/results/result.js';
import {ended, noWork} from '../../work/ending.js';
import type {SameLine} from '../../work/same-line.js';
import {maxDeleteOption} from '../agree.js';
import {type Command, type Context, changing} from '../command.js';
import {concurrencyOption, toConcurrency} from '../concurrency.js';
import {groupOf} from '../not-found.js';
import {parameterName} from '../parameter-name.js';
import {idsBefore, ifExistsOption} from './gone-before.js';
import type {Id} from './removal-report.js';
import {type Deletion, removeOnLine} from './remove-on-line.js';
import type {Removing} from './removing.js';

/**
 * `delete <id…>`: asks first, then deletes every given record, and continues past failures. Many records go in batches
 * if the service allows it; afterwards the list is read, because the service says "Deleted" even if it deleted nothing.
 */
export function remove(operation: Operation<Params, Text>, spec: Removing): Command {
  const {of, within = {}, listIsLong: _, refuse, card: __, guard, says, mailAgain: ___, turns: ____, ...about} = spec;
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
    return isCheckable && given.every(([, value]) => value !== undefined) ? Object.fromEntries(given) : undefined;
  };
  const lineOf = (context: Context, input: Loose, words: readonly string[]): Promise<SameLine> =>
    context.sameLine(`${groupOf(noun)} delete`, [listInputOf(input) ?? null, ...words]);
  const own = [operation, ...(bulk ? [bulk] : []), ...(isCheckable ? [list] : []), ...(refuse?.calls ?? [])];
  return changing({
    ...about,
    details: [about.details, hasBatches(of) ? inBatches : undefined].filter(Boolean).join(' ') || undefined,
    takes,
    args: [parameter],
    gives: 'done',
    calls: guard ? async () => [...own, ...(await guard.calls())] : own,
    deletedBefore: async (context, input, words) => idsBefore(await lineOf(context, input, words), words),
    async run(context: Context, input: Loose) {
      const given = input[parameter] as readonly Id[];
      if (given.length === 0) return ended(noWork, nothingGiven);
      const inLine = context.words(parameter);
      const deletion: Deletion = {
        ...{spec, parameter, input, given, listInput: listInputOf(input)},
        concurrency: toConcurrency(input['concurrency']),
        cannotCheck: () => cannotCheck(takes, parents.map(optionFor)),
      };
      if (inLine.size < 2) return removeOnLine(context, deletion, undefined);
      const words = [...inLine.keys()];
      return context.takeTurns([[`${groupOf(noun)} delete`, ...words]], 'the same deletion', async () =>
        removeOnLine(context, deletion, await lineOf(context, input, words)),
      );
    },
  });
}

const cannotCheck = (takes: Params, names: readonly string[]): string => {
  const options = names.map(name => parameterName({takes, args: []}, name)).join(', ');
  return `Without ${options}, emk cannot check afterwards that all are gone.`;
};

const nothingGiven: Done = {
  kind: 'done',
  sentence: 'Standard input was empty, so nothing was deleted.',
  done: [],
  failed: [],
};

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
    ...ifExistsOption,
    ...maxDeleteOption,
    ...concurrencyOption,
  };
}

/** Batches of some records need to be told which kind of id they get. */
const areBulkIdsUnknown = (of: Collection): boolean => bulkDeletionOf(of) !== undefined && !hasBatches(of);

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

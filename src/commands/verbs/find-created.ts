import {allRecords} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/collection.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import {PartialError} from '../../core/errors.js';
import {andList} from '../../core/words/sentence.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {Context} from '../command.js';
import {groupOf, listedRecords} from '../records.js';

/** Where a new record will appear, how to read that list, and how to recognise the record. */
export type Expected = {
  readonly of: Source;
  readonly input?: Loose;
  isIt(record: Loose): boolean;
};

type Looking = {
  /** How much a record is like the new one: the first `same` counts, or else the first `alike`. */
  likeness?(record: Loose): 'same' | 'alike' | undefined;
};

/** A list before a creation: its highest id, which a new record exceeds, and a record of the same name if asked for. */
export async function surveyList(
  context: Pick<Context, 'stream'>,
  {of, input = {}}: Pick<Expected, 'of' | 'input'>,
  {likeness}: Looking = {},
): Promise<{readonly highest: number; readonly duplicate: Loose | undefined}> {
  let highest = 0;
  const found: {same?: Loose; alike?: Loose} = {};
  for await (const batch of listedRecords(context, of, input)) {
    for (const record of batch) {
      highest = Math.max(highest, Number(record['id']));
      const like = found.same === undefined && isNotDeleted(record) ? likeness?.(record) : undefined;
      if (like) found[like] ??= record;
    }
  }
  return {highest, duplicate: found.same ?? found.alike};
}

/** The records that are new since, and may be the one that was created. */
export const newSince = (
  context: Pick<Context, 'stream'>,
  {of, input = {}, isIt}: Expected,
  before: number,
): Promise<Loose[]> =>
  allRecords(listedRecords(context, of, input), record => Number(record['id']) > before && isIt(record));

/** Records of one name created at the same moment: the one to keep, and the error that names the others. */
type SimultaneousDuplicates = {readonly kept: Loose; readonly error: PartialError};

/** Names new records of one name, one of them perhaps from another run: all runs keep the first. */
export function simultaneousIn(
  {noun, key, label, operations}: Collection,
  alike: readonly Loose[],
): SimultaneousDuplicates | undefined {
  const [kept, ...duplicates] = [...alike].sort((one, other) => Number(one['id']) - Number(other['id']));
  if (!kept || duplicates.length === 0) return undefined;
  const ids = duplicates.map(duplicate => String(duplicate[key]));
  const there = `There are ${alike.length} new ${noun.many} "${String(kept[label])}", and emk made only one`;
  return {
    kept,
    error: new PartialError(`${there}: ${andList([String(kept[key]), ...ids])}.`, {
      hint: operations['delete']
        ? `Keep ${String(kept[key])} and delete the other with: emk ${groupOf(noun)} delete ${ids.join(' ')}`
        : `Keep ${String(kept[key])} and delete the other, ${ids.join(' ')}, in the service itself: its API deletes no ${noun.many}.`,
    }),
  };
}

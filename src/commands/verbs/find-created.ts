import {allRecords} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/collection.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import {PartialError} from '../../core/errors.js';
import {andList} from '../../core/words/sentence.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {Context} from '../command.js';
import {listedRecords} from '../records.js';

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

/** Names new records of one name, one of them perhaps from another run: all runs keep the first. */
export function simultaneousIn(
  {noun, key, label}: Collection,
  alike: readonly Loose[],
): {readonly kept: Loose; readonly error: PartialError} | undefined {
  const sorted = [...alike].sort((one, other) => Number(one['id']) - Number(other['id']));
  const [kept] = sorted;
  if (!kept || sorted.length === 1) return undefined;
  const ids = sorted.map(record => String(record[key]));
  const there = `There are ${alike.length} new ${noun.many} "${String(kept[label])}", and emk made only one`;
  return {
    kept,
    error: new PartialError(`${there}: ${andList(ids)}.`, {hint: `Keep ${ids[0]} and delete the others.`}),
  };
}

import {allRecords, forEachRecord} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/operation.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import {trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {Context} from '../command.js';
import {listedRecords} from '../records.js';

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

/** Where a new record will appear, and the input of that list. */
export type Where = {readonly of: Source; readonly within?: Loose};

type Surveying = Where & {
  /** How much a record is like the new one: the first `same` counts, or else the first `alike`. */
  likeness?(record: Loose): 'same' | 'alike' | undefined;
};

/** A list before a creation: its highest id, which a new record exceeds, and a record of the same name if asked for. */
export async function surveyList(
  context: Pick<Context, 'stream'>,
  {of, within, likeness}: Surveying,
): Promise<{readonly highest: number; readonly duplicate: Loose | undefined}> {
  let highest = 0;
  const found: {same?: Loose; alike?: Loose} = {};
  await forEachRecord(listedRecords(context, of, within), record => {
    highest = Math.max(highest, Number(record['id']));
    const like = found.same === undefined && isNotDeleted(record) ? likeness?.(record) : undefined;
    if (like) found[like] ??= record;
  });
  return {highest, duplicate: found.same ?? found.alike};
}

/** The records that are new since, the oldest first. */
export const newSince = async (
  context: Pick<Context, 'stream'>,
  {of, within}: Where,
  before: number,
): Promise<readonly Loose[]> => {
  const rows = await allRecords(
    listedRecords(context, of, within),
    record => Number(record['id']) > before && isNotDeleted(record),
  );
  return rows.sort((one, other) => Number(one['id']) - Number(other['id']));
};

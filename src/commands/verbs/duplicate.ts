import type {Collection} from '../../api/describe/operation.js';
import {checking} from '../../api/describe/operation.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose, Noun, One, Params, Read} from '../../api/describe/schema.js';
import {effectOf} from '../../change/effect/effect.js';
import {notTogether, UsageError} from '../../core/errors.js';
import type {Result} from '../../output/results/result.js';
import {type Fields, isOn} from '../../records/view/select.js';
import type {Context} from '../command.js';

/** The options for records whose name already exists. */
export const duplicateOptions = checking({
  if_missing: {type: 'flag', help: 'If it exists, print it and create nothing'},
  allow_duplicate: {type: 'flag', help: 'Create a second one without asking'},
});

export type DuplicateChoice = {readonly if_missing?: unknown; readonly allow_duplicate?: unknown};

/** Whether to return a record of the same name, or to create another without asking. */
export function readDuplicateChoice(given: DuplicateChoice): {readonly ifMissing: boolean; readonly allowed: boolean} {
  const [ifMissing, allowed] = [isOn(given.if_missing), isOn(given.allow_duplicate)];
  if (!ifMissing || !allowed) return {ifMissing, allowed};
  throw notTogether('--if-missing', '--allow-duplicate');
}

/** Decides about a record of the same name, if there is one: it is the result, or a person is asked. A script makes no second one unawares. */
export async function settleDuplicate(
  context: Context,
  {of, read, fields, around = 'To get that one, add --if-missing. To have both, add --allow-duplicate.'}: Existing,
  duplicate: Loose | undefined,
  ifMissing: boolean,
): Promise<Result | undefined> {
  if (!duplicate) return undefined;
  const {ask, globals, call, agree} = context;
  const {noun, key, label} = of;
  const there = `There is ${article(noun)} ${noun.one} "${String(duplicate[label])}" already`;
  if (ifMissing) {
    const record = read ? await call(read, {[recordName(read) ?? key]: duplicate[key]} as never) : duplicate;
    const sentence = `${there}, so nothing was created.`;
    return {kind: 'record', record, shape: read?.returns.shape ?? of.record, key, fields, sentence};
  }
  if (!ask.possible || globals.yes) {
    throw new UsageError(`${there}.`, {hint: around});
  }
  await agree(effectOf('creates', of), {what: `${there}. Create another`, always: true});
  return undefined;
}

/** Where a record of the same name is listed, how to read it, and which fields to show. */
type Existing = {
  readonly of: Collection;
  readonly read?: Read<Params, One> | undefined;
  readonly fields: Fields | undefined;
  /** How a script has one of them, or both. */
  readonly around?: string | undefined;
};

const article = ({one}: Noun): string => (/^[aeiou]/.test(one) ? 'an' : 'a');

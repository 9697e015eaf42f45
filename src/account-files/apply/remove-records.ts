import type {Context} from '../../commands/command.js';
import {sayWayBack} from '../../commands/keeping/ways-back.js';
import {type Removal, removeRecords} from '../../commands/verbs/remove-records.js';
import {InterruptedError, UnknownOutcomeError} from '../../errors.js';
import type {Id} from '../folder/made.js';

/** Deletes records, and calls `gone` for each that no longer exists. Failures are thrown after all were tried. */
export async function removeAll(
  context: Context,
  where: Omit<Removal, 'kept'>,
  ids: readonly Id[],
  gone: (id: Id) => void = () => {},
): Promise<void> {
  if (ids.length === 0) return;
  const {failed, stopped, kept} = await removeRecords(context, {...where, kept: 'copy'}, ids);
  const failures = failed.filter(({error}) => error.exit !== GONE);
  const left = new Set(failures.map(({id}) => String(id)));
  for (const id of ids) if (!left.has(String(id))) gone(id);
  sayWayBack(context, where.of, {kept, done: ids.length - left.size});
  const unknown = failures.find(({error}) => error instanceof UnknownOutcomeError)?.error;
  const failure = stopped instanceof InterruptedError ? stopped : (unknown ?? stopped ?? failures[0]?.error);
  if (failure) throw failure;
}

const GONE = 4;

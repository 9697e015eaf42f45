import type {BulkDeletion} from '../../api/operation.js';
import type {Context} from '../../commands/command.js';
import {removeInBulk} from '../../commands/verbs/bulk-removal.js';
import {type Removal, removeEach} from '../../commands/verbs/removal.js';
import type {Id} from '../folder/made.js';

/** How records of a kind are deleted, many at once where the service takes that. */
export type RemovalOfMany = Omit<Removal, 'concurrency'> & {readonly bulk?: BulkDeletion};

/** Deletes records. What is gone already is no failure; the first other failure is thrown once all were tried. */
export async function removeAll(context: Context, {bulk, ...rest}: RemovalOfMany, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  const removal = {...rest, concurrency: 1};
  const {failed, stopped} =
    bulk && ids.length > ONE_BY_ONE
      ? await removeInBulk(context, {...removal, bulk, by: 'given'}, ids)
      : await removeEach(
          context,
          removal,
          ids.map(id => ({given: id, id})),
        );
  const failure = stopped ?? failed.find(({error}) => error.exit !== GONE)?.error;
  if (failure) throw failure;
}

const ONE_BY_ONE = 20;
const GONE = 4;

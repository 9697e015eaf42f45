import {forEachRecord} from '../api/answers/record-sources.js';
import type {FormField} from '../api/describe/request.js';
import type {Operation} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {operations as recipients} from '../endpoints/group-recipients.js';
import {operations as everybody} from '../endpoints/unsubscribes.js';
import type {SomePeople} from '../output/results/documents.schema.js';
import {somePeople} from './mail-again.js';

/** A request that somebody wrote by hand. */
type Written = {
  readonly operation: Operation | undefined;
  readonly path: string;
  readonly fields: readonly FormField[];
};

/** The people who get mail again because of a request, by name if the list of everybody who left has its ids. */
export async function mailAgainByRequest(
  {stream}: Pick<Context, 'stream'>,
  {operation, path, fields}: Written,
): Promise<SomePeople | undefined> {
  const ofGroup = operation === recipients.delete || operation === recipients.bulkDelete;
  if (!ofGroup && operation !== everybody.delete && operation !== everybody.bulkDelete) return undefined;
  const query = new URLSearchParams(path.split('?')[1]);
  const given = [...query, ...fields]
    .filter(([name]) => /^(id|strIds\b.*)$/.test(name))
    .map(([, value]) => String(value));
  const ids = new Set(given);
  const names = new Map<string, string>();
  await forEachRecord(stream(everybody.list), ({id, email_address, unsubscribe_groups_id: group}) => {
    // A list without people who left one group says nothing about the ids of these.
    if (ids.has(String(id)) && (!ofGroup || group !== null)) names.set(String(id), email_address);
  });
  return somePeople(names.values(), ids.size - names.size);
}

import {type Notes, notedRecords} from '../api/answers/noted-records.js';
import type {Stream} from '../api/client/client.js';
import type {Loose} from '../api/describe/schema.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import type {Host} from '../system/host.js';
import type {IndexDraft} from './write-index.js';

export type IndexRun = {
  readonly host: Pick<Host, 'pid' | 'now'>;
  /** Whether the settings turn the index off. */
  readonly off: boolean;
  /** The folder of the account; undefined if there is no place for one. */
  folder(): Promise<string | undefined>;
  /** Makes the next whole list of this run write the index anew, however young it is. */
  renew(): void;
  isOutdated(): boolean;
};

/** Makes the list of all contacts leave an index of its addresses behind, if it is read to its end. */
export const notingAddresses =
  (stream: Stream, run: IndexRun): Stream =>
  (operation, input, key) => {
    const records = stream(operation, input, key);
    return operation.route === 'GET /contacts/list' && !run.off
      ? notedRecords(records, () => startNotes(run))
      : records;
  };

/** From this many contacts on, one request is quicker than the list; a shorter list has no index. */
const SHORTEST_INDEXED = 1000;

/** How old an index becomes, in milliseconds, before a list writes another: writing takes a tenth of the list. */
const HOUR = 60 * 60 * 1000;

async function startNotes(run: IndexRun): Promise<Notes | undefined> {
  const folder = await run.folder();
  if (folder === undefined) return undefined;
  const kept = run.isOutdated() ? undefined : (await import('./read-index.js')).aboutIndex(folder);
  const age = kept && run.host.now().getTime() - Date.parse(kept.written);
  return age !== undefined && age >= 0 && age < HOUR ? undefined : takeAddresses(folder, run);
}

/** Notes addresses as contacts pass. Nothing is begun for a short list, and no failure reaches the list. */
function takeAddresses(folder: string, {host}: IndexRun): Notes {
  let first: Loose[] = [];
  let draft: IndexDraft | undefined;
  let failed = false;
  const drop = (): void => {
    failed = true;
    ignoringErrors(() => draft?.drop());
  };
  const add = (records: readonly Loose[]): void => {
    const listed = records.filter(isNotDeleted);
    if (!listed.every(({id, email, contact_type_id: type}) => draft?.add({id, type, email}))) drop();
  };
  return {
    fields: ['id', 'email', 'contact_type_id', 'deleted_at'],
    async take(records) {
      if (failed) return;
      try {
        if (draft) return add(records);
        first.push(...records);
        if (first.length < SHORTEST_INDEXED) return;
        draft = (await import('./write-index.js')).beginIndex(folder, host.pid);
        add(first);
        first = [];
      } catch {
        // A full or read-only disk: the next look-up reads the list.
        drop();
      }
    },
    async finish() {
      if (failed) return;
      const {forgetIndex} = await import('./forget-index.js');
      ignoringErrors(() => (draft ? draft.finish(host.now()) : forgetIndex(folder)), drop);
    },
    drop,
  };
}

function ignoringErrors(act: () => void, or = (): void => undefined): void {
  try {
    act();
  } catch {
    or();
  }
}

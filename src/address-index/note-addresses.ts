import {type Notes, notedRecords} from '../api/answers/noted-records.js';
import type {Stream} from '../api/client/client.js';
import type {Loose} from '../api/describe/schema.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import type {Host} from '../system/host.js';
import type {IndexDraft} from './write-index.js';

/** Whose addresses are noted, and where. */
export type IndexRun = {
  readonly host: Pick<Host, 'pid' | 'now'>;
  /** Whether the settings turn the index off. */
  readonly off: boolean;
  /** The folder of the account; undefined if there is no place for one. */
  folder(): Promise<string | undefined>;
};

/** Makes the list of all contacts leave an index of its addresses behind, if it is read to its end. */
export const notingAddresses =
  (stream: Stream, run: IndexRun): Stream =>
  (operation, input, key) => {
    const records = stream(operation, input, key);
    return operation.route === 'GET /contacts/list' && !run.off
      ? notedRecords(records, async () => takeAddresses(await run.folder(), run))
      : records;
  };

/** From this many contacts on, one request is quicker than the list; a shorter list has no index. */
const SHORTEST_INDEXED = 1000;

/** Notes addresses as contacts pass. Nothing is begun for a short list, and no failure reaches the list. */
function takeAddresses(folder: string | undefined, {host}: IndexRun): Notes {
  let first: Loose[] = [];
  let draft: IndexDraft | undefined;
  let failed = folder === undefined;
  const drop = (): void => {
    failed = true;
    ignoringErrors(() => draft?.drop());
  };
  const add = (records: readonly Loose[]): void => {
    const listed = records.filter(isNotDeleted);
    if (!listed.every(({id, email, contact_type_id: type}) => draft?.add({id, type, email}))) drop();
  };
  return {
    async take(records) {
      if (failed || folder === undefined) return;
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
    async finish(all) {
      if (failed || folder === undefined) return;
      if (!all) return drop();
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

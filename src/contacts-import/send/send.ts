import type {Chunks} from './chunks.js';
import {deliver} from './deliver.js';
import {stopIfInterrupted} from './interruption.js';
import type {PlannedRow} from './plan.js';
import type {Sending} from './sending.js';

/** Sends rows that the service did not accept, each in its own request, and notes those that fail again. */
export async function sendAlone(sending: Sending, rows: AsyncIterable<readonly PlannedRow[]>): Promise<void> {
  sending.alone = true;
  try {
    for await (const batch of rows) {
      for (const row of batch) {
        stopIfInterrupted(sending.host);
        sending.tell.progress.show({label: 'Adding rows that did not arrive the last time'});
        await deliver(sending, [{...row, gap: true}]);
      }
    }
  } finally {
    sending.alone = false;
    sending.tell.progress.clear();
  }
}

/** Sends all rows, one chunk at a time: at most one is ever in doubt. */
export async function sendAll(sending: Sending, chunks: Chunks): Promise<void> {
  const {tally, tell, host, total, size} = sending;
  const before = tally.sent;
  try {
    for (;;) {
      stopIfInterrupted(host);
      const rows = await chunks.take(size.rows);
      if (rows.length === 0) return;
      tell.progress.show({
        label: sending.canaryDone ? 'Adding' : 'Adding the first rows',
        done: tally.sent - before,
        total,
      });
      await deliver(sending, rows);
    }
  } finally {
    tell.progress.clear();
    await chunks.close();
  }
}

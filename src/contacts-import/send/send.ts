import type {Chunks} from './chunks.js';
import {deliver} from './deliver.js';
import {stopIfInterrupted} from './interruption.js';
import type {Sending} from './sending.js';

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

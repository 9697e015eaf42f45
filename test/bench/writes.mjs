import {row} from './row.mjs';
import {emk, run} from './run.mjs';

/** A hundred deletes, one after the other, at a service that waits 50 ms: the ideal is 20 a second. */
export async function writeRows(service) {
  const ids = Array.from({length: 100}, (_, index) => String(index + 10));
  const words = ['segments', 'delete', ...ids, '--yes', '--max-delete', '100'];
  const {ms} = await run(process.execPath, [emk, ...words], {env: {EMK_BASE_URL: service.at('ms50')}});
  const rate = 100 / (ms / 1000);
  return [
    row('100 writes, of the ideal', {
      ones: [rate],
      others: [20],
      atLeast: 0.9,
      note: `${rate.toFixed(0)} a second`,
    }),
  ];
}

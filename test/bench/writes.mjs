import {row} from './row.mjs';
import {emk, run} from './run.mjs';

/** A thousand deletes, eight at a time, at a service that waits 50 ms: the ideal is 160 a second. */
export async function writeRows(service) {
  const ids = Array.from({length: 1000}, (_, index) => String(index + 10));
  const words = ['segments', 'delete', ...ids, '--yes', '--max-delete', '1000', '--concurrency', '8'];
  const {ms} = await run(process.execPath, [emk, ...words], {env: {EMK_BASE_URL: service.at('ms50')}});
  const rate = 1000 / (ms / 1000);
  return [
    row('1,000 writes at --concurrency 8, of the ideal', {
      ones: [rate],
      others: [160],
      atLeast: 0.9,
      note: `${rate.toFixed(0)} a second`,
    }),
  ];
}

import {fork} from 'node:child_process';
import {once} from 'node:events';
import {get} from 'node:http';

/** Starts the stand-in for the service. `at` returns the base URL for one behaviour. */
export async function startService() {
  const child = fork(new URL('service.mjs', import.meta.url));
  const [port] = await once(child, 'message');
  const at = plan => `http://127.0.0.1:${port}/${plan}/api`;
  return {
    at,
    /** The bytes of a list. */
    sizeOf: plan =>
      new Promise((resolve, reject) => {
        let bytes = 0;
        get(`${at(plan)}/contacts/list`, response =>
          response
            .on('data', chunk => (bytes += chunk.length))
            .on('end', () => resolve(bytes))
            .on('error', reject),
        );
      }),
    stop: () => child.disconnect(),
  };
}

import type {Account} from '../../api/wire/account.js';
import type {Host} from '../../system/host.js';
import {databaseOf} from './account-file.js';
import {environmentOptions} from './environment.js';
import {startSandbox} from './start.js';

/** Opens the sandbox of `--sandbox`: stored in a file that other processes may also use, and served by this process. */
export async function openSandbox({
  host,
  db,
}: {
  readonly host: Host;
  readonly db?: string | undefined;
}): Promise<{readonly account: Account; close(): Promise<void>}> {
  const {baseUrl, publicKey, secretKey, close} = await startSandbox({
    ...environmentOptions(host),
    file: databaseOf(host, db),
    processes: host,
    realNow: () => host.now(),
    interrupted: host.interrupted,
  });
  return {account: {name: 'sandbox', source: 'sandbox', baseUrl, publicKey, secretKey, guard: 'none'}, close};
}

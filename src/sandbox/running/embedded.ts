import type {Account} from '../../api/account.js';
import type {Host} from '../../system/host.js';
import {databaseOf} from './account-file.js';
import {environmentOptions} from './environment.js';
import {startSandbox} from './start.js';

/** Opens the sandbox that `--sandbox` means: kept in a file, shared with whoever else uses it, served by this very process. */
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

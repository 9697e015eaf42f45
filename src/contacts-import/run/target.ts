import {targetOf} from '../../accounts/target.js';
import type {Account} from '../../api/wire/account.js';
import type {Choice} from '../../ask/terminal/ask.js';
import type {Context} from '../../commands/command.js';
import {ConfigError} from '../../errors.js';
import {counted} from '../../words/sentence.js';
import {type ImportHeader, importName, type PastRun, pastRuns} from '../journal/runs.js';

/** Refuses to resume an import in another account than its own. */
export function assertSameTarget(account: Account, header: ImportHeader): void {
  const target = targetOf(account);
  const {account: name, origin, key} = header;
  if (target.origin === origin && target.key === key) return;
  throw new ConfigError(
    `The import ${importName(header)} went to ${name} (${origin}), and this is ${account.name} (${target.origin}).`,
    {
      hint: 'Choose the account it went to: --profile NAME, or the environment it had then.',
    },
  );
}

/** The imports into the account of this run, the latest last. */
export async function importsHere({host, account}: Pick<Context, 'host' | 'account'>): Promise<readonly PastRun[]> {
  const {origin, key} = targetOf(await account());
  return pastRuns(host).filter(({header}) => header.origin === origin && header.key === key);
}

/** An import as a choice: its file and list, its rows, and when it began. */
export const importAsChoice = (run: PastRun): Choice<PastRun> => ({
  name: importName(run.header),
  note: `${counted(run.header.rows.toSend, 'row')}, ${run.header.started.slice(0, 16).replace('T', ' ')} UTC`,
  value: run,
});

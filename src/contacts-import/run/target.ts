import {targetOf} from '../../accounts/target.js';
import type {Account} from '../../api/wire/account.js';
import type {Context} from '../../commands/command.js';
import {ConfigError} from '../../errors.js';
import {counted} from '../../words/sentence.js';
import {type ImportHeader, type PastRun, pastRuns} from '../journal/runs.js';

/** Refuses to resume an import in another account than its own. */
export function assertSameTarget(account: Account, {id, account: name, origin, key}: ImportHeader): void {
  const target = targetOf(account);
  if (target.origin === origin && target.key === key) return;
  throw new ConfigError(`Import ${id} went to ${name} (${origin}), and this is ${account.name} (${target.origin}).`, {
    hint: 'Choose the account it went to: --profile NAME, or the environment it had then.',
  });
}

/** The imports into the account of this run, the latest last. */
export async function importsHere({host, account}: Pick<Context, 'host' | 'account'>): Promise<readonly PastRun[]> {
  const {origin, key} = targetOf(await account());
  return pastRuns(host).filter(({header}) => header.origin === origin && header.key === key);
}

/** An import in words, for a choice. */
export const importInWords = ({header: {id, started, source, type, rows}}: PastRun): string =>
  `${id}  ${started.slice(0, 16).replace('T', ' ')}  ${source.name} → ${type.name}, ${counted(rows.toSend, 'row')}`;

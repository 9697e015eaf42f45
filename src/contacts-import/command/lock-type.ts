import type {Target} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {findRecord} from '../../commands/find-record.js';
import contactTypes from '../../endpoints/contact-types.js';
import {importsFolder} from '../journal/runs.js';
import {lockImport} from '../run/target.js';
import type {TypeToFill} from './create-missing.js';

/** Takes the lock of a contact type, and returns the type as it is then: another import may have created it. */
export async function lockType(
  context: Context,
  target: Target,
  type: TypeToFill,
): Promise<{readonly type: TypeToFill; unlock(): void}> {
  const lock = (key: number | string) => lockImport(context.host, importsFolder(context.host), {...target, type: key});
  const unlock = await lock(type.id ?? type.name);
  if (type.id !== undefined) return {type, unlock};
  try {
    const made = await findRecord(context, contactTypes, type.name);
    if (made === undefined) return {type, unlock};
    const now = {id: Number(made['id']), name: String(made['name'])};
    const unlockMade = await lock(now.id);
    return {
      type: now,
      unlock() {
        unlockMade();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

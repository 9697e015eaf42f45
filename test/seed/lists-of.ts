/** Everything that an account holds, as its lists show it. */
import type {Shell} from '../shell.js';

export type Lists = {readonly [list: string]: ReadonlyArray<Readonly<Record<string, unknown>>>};

const lines = [
  ['contact-types', 'contact-types list'],
  ['contacts', 'contacts list'],
  ['fields', 'fields list --custom'],
  ['unsubscribers', 'unsubscribers list'],
  ['unsubscribe-groups', 'unsubscribe-groups list'],
  ['senders', 'senders list'],
  ['automations', 'automations list'],
  ['single-sends', 'single-sends list'],
  ['notification-recipients', 'notification-recipients list'],
] as const;

/** Reads every list. Those who left any group are together under `members`. */
export async function listsOf({emk}: Pick<Shell, 'emk'>): Promise<Lists> {
  const read = async (line: string) => JSON.parse((await emk(`${line} -o json`)).stdout || '[]') as Lists[string];
  const lists = await Promise.all(lines.map(async ([name, line]) => [name, await read(line)] as const));
  const groups = lists.find(([name]) => name === 'unsubscribe-groups')?.[1] ?? [];
  const members = await Promise.all(groups.map(({id}) => read(`unsubscribe-groups recipients list ${id}`)));
  return {...Object.fromEntries(lists), members: members.flat()};
}

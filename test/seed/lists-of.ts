/** Everything in an account, as its lists show it. */
import {operations as automations} from '../../src/endpoints/automations.js';
import {operations as contacts} from '../../src/endpoints/contacts.js';
import {operations as fields} from '../../src/endpoints/fields.js';
import {operations as members} from '../../src/endpoints/group-recipients.js';
import {operations as groups} from '../../src/endpoints/groups.js';
import {operations as types} from '../../src/endpoints/lists.js';
import {operations as sends} from '../../src/endpoints/mailings.js';
import {operations as owners} from '../../src/endpoints/notifications.js';
import {operations as senders} from '../../src/endpoints/senders.js';
import {operations as unsubscribes} from '../../src/endpoints/unsubscribes.js';
import {sessionOf} from '../account-files/session-of.js';
import type {Shell} from '../shell.js';

export type Lists = {readonly [list: string]: ReadonlyArray<Readonly<Record<string, unknown>>>};

/** Reads every list. People who left any group are together under `members`. */
export async function listsOf(shell: Shell): Promise<Lists> {
  const session = sessionOf(shell);
  const {call} = session.context;
  try {
    const allGroups = await call(groups.list);
    return {
      lists: await call(types.list),
      contacts: await call(contacts.list),
      fields: await call(fields.custom),
      unsubscribes: await call(unsubscribes.list),
      groups: allGroups,
      senders: await call(senders.list),
      automations: await call(automations.list),
      mailings: await call(sends.list),
      notifications: await call(owners.list),
      members: (await Promise.all(allGroups.map(({id}) => call(members.list, {groupId: id})))).flat(),
    };
  } finally {
    await session.close();
  }
}

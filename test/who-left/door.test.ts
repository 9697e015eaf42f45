/** The door by itself: who is stopped and why, for every way in which a line may open it. */
import {describe, expect, test} from 'vitest';
import type {Client} from '../../src/api/client/client.js';
import {operations as groupRecipients} from '../../src/endpoints/group-recipients.js';
import {operations as groups} from '../../src/endpoints/groups.js';
import {operations as unsubscribes} from '../../src/endpoints/unsubscribes.js';
import {NotFoundError} from '../../src/errors.js';
import {type AtDoor, openDoor} from '../../src/who-left/door.js';
import {stoppedBy} from '../../src/who-left/let-in.js';
import {stoppedInWords, wayIn} from '../../src/who-left/words.js';

/** A service with people who left, by group; `listsGroups` says whether its list of all of them names groups. */
function service(listsGroups: boolean) {
  const reads: string[] = [];
  const inGroup = new Map<number, readonly string[]>([
    [1, ['group@example.com']],
    [2, ['never@example.com']],
    [3, []],
  ]);
  async function* stream(operation: unknown, {groupId = 0}: {readonly groupId?: number} = {}) {
    if (operation === unsubscribes.list) {
      reads.push('all');
      yield [{email_address: 'Gone@Example.com', unsubscribe_groups_id: null}];
      if (listsGroups) yield [{email_address: 'group@example.com', unsubscribe_groups_id: 1}];
    } else if (operation === groups.list) {
      reads.push('groups');
      yield [
        {id: 1, unsubscribe_clients_count: 1},
        {id: 2, unsubscribe_clients_count: 0},
        {id: 3, unsubscribe_clients_count: null},
      ];
    } else if (operation === groupRecipients.list) {
      reads.push(`group ${groupId}`);
      if (groupId === 3) throw new NotFoundError('There are none.');
      yield (inGroup.get(groupId) ?? []).map(email_address => ({email_address}));
    }
  }
  return {stream: stream as unknown as Client['stream'], reads};
}

const people = ['gone@example.com', 'group@example.com', 'ada@example.com'];

async function opened(how: AtDoor = {}, {listsGroups = true} = {}) {
  const {stream, reads} = service(listsGroups);
  const door = await openDoor({stream}, how);
  return {door, reads, stopped: people.map(address => door.stops(address))};
}

describe('the door', () => {
  test.each([
    ['looks at everybody', {}, ['unsubscribed', 'left_a_group', undefined], 2],
    ['lets in who unsubscribed', {include_unsubscribed: true}, [undefined, undefined, undefined], 0],
    ['lets in whom the files know', {known: new Set(['gone@example.com'])}, [undefined, 'left_a_group', undefined], 2],
  ] as const)('%s', async (_, how, expected, size) => {
    const {door, stopped, reads} = await opened(how);
    expect([stopped, door.size]).toEqual([expected, size]);
    expect(reads).toEqual('include_unsubscribed' in how ? [] : ['all']);
  });

  test('reads the groups that do not count nobody if the list of all names no group', async () => {
    const {door, stopped, reads} = await opened({}, {listsGroups: false});
    expect(stopped).toEqual(['unsubscribed', 'left_a_group', undefined]);
    expect([door.size, reads]).toEqual([2, ['all', 'groups', 'group 1', 'group 3']]);
  });

  test('knows who left even where they are let in, with one read', async () => {
    const {door, reads} = await opened({include_unsubscribed: true});
    expect((await door.whoLeft()).fully.has('gone@example.com')).toBe(true);
    expect(reads).toEqual(['all']);
    const looked = await opened();
    await looked.door.whoLeft();
    expect(looked.reads).toEqual(['all']);
  });

  test('says who was stopped and what lets them in, in any spelling', async () => {
    const {door} = await opened();
    const stopped = stoppedBy(door, ['GONE@example.com', 'ada@example.com', 'group@example.com']);
    expect(stopped.map(({address, reason}) => [address, reason])).toEqual([
      ['GONE@example.com', 'unsubscribed'],
      ['group@example.com', 'left_a_group'],
    ]);
    expect(stoppedInWords(stopped)).toBe(
      'GONE@example.com unsubscribed from everything and group@example.com unsubscribed from a group',
    );
    expect(wayIn(stopped)).toBe('To add them anyway, add --include-unsubscribed');
  });
});

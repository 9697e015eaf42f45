/** Who is let in past the door, and who is asked about: rule by rule. */
import {describe, expect, test} from 'vitest';
import {recordsOf} from '../../src/api/answers/record-sources.js';
import type {Context} from '../../src/commands/command.js';
import {operations as contacts} from '../../src/endpoints/contacts.js';
import {operations as recipients} from '../../src/endpoints/group-recipients.js';
import {operations as everybody} from '../../src/endpoints/unsubscribes.js';
import {InterruptedError, PreflightError} from '../../src/errors.js';
import type {Door} from '../../src/who-left/door.js';
import {hashAddresses} from '../../src/who-left/hashed-addresses.js';
import {readLeavings} from '../../src/who-left/leavings.js';
import {canAsk, letIn, letInAll, letInOne} from '../../src/who-left/let-in.js';
import {mailAgainByRequest} from '../../src/who-left/mail-again-by-request.js';
import {joinNames, nameAlso, namesInLines, noNames} from '../../src/who-left/names.js';

const people = ['ada@x.org', 'Gone@x.org', 'group@x.org'];
const named = ". group@x.org unsubscribed from a group, and gets all mail but that group's.";
const reasons: Readonly<Record<string, ReturnType<Door['stops']>>> = {
  ...{'gone@x.org': 'unsubscribed', 'group@x.org': 'left_a_group'},
};
const door = (looked = true) => ({stops: folded => reasons[folded], looked}) as Partial<Door> as Door;

/** Somebody who answers, or nobody; and what was said. */
function scene({possible = true, answer = true, yes = false, dryRun = false} = {}) {
  const said: string[] = [];
  const ask = {possible, confirm: async (what: string) => said.push(`? ${what}`) > 0 && answer};
  const context = {ask, globals: {yes, dryRun}, warn: (sentence: string) => said.push(`! ${sentence}`)};
  const notice = (sentence: string) => said.push(`. ${sentence}`);
  return {context: {...context, notice} as unknown as Context, said};
}

describe('several people', () => {
  test('come in without a word if nobody left', async () => {
    const {context, said} = scene();
    expect(await letIn(context, door(), ['ada@x.org'])).toEqual({addresses: ['ada@x.org'], facts: {}});
    expect(said).toEqual([]);
  });

  test('come in after a yes, whoever left', async () => {
    const {context, said} = scene();
    expect(await letIn(context, door(), people)).toEqual({addresses: people, facts: {}});
    expect(said).toEqual([named, expect.stringMatching(/^\? Gone@x\.org unsubscribed .*Add them anyway\?$/)]);
  });

  test.each([
    ['after a no', {answer: false}, /^\?/],
    ['where nobody can answer', {possible: false}, /^! emk skips 1 person/],
    ['with --yes, which is no answer to that', {yes: true}, /^! emk skips/],
    ['in a dry run', {dryRun: true}, /^! emk skips/],
  ])(
    'stay out who left everything, and are counted, and who left a group comes in and is named, %s',
    async (_, how, said) => {
      const played = scene(how);
      expect(await letIn(played.context, door(), people)).toEqual({
        addresses: ['ada@x.org', 'group@x.org'],
        facts: {skipped: {unsubscribed: 1}},
      });
      expect(played.said).toEqual([named, expect.stringMatching(said)]);
    },
  );
});

describe('one person', () => {
  const enter = (how: Parameters<typeof scene>[0], address = 'gone@x.org') =>
    letInOne(scene(how).context, door(), address);

  test('comes in after a yes, or if nothing speaks against it', async () => {
    await enter({});
    await enter({possible: false}, 'ada@x.org');
    await enter({possible: false}, 'group@x.org');
    await letInAll(scene({possible: false}).context, [], 'Anyway?');
  });

  test('stays out otherwise', async () => {
    await expect(enter({answer: false})).rejects.toThrow(InterruptedError);
    for (const how of [{possible: false}, {yes: true}, {dryRun: true}])
      await expect(enter(how)).rejects.toThrow(PreflightError);
  });

  test('is asked about only where somebody sits', () => {
    const can = (how: Parameters<typeof scene>[0]) => canAsk(scene(how).context);
    expect([can({}), can({possible: false}), can({yes: true}), can({dryRun: true})]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a request by hand that deletes unsubscribes', () => {
  const left = [
    {id: 1, email_address: 'all@x.org', unsubscribe_groups_id: null},
    {id: 2, email_address: 'group@x.org', unsubscribe_groups_id: 7},
    {id: 3, email_address: 'other@x.org', unsubscribe_groups_id: null},
  ];
  const who = (operation: unknown, path: string, fields: ReadonlyArray<readonly [string, string]> = []) =>
    mailAgainByRequest(
      {stream: (() => recordsOf(left)) as unknown as Context['stream']},
      {
        ...{operation: operation as never, path, fields: fields as never},
      },
    );

  test('names those who get mail again, by the ids in its path or form', async () => {
    expect(await who(everybody.delete, '/global-unsubscribes/delete?id=1')).toEqual({count: 1, first: ['all@x.org']});
    const several = [
      ['strIds[0]', '1'],
      ['strIds[1]', '2'],
      ['strIds[2]', '99'],
      ['other', '3'],
    ] as const;
    expect(await who(everybody.bulkDelete, '/x', several)).toEqual({count: 3, first: ['all@x.org', 'group@x.org']});
  });

  test('of a group names nobody by an id that is of no group', async () => {
    const both = [
      ['strIds[0]', '1'],
      ['strIds[1]', '2'],
    ] as const;
    expect(await who(recipients.bulkDelete, '/x', both)).toEqual({count: 2, first: ['group@x.org']});
    expect(await who(recipients.delete, '/x?id=2')).toEqual({count: 1, first: ['group@x.org']});
  });

  test('is no other request', async () => {
    expect(await who(contacts.delete, '/x?id=1')).toBeUndefined();
    expect(await who(undefined, '/x?id=1')).toBeUndefined();
  });
});

test('the names of those who were stopped are five for each reason', () => {
  const names = noNames();
  for (const at of Array(7).keys()) nameAlso(names, 'unsubscribed', `p${at}@x.org`);
  nameAlso(names, 'send', 'ada@x.org');
  nameAlso(names, 'toString', 'ada@x.org');
  expect(names).toEqual({unsubscribed: [0, 1, 2, 3, 4].map(at => `p${at}@x.org`), left_a_group: []});
  const other = {unsubscribed: ['a@x.org'], left_a_group: ['g@x.org']};
  expect(joinNames(names, other)).toEqual({...other, unsubscribed: names.unsubscribed});
  expect(joinNames(other, other).left_a_group).toEqual(['g@x.org', 'g@x.org']);
  expect(namesInLines(other, {unsubscribed: 3, left_a_group: 1})).toEqual([
    '  unsubscribed: a@x.org and 2 more',
    '  unsubscribed from a group, whose mail they do not get: g@x.org',
  ]);
  expect(namesInLines(noNames(), {unsubscribed: 0, left_a_group: 0})).toEqual([]);
});

test('what a person left goes along: everything, and each group', async () => {
  const [fully, one, two] = [
    hashAddresses(['a@x.org', 'b@x.org']),
    hashAddresses(['a@x.org']),
    hashAddresses(['c@x.org']),
  ];
  const groups = new Map([
    [1, one],
    [2, two],
  ]);
  const never = (() => {
    throw new Error('The groups are known.');
  }) as never;
  const leavings = await readLeavings({stream: never}, {fully, groups});
  expect(['A@x.org', 'b@x.org', 'c@x.org', 'd@x.org'].map(leavings)).toEqual([[null, 1], [null], [2], []]);
});

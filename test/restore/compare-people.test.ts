/** Which people a segment lacks: by address, within the segment that has the name of the deleted one today. */
import {expect, test} from 'vitest';
import type {AccountRecord} from '../../src/account-files/account/read-account.js';
import type {Loose} from '../../src/api/describe/schema.js';
import {comparePeople} from '../../src/restore/compare-people.js';
import type {Comparing} from '../../src/restore/comparing.js';

const KIND = 'segments recipients';

/** Segments 7 and 8 of the copy, of which only "Near" is there today, as 70, with these people. */
async function compare(segments: readonly number[], people: readonly Loose[], there: readonly Loose[] = []) {
  let gone: string[] = [];
  const comparing = {
    context: {
      async *stream(_: unknown, input: Loose) {
        expect(input).toEqual({segment_id: 70});
        yield there;
      },
    },
    names: {
      nameOf(_: string, id: unknown) {
        if (id === 7) return 'Near';
        gone.push(`the segment ${id}`);
        return undefined;
      },
      gone() {
        const all = gone;
        gone = [];
        return all;
      },
      earlierName: (_: string, id: unknown) => (id === 8 ? 'Far' : undefined),
      fieldOf: String,
      placeOf: String,
    },
    recordsOf: (kind: string) => (kind === 'segments' ? segments.map(id => ({id})) : kind === KIND ? people : []),
    held: new Map([
      [
        'segments',
        [
          {name: 'Other', id: 1},
          {name: 'Near', id: 70},
        ] as unknown as readonly AccountRecord[],
      ],
    ]),
    ...{changes: [], about: new Map(), there: [], failed: []},
  };
  await comparePeople(comparing as unknown as Comparing);
  return comparing as unknown as Comparing;
}

const person = (segment_id: number, email: string | null) => ({segment_id, email, first_name: 'A', last_name: ''});

test('who is missing is added in one change, and who is there by any spelling is there', async () => {
  const [ada, bob, nobody] = [person(7, 'Ada@example.com'), person(7, 'bob@example.com'), person(7, null)];
  const {changes, about, there, failed} = await compare([7], [ada, bob, nobody], [{email: 'ada@Example.com'}]);
  expect(changes).toMatchObject([
    {action: 'update', kind: 'segments', name: 'Near', fields: [{key: 'recipients', removed: []}]},
  ]);
  expect(changes[0]?.fields).toMatchObject([{added: [{email: 'bob@example.com'}]}]);
  expect([...about.values()]).toEqual([[{kind: KIND, record: bob}]]);
  expect([there, failed]).toEqual([[ada, nobody].map(record => ({kind: KIND, record})), []]);
});

test('nobody to add is no change, and a segment without people is there by its name', async () => {
  expect(await compare([7], [])).toMatchObject({
    ...{changes: [], failed: []},
    there: [{kind: 'segments', record: {segment_name: 'Near'}}],
  });
  const ada = person(7, 'ada@example.com');
  expect(await compare([], [ada], [ada])).toMatchObject({changes: [], there: [{kind: KIND, record: ada}], failed: []});
});

test('people of a segment that is gone wait until it is there, and those of others come back', async () => {
  const {changes, failed} = await compare([8, 9], [person(8, 'a@example.com'), person(7, 'b@example.com')]);
  expect(failed.map(({record, error}) => [record, error.message])).toEqual([
    [{segment_name: 'Far'}, expect.stringContaining('It needs what is gone: the segment 8.')],
    [{segment_name: 9}, expect.stringContaining('It needs what is gone: the segment 9.')],
  ]);
  expect(changes.map(({name}) => name)).toEqual(['Near']);
});

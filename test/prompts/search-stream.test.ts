/** Long lists can be searched without being kept in memory. */
import {expect, test} from 'vitest';
import type {Choice} from '../../src/prompts/choice.js';
import {MOST_KEPT, searchStream} from '../../src/prompts/search-stream.js';

const never = new AbortController().signal;

/** A list of this many records, and how many of them were read. */
function listOf(count: number) {
  const seen = {reads: 0, records: 0};
  const read = async function* (): AsyncGenerator<Choice<string>[]> {
    seen.reads++;
    for (let at = 0; at < count; at += 1000) {
      const batch = Array.from({length: Math.min(1000, count - at)}, (_, index) => {
        const id = String(at + index);
        return {name: `person-${id}@example.com`, note: `#${id}`, value: id};
      });
      seen.records += batch.length;
      yield batch;
    }
  };
  return {seen, search: searchStream(read)};
}

test('a short list is read once', {tags: ['long']}, async () => {
  const {seen, search} = listOf(MOST_KEPT);
  expect((await search('', never)).choices).toHaveLength(MOST_KEPT);
  expect((await search('person-77@', never)).choices.map(({value}) => value)).toEqual(['77']);
  expect((await search('#9999', never)).choices.map(({value}) => value)).toEqual(['9999']);
  expect(seen.reads).toBe(1);
});

test('a long list is let go, and shows nothing before something is typed', async () => {
  const {seen, search} = listOf(200_000);
  expect(await search('', never)).toEqual({choices: [], more: 0, typeFirst: true});
  expect(seen.records).toBeLessThan(MOST_KEPT + 2000);
});

test('of a long list only the best matches are kept, and the others counted', {tags: ['long']}, async () => {
  const {search} = listOf(200_000);
  const {choices, more} = await search('1234', never);
  expect(choices).toHaveLength(50);
  expect(more).toBeGreaterThan(80);
  expect((await search('person-1234@example.com', never)).choices[0]?.value).toBe('1234');
});

test('a search that nobody waits for any more stops reading', {tags: ['long']}, async () => {
  const {seen, search} = listOf(200_000);
  await search('', never);
  const before = seen.records;
  const gone = new AbortController();
  gone.abort();
  await search('1', gone.signal);
  expect(seen.records - before).toBe(0);
});

test('typing while the list is read does not read it again', async () => {
  const {seen, search} = listOf(5000);
  const searches = ['', '1', '12', '123'].map(typed => search(typed, never));
  const found = await Promise.all(searches);
  const all = Array.from({length: 5000}, (_, id) => String(id));
  const holding = ['', '1', '12', '123'].map(typed => all.filter(id => id.includes(typed)).length);
  expect(found.map(({choices}) => choices.length)).toEqual(holding);
  expect(seen.reads).toBe(1);
});

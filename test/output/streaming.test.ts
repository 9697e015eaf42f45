import {describe, expect, test} from 'vitest';
import {render} from '../../src/output/formats/render.js';
import {ClosedPipe} from '../../src/output/results/sink.js';
import {collect, contacts, plain, print, sourceOf} from './source.js';

const three = () => sourceOf([[{id: 1}, {id: 2}], [{id: 3}], [{id: 4}]]);

describe('a list goes out as it comes in', () => {
  test.each(['json', 'jsonl', 'csv', 'tsv', 'id'] as const)(
    '%s prints each batch before it asks for the next',
    async format => {
      const source = three();
      const {sink, get} = collect();
      const waited: number[] = [];
      const watching = {
        ...sink,
        write: async (chunk: string | Uint8Array) => {
          waited.push(source.seen.batches);
          await sink.write(chunk);
        },
      };
      await render(contacts(source), {...plain, format}, watching);
      expect(waited.slice(0, 3)).toEqual([1, 2, 3]);
      expect(get().out).toContain('4');
    },
  );

  test.each(['json', 'jsonl', 'csv', 'tsv', 'id', 'table'] as const)(
    '%s stops the download at the limit',
    async format => {
      const source = three();
      const {out} = await print(contacts(source, {limit: 3}), {format});
      expect(source.seen).toMatchObject({batches: 2, closed: true});
      expect(out).toContain('3');
      expect(out).not.toContain('4');
    },
  );

  test('a limit of none does not even begin it', async () => {
    const source = three();
    expect(await print(contacts(source, {limit: 0}), {format: 'json'})).toMatchObject({out: '[]\n'});
    expect(source.seen.batches).toBe(0);
  });

  test.each(['json', 'jsonl', 'csv', 'tsv', 'id', 'table'] as const)(
    '%s lets the download go when nobody reads',
    async format => {
      const source = three();
      const {sink} = collect();
      const closed = {
        ...sink,
        write: async () => {
          throw new ClosedPipe();
        },
      };
      await expect(render(contacts(source), {...plain, format}, closed)).rejects.toThrow(ClosedPipe);
      expect(source.seen.closed).toBe(true);
    },
  );
});

test.each(['csv', 'table'] as const)('%s that read ahead for its columns lets the download go too', async format => {
  const source = sourceOf([Array.from({length: 1500}, (_, id) => ({id})), [{id: 1500}]]);
  const {sink} = collect();
  const closed = {...sink, write: async () => Promise.reject(new ClosedPipe())};
  const list = contacts(source, {columns: 'all'});
  await expect(render(list, {...plain, format}, closed)).rejects.toThrow(ClosedPipe);
  expect(source.seen).toMatchObject({batches: 1, closed: true});
});

describe('a source that fails midway', () => {
  const failing = () => sourceOf([[{id: 1}]], new Error('lost'));

  test('leaves JSON open, so that half a list does not pass for a whole one', async () => {
    const {sink, get} = collect();
    await expect(render(contacts(failing()), {...plain, format: 'json'}, sink)).rejects.toThrow('lost');
    expect(get().out).toBe('[\n  {\n    "id": 1\n  }');
  });

  test.each(['jsonl', 'csv', 'tsv', 'id'] as const)('%s has printed what came before', async format => {
    const {sink, get} = collect();
    await expect(render(contacts(failing()), {...plain, format}, sink)).rejects.toThrow('lost');
    expect(get().out).toContain('1');
  });

  test.each(['json', 'jsonl', 'csv', 'tsv', 'id', 'table'] as const)(
    '%s prints nothing at all when nothing came',
    async format => {
      const {sink, get} = collect();
      await expect(render(contacts(sourceOf([], new Error('lost'))), {...plain, format}, sink)).rejects.toThrow('lost');
      expect(get().out).toBe('');
    },
  );
});

describe('JSON lines', () => {
  test('pass through unread', async () => {
    const source = three();
    expect((await print(contacts(source), {format: 'jsonl'})).out).toBe('{"id":1}\n{"id":2}\n{"id":3}\n{"id":4}\n');
    expect(source.seen.lines).toBe(true);
  });

  test.each([{where: 'id>1'}, {columns: 'id'}, {sort: 'id'}])('are read where that is needed: %j', async input => {
    const source = three();
    expect((await print(contacts(source, input), {format: 'jsonl'})).out).toContain('{"id":4}\n');
    expect(source.seen.lines).toBe(false);
  });

  test('on a terminal are escaped, even where a character is cut by a chunk', async () => {
    const bytes = Buffer.from('{"a":"\u202eé\u009b"}\n');
    const records = Object.assign(sourceOf([]), {
      async *lines() {
        for (const byte of bytes) yield Uint8Array.of(byte);
      },
    });
    expect((await print(contacts(records), {format: 'jsonl', width: 80})).out).toBe('{"a":"\\u202eé\\u009b"}\n');
  });

  test.each([1, 2, 3, 4, 5])('a limit of %i cuts within a chunk', async limit => {
    const {out} = await print(contacts(three(), {limit}), {format: 'jsonl'});
    expect(out.match(/\n/g)).toHaveLength(Math.min(limit, 4));
    expect(out.endsWith('}\n')).toBe(true);
  });
});

describe('--count', () => {
  test.each([
    [{}, '4\n'],
    [{limit: 3}, '3\n'],
    [{limit: 9}, '4\n'],
    [{where: 'id>1'}, '3\n'],
    [{where: 'id>1', limit: 2, sort: '-id'}, '2\n'],
    [{where: 'id>9'}, '0\n'],
  ])('of %j is %j', async (input, expected) => {
    expect(await print(contacts(three(), {...input, count: true}), {format: 'json'})).toMatchObject({
      out: expected,
      notices: [],
    });
  });
});

describe('the end of a list on a terminal', () => {
  const numbered = (count: number) => sourceOf([Array.from({length: count}, (_, id) => ({id}))]);

  test.each([
    [1, {}, '1 contact.'],
    [1234, {}, '1,234 contacts.'],
    [12, {limit: 10}, 'The first 10 contacts.'],
    [12, {limit: 20}, '12 contacts.'],
    [1200, {limit: 10, sort: '-id'}, '10 of 1,200 contacts.'],
    [1200, {limit: 10, sort: '-id', where: 'id>1000'}, '10 of 199 contacts.'],
    [12, {limit: 12, sort: '-id'}, '12 contacts.'],
  ])('of %i records with %j is %j', async (count, input, sentence) => {
    expect((await print(contacts(numbered(count), input), {width: 80})).notices).toEqual([sentence]);
  });

  test.each(['table', 'csv', 'id'] as const)('is not said elsewhere: %s', async format => {
    expect((await print(contacts(numbered(3)), {format})).notices).toEqual([]);
  });
});

describe('an empty list', () => {
  test.each([
    ['table', '', ['No contacts.']],
    ['id', '', ['No contacts.']],
    ['json', '[]\n', []],
    ['jsonl', '', []],
    ['csv', 'id,email,created_at\n', []],
    ['tsv', 'id\temail\tcreated_at\n', []],
  ] as const)('as %s is %j', async (format, out, notices) => {
    for (const width of [undefined, 80]) {
      expect(await print(contacts(sourceOf([])), {format, width})).toMatchObject({out, notices});
      expect(await print(contacts(sourceOf([[]])), {format, width})).toMatchObject({out, notices});
    }
  });
});

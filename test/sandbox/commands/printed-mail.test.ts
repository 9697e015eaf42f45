import {expect, it} from 'vitest';
import {render} from '../../../src/output/formats/render.js';
import type {Format} from '../../../src/output/results/format.js';
import type {Item} from '../../../src/output/results/result.js';

const print = async (format: Format, batches: readonly (readonly Item[])[]): Promise<string> => {
  const written: string[] = [];
  const items = (async function* () {
    yield* batches;
  })();
  const options = {format, width: undefined, color: false, timeZone: undefined, raw: false};
  const write = async (chunk: string | Uint8Array) => void written.push(String(chunk));
  await render({kind: 'items', items}, options, {write, notice: () => {}, warn: () => {}});
  return written.join('');
};

const mail = (id: number): Item => ({data: {id}, text: () => `To: ${id}\n\n  Hello\u0007`});

const batches = [[mail(1), mail(2)], [], [mail(3)]];

it.each([
  ['table', 'To: 1\n\n  Hello\n\nTo: 2\n\n  Hello\n\nTo: 3\n\n  Hello\n'],
  ['json', '[\n{"id":1},\n{"id":2},\n{"id":3}\n]\n'],
  ['jsonl', '{"id":1}\n{"id":2}\n{"id":3}\n'],
] as const)('mail is printed as it comes, as %s', async (format, text) => {
  const printed = await print(format, batches);
  expect(printed).not.toContain('\u0007');
  expect(printed.replaceAll(/Hello.*/g, 'Hello')).toBe(text);
});

it('no mail at all is an empty array, or nothing', async () => {
  expect([await print('json', []), await print('jsonl', []), await print('table', [])]).toEqual(['[]\n', '', '']);
});

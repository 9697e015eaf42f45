/** What each list looks like on terminals of several widths, and what is true at every width from 60 to 200. */

import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import type {Loose} from '../../../src/api/describe/schema.js';
import {displayWidth} from '../../../src/output/text/width.js';
import {printed} from '../../support/listed.js';
import {randomRuns} from '../../support/random-runs.js';
import {sample} from '../../support/sample.js';
import {goldenRecords} from './golden-records.js';

const folder = new URL('goldens/', import.meta.url);
const resources = Object.entries(goldenRecords);

/** What a listing line prints on a screen of this width. */
async function shown(
  words: string,
  records: readonly Loose[],
  width: number,
  more = '',
): Promise<{readonly out: string; readonly notices: readonly string[]}> {
  const others = {...namesOfOthers, customFields: []};
  return printed(`${words}${under[words] ?? ''} ${more}`, records, {width, env: {NO_COLOR: '1'}, others});
}

/** What those lists are of. */
const under: Readonly<Record<string, string>> = {
  'segments recipients list': ' 1',
  'groups recipients list': ' 1',
  'automations emails list': ' 97f6ad6b-7b72-4dc8-9d3d-43358c51ffe0',
};

/** What every other list holds, under whatever name its records have. */
const some = [
  [1, 'Weekly news'],
  [3, 'Everybody who has ever asked for anything, in whatever way'],
  [4, '春のお知らせ'],
].map(([id, name]) => ({id, name, group_name: name, nickname: name, from_name: name, from_email: name}));
const namesOfOthers = {contactTypes: some, unsubscribesGroups: some, senders: some};

test.each(resources)('emk %s looks as it should at 60, 80, 100, 140 and 200 columns', async (words, records) => {
  const parts: string[] = [];
  for (const width of [60, 80, 100, 140, 200]) {
    const {out, notices} = await shown(words, records, width);
    parts.push(`At ${width} columns:\n${out}${notices.map(notice => `2> ${notice}\n`).join('')}`);
  }
  const file = new URL(`${words.replaceAll(' ', '-')}.txt`, folder);
  const text = parts.join('\n');
  if (process.env['UPDATE'] && !process.env['CI']) {
    mkdirSync(folder, {recursive: true});
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
});

describe('at widths from 60 to 200', () => {
  test.each(sample(resources, 5))(
    'emk %s is one even table that fits, with more columns the wider it is',
    async (words, records) => {
      const every = headsOf((await shown(words, records, 1000)).out);
      let before = 0;
      for (const width of widthsOf(words)) {
        const {out, notices} = await shown(words, records, width);
        const lines = out.trimEnd().split('\n');
        expect(lines).toHaveLength(records.length + 4);
        expect(new Set(lines.map(displayWidth)).size).toBe(1);
        expect(displayWidth(lines[0] ?? '')).toBeLessThanOrEqual(width);
        const heads = headsOf(out);
        const hidden = /^\+\d+ columns? .*: (.*)\.$/.exec(notices[1] ?? '')?.[1]?.split(', ') ?? [];
        // Ids are dropped without a message: they are for scripts.
        const told = (some: readonly string[]) => some.filter(head => head !== 'ID' && head !== 'Code').sort();
        expect(told([...heads, ...hidden])).toEqual(told(every));
        expect(notices[0]).toMatch(/^6 [a-z ]+\.$/);
        expect(heads.length).toBeGreaterThanOrEqual(before);
        before = heads.length;
        // No space is left unused if a text was cut.
        if (out.includes('…')) expect(displayWidth(out.split('\n')[0] ?? '')).toBe(width);
      }
    },
  );
});

/** Every eighth width, different ones for each list; EMK_RUNS=141 tests every one. */
const widthsOf = (words: string): readonly number[] => {
  const step = Math.ceil(141 / randomRuns(18));
  const first = 60 + (resources.findIndex(([each]) => each === words) % step);
  return Array.from({length: Math.ceil((201 - first) / step)}, (_, at) => first + at * step);
};

test.each(['all', 'utr,automation_name'])('codes are whole where they are asked for: %s', async columns => {
  const records = goldenRecords['automations list'] ?? [];
  const {out} = await shown('automations list', records, 80, `--columns ${columns}`);
  for (const {utr} of records) expect(out).toContain(utr);
});

test('at 60 columns, a long name is shortened before the status and the date are dropped', async () => {
  const [first = {}] = goldenRecords['mailings list'] ?? [];
  const long = {...first, single_send_name: 'An offer for everyone who bought roses or tulips in spring', status: 3};
  const {out} = await shown('mailings list', [{...long, sent_at: '2026-02-17 12:00:00'}], 60);
  expect(headsOf(out)).toEqual(['Name', 'Status', 'When']);
  expect(out).toContain('An offer for everyone … │ sent   │ sent 2026-02-17 12:00');
});

test('--columns all names each column once', async () => {
  const {out} = await shown('contacts list', goldenRecords['contacts list'] ?? [], 1000, '--columns all');
  expect(headsOf(out).filter(head => head === 'List')).toEqual(['List']);
});

const headsOf = (out: string): string[] =>
  (out.split('\n')[1] ?? '')
    .split('│')
    .map(head => head.trim())
    .filter(Boolean);

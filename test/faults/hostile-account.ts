/**
 * An account full of what must never reach a terminal, put through every command of the tree. At a terminal no control
 * arrives but those that emk draws with; into a pipe data go as they are, and what is said on stderr stays clean.
 */

import {PassThrough, Writable} from 'node:stream';
import {expect, test} from 'vitest';
import type {Host} from '../../src/core/system/host.js';
import {type Format, messageStyle} from '../../src/output/results/format.js';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';
import {playedCommands, playLine, unchangedSandbox} from '../support/line-of-each.js';
import type {Ran} from '../support/run-against.js';
import {sample} from '../support/sample.js';
import {hostile, type Manner, startHostileService} from './hostile-service.js';

type Place = 'terminal' | 'pipe' | 'keyboard';
type Way = {readonly manner: Manner; readonly format: Format; readonly place: Place};

const places: readonly Place[] = ['terminal', 'pipe', 'keyboard'];
const manners: readonly Manner[] = ['texts', 'addresses', 'refusals'];

/** Runs each command in this many of its ways, different ones for each command, so that all occur. */
export function playHostileAccount(each: number, everyday: number): void {
  const sandboxAsNew = unchangedSandbox();
  const lines = playedCommands.flatMap(({name, formats}, at) =>
    waysOf(formats, at)
      .slice(0, each)
      .map(way => ({name, ...way})),
  );
  test.each(sample(lines, everyday))('emk $name: $manner as $format to a $place', async ({name, ...way}) => {
    const {format, place} = way;
    const {stdout, stderr} = await play(await sandboxAsNew(), name, way);
    if (place === 'pipe') {
      expect(lossIn(stdout, format)).toEqual([]);
      if (messageStyle(format) === 'words') expect(strayIn(stderr)).toEqual([]);
    } else {
      expect(strayIn(stdout)).toEqual([]);
      expect(strayIn(stderr)).toEqual([]);
    }
  });
}

/**
 * Every way, in a different order for each command. No number of ways has 11 as a divisor, so these are all different.
 */
const waysOf = (own: readonly Format[], at: number): readonly Way[] => {
  const all = places.flatMap(place => own.flatMap(format => manners.map(manner => ({manner, format, place}))));
  return all.flatMap((_, run) => all[(at + run * 11) % all.length] ?? []);
};

async function play(sandbox: RunningSandbox, name: string, {manner, format, place}: Way): Promise<Ran> {
  const {baseUrl, close} = await startHostileService(sandbox.origin, manner);
  const run = (host: Partial<Host>): Promise<Ran> => {
    const options = ['-o', format, ...(place === 'keyboard' ? [] : ['--yes'])];
    return playLine({sandbox, baseUrl, name, options, host}, ran => ran);
  };
  try {
    return await (place === 'pipe' ? run({}) : atScreen(place === 'keyboard', run));
  } finally {
    await close();
  }
}

type Streams = {readonly stdin?: PassThrough & {isTTY: boolean}; readonly stdout: Writable; readonly stderr: Writable};

/** Runs at a terminal; with a keyboard, every question that comes is left with Ctrl-C. */
async function atScreen(hasKeyboard: boolean, act: (streams: Streams) => Promise<Ran>): Promise<Ran> {
  const shown = {stdout: '', stderr: ''};
  const screen = (name: 'stdout' | 'stderr') =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          shown[name] += String(chunk);
          done();
        },
      }),
      {isTTY: true, columns: 80},
    );
  const streams = {stdout: screen('stdout'), stderr: screen('stderr')};
  if (!hasKeyboard) return {...(await act(streams)), ...shown};
  const stdin = Object.assign(new PassThrough(), {isTTY: true});
  const leaving = setInterval(() => stdin.push('\u0003'), 20);
  const ran = await act({...streams, stdin}).finally(() => clearInterval(leaving));
  return {...ran, ...shown};
}

/** A word within the hostile text, by which a rest of it is known. */
const word = 'CLEARED';

const ESC = '\u001b';

/** The sequences that emk draws with: colours, erasing, the cursor up and down, and what questions switch on and off. */
const drawn = new RegExp(
  `${ESC}(?:\\[(?:[01234679]|2[2-9]|3\\d|9\\d)?m|\\[[JK]|\\[\\d*[ABG]|\\[\\?(?:25|2004|7)[hl])`,
  'g',
);

/** Controls and invisible characters in a text, each with what stands around it. */
const strayIn = (text: string): string[] =>
  [
    ...text
      .replace(drawn, '')
      .replace(/\r(?!returned)/g, '')
      .matchAll(/.{0,40}(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029].{0,40}/gu),
  ].map(([found]) => JSON.stringify(found));

/** The texts of data that came through otherwise than the service sent them. Names of files are emk's own. */
function lossIn(stdout: string, format: Format): readonly string[] {
  // No text file can hold NUL: a file of contacts has U+FFFD in its place.
  const isWhole = (text: string): boolean =>
    text
      .replaceAll('\ufffd', '\0')
      .split(hostile)
      .every(part => !part.includes(word));
  if (format === 'json' || format === 'jsonl') {
    const documents = format === 'json' ? [stdout] : stdout.split('\n');
    return documents.filter(Boolean).flatMap(text => textsIn(JSON.parse(text)).filter(each => !isWhole(each)));
  }
  const text = format === 'tsv' ? stdout.replaceAll('\\r', '\r') : stdout;
  return ['csv', 'tsv', 'id'].includes(format) && !isWhole(text) ? [text.slice(0, 1000)] : [];
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) => (key === 'path' ? [] : [key, ...textsIn(each)]))
      : [];

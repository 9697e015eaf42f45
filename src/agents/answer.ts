import type {ErrorDocument} from '../output/results/documents.js';
import {cleanLines} from '../output/text/sanitise.js';
import type {CallAnswer} from './protocol.js';

/** What a line has printed: its data, its sentences and its error, as JSON. */
export type Printed = {
  readonly exit: number;
  readonly data: unknown;
  readonly error: ErrorDocument['error'] | undefined;
  readonly notices: readonly string[];
};

/** How many characters an answer may have: what agents' programs take without cutting it themselves. */
const mostCharacters = 25_000;

/** Which records of a list are meant; undefined if the answer is no list. */
export type AnswerPart = {readonly from: number; readonly limit: number};

/**
 * What a line has printed, as an answer that an agent's program takes whole. A list says from which record on it
 * goes on; of anything else that is too long it has the beginning as a text, and says so.
 */
export function toAnswer({exit, data, notices: said, error}: Printed, part: AnswerPart | undefined): CallAnswer {
  const notices = said.slice(0, 20);
  const problem = error && {error: toAgent(error)};
  const room = mostCharacters - lengthOf([notices, problem]) - 500;
  const {result, next, isCut} = part && Array.isArray(data) ? partOf(data, part, room) : wholeOf(data, room);
  const all = isCut ? [...notices, wasCut] : notices;
  const beside = {...(all.length > 0 && {notices: all}), ...problem, ...(next !== undefined && {next})};
  // A check that does not hold is an answer.
  return {says: {result, ...beside}, failed: exit !== 0 && !(exit === 10 && data !== undefined)};
}

/** An error for an agent, without its page of help. What lies with the person who started the server says so. */
export function toAgent({help: _, ...error}: ErrorDocument['error']): object {
  const isAPersons = withPersonsOption.test(error.hint ?? '');
  return isAPersons ? {...error, hint: `${error.hint} Only a person can allow this, with emk.`} : error;
}

const withPersonsOption = /\badd --(?:include-unsubscribed|allow-|force|mail-again|yes|max-delete)/;

const wasCut = 'This answer was too long, so it is the beginning of its text: narrow it.';

/** An answer without invisible or control characters in its texts; names of fields stay. */
export function harmless(value: unknown): unknown {
  if (typeof value === 'string') return cleanLines(value);
  if (Array.isArray(value)) return value.map(harmless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, harmless(each)]));
}

type Cut = {readonly result: unknown; readonly next?: number | undefined; readonly isCut?: boolean};

function partOf(records: readonly unknown[], {from, limit}: AnswerPart, room: number): Cut {
  let used = 2;
  const all = records.slice(from, from + limit).map(withShortTexts);
  const shown = all.filter((each, index) => {
    used += lengthOf(each) + 1;
    return index === 0 || used <= room;
  });
  const next = from + shown.length;
  const {result, isCut = false} = wholeOf(shown, room);
  return {result, isCut, ...(next < records.length && {next})};
}

/** A record of a list with the beginning of each long text: ten templates are one answer, and `show` has a whole one. */
const withShortTexts = (record: unknown): unknown =>
  JSON.parse(
    JSON.stringify(record, (_, value: unknown) =>
      typeof value === 'string' && value.length > LONG ? `${value.slice(0, LONG)}… (cut)` : value,
    ),
  );

const LONG = 1000;

const wholeOf = (data: unknown, room: number): Cut =>
  lengthOf(data) <= room ? {result: data ?? null} : {result: beginningOf(JSON.stringify(data), room), isCut: true};

/** How long an answer is, in the characters that an agent's program counts. */
const lengthOf = (value: unknown): number => (JSON.stringify(value) ?? '').length;

/** The beginning of a text, which as JSON has at most so many characters. */
function beginningOf(text: string, most: number): string {
  let end = most;
  while (lengthOf(text.slice(0, end)) > most) end -= lengthOf(text.slice(0, end)) - most;
  return text.slice(0, Math.max(0, end));
}

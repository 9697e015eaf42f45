import {fitting, lengthOf, withShortTexts} from './cut.js';
import {mostCharacters} from './limits.js';
import type {Answer} from './protocol.js';
import type {Rest} from './rest.js';
import type {Printed} from './run-line.js';

/** What a line has printed, as an answer that an agent's program takes whole. */
export function toAnswer({exit, data, notices, error}: Printed, part: Part): Answer {
  const sentences = notices.slice(0, 20).map(notice => withShortTexts(notice, 500));
  const problem = error && {error: fitting(error, 5000)};
  const room = mostCharacters - lengthOf([sentences, problem]) - 500;
  const {result, rest} = part.list && Array.isArray(data) ? partOf(data, part, room) : wholeOf(data, room);
  const all = rest && 'text' in rest ? [...sentences, wasCut] : sentences;
  const beside = {...(all.length > 0 && {notices: all}), ...problem};
  const next = rest && part.keep(rest);
  // A check that does not hold is an answer.
  return {says: {result, ...beside, ...(next && {next})}, failed: exit !== 0 && !(exit === 10 && data !== undefined)};
}

const wasCut = 'This answer was too long, so texts and lists in it are cut. To read it whole, call "more".';

/** Which part of an answer is meant, and where the rest is kept. */
export type Part = {
  /** What gives the records from another one on; undefined if the answer is no list. */
  readonly list: ((from: number) => Rest) | undefined;
  readonly from: number;
  readonly limit: number;
  keep(rest: Rest): string;
};

export function pieceOf({text, from}: Rest & {readonly text: string}, keep: Part['keep']): Answer {
  const end = from + PIECE;
  const next = end < text.length ? keep({text, from: end}) : undefined;
  return {says: {result: text.slice(from, end), ...(next && {next})}, failed: false};
}

/** Each quote becomes two characters in JSON. */
const PIECE = Math.floor(mostCharacters / 2) - 500;

type Cut = {readonly result: unknown; readonly rest?: Rest | undefined};

function partOf(records: readonly unknown[], {list, from, limit}: Part, room: number): Cut {
  const all = records.slice(from, from + limit).map(each => withShortTexts(each, 1000));
  let used = 2;
  const shown = all.filter((each, index) => {
    used += lengthOf(each) + 1;
    return index === 0 || used <= room;
  });
  const end = from + shown.length;
  const rest = end < records.length ? list?.(end) : undefined;
  return {result: shown.length === 1 ? [fitting(shown[0], room)] : shown, rest};
}

function wholeOf(data: unknown, room: number): Cut {
  if (lengthOf(data) <= room) return {result: data ?? null};
  return {result: fitting(data, room), rest: {text: JSON.stringify(data, undefined, 1), from: 0}};
}

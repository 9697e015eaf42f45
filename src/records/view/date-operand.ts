import {UsageError} from '../../core/errors.js';
import {parseSent, type Zones} from '../dates/clock.js';
import {
  inSpan,
  isAnInstant,
  isExact,
  realSpan,
  type Span,
  type SpokenDate,
  shownSpan,
  spanInWords,
} from '../dates/span.js';
import {type ReadingDay, readOnClock, readTime} from '../dates/when.js';
import {kindOf} from '../fields/field.js';
import type {Operand, Typed} from './condition-text.js';

/** The operand of a date field. The service records the past, so `friday` means the latest one. */
export function readDateOperand(typed: Typed): Operand {
  const leaning = kindOf(typed.field) === 'date' ? 'either' : 'past';
  return byDate(typed, readNamed(typed, leaning), kindOf(typed.field) === 'timestamp');
}

/** The operand as a date, for a field that may hold anything; undefined if it does not look like a date. */
export function readLooseDate(typed: Typed): Operand | undefined {
  const {operand, operator} = typed;
  if (!likeDate.test(operand)) return undefined;
  if (/^[<>]/.test(operator)) return byDate(typed, readNamed(typed, 'either'), undefined);
  try {
    return byDate(typed, readNamed(typed, 'either'), undefined);
  } catch (error) {
    // Such a text still equals itself.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

export function readTimeOperand({text, path, operator, operand}: Typed): Operand {
  const found = readTime(operand);
  if (found?.rest !== '' || found.offset !== undefined) {
    throw new UsageError(`${text}: ${path} is a time of day, and "${operand}" is not.`, {
      hint: `Write it as in ${path}${operator}09:30.`,
    });
  }
  const from = found.time * 1000 + found.fraction;
  const order = (value: unknown): number | undefined => {
    const sent = parseSent(`1970-01-01 ${String(value)}`);
    return sent && inSpan(sent.at, {from, until: from + found.width});
  };
  return {equals: value => order(value) === 0, order};
}

/** Refuses a search for text that cannot be part of any date. */
export function mustBePartOfDate({text, path, operand}: Typed): void {
  if (/^[\d:\sTZ-]*(?:\.\d*Z?)?$/i.test(operand)) return;
  throw new UsageError(
    `${text}: ~ looks for a part of the date as it is written, and no date has "${operand}" in it.`,
    {hint: `Write a part of a date like 2026-03, or compare: ${path}="last week"`},
  );
}

/** A text that begins like a date, or says a day relative to today. */
const likeDate =
  /^(?:\d{4}-\d{1,2}(?:-\d{1,2})?(?![\w-])|\d{4}-\d{2}-\d{2}t\d|\d{1,4}[./]\d{1,2}[./]|\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: \d{4})?(?: |$)|(?:last|this|next) (?:week|month|year|mon|tue|wed|thu|fri|sat|sun)[a-z]*$)|^(?:now|today|yesterday|tomorrow)(?: |$)| ago$/i;

const ways = 'Write it like 2023-12-31, "2023-12-31 14:05", yesterday, "last week" or "2 years ago".';

function readNamed({text, operand, clock}: Typed, leaning: ReadingDay['leaning']): SpokenDate {
  try {
    return readOnClock(operand, clock, {leaning, ways});
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${text}: ${error.message}`, {hint: error.hint});
  }
}

/** Compares moments with a date, each on its own clock. `real` says whether they have a zone. */
function byDate(typed: Typed, spoken: SpokenDate, real: boolean | undefined): Operand {
  const {text, operator, operand, clock} = typed;
  const inReal = lazily(() => realSpan(spoken, clock));
  // In a field of real moments, a single moment without a zone must not end the list half way.
  const zones = (): Zones => ({...clock.zones(), service: clock.zones().service ?? 'UTC'});
  const inShown = lazily(() => shownSpan(spoken, real === false ? clock : {...clock, zones}, operand));
  if (real === false) inShown();
  else inReal();
  const place = (value: unknown): number | undefined => {
    const sent = typeof value === 'string' ? parseSent(value) : undefined;
    return sent && inSpan(sent.at, sent.real ? inReal() : inShown());
  };
  const since = (value: unknown): number | undefined => (place(value) === 0 ? 1 : place(value));
  const words = isExact(spoken) ? undefined : spanInWords(operator, spoken, {real: real !== false, clock});
  return {
    equals: value => place(value) === 0,
    order: isAnInstant(spoken) ? since : place,
    reading: words && `"${text}" means ${words}.`,
  };
}

function lazily(make: () => Span): () => Span {
  let made: Span | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

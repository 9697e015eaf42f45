import type {Context} from '../commands/command.js';
import {type FilePlace, placeFor, writeAt} from '../commands/file-place.js';
import {UsageError} from '../core/errors.js';
import {counted} from '../core/words/sentence.js';
import type {ResultOf} from '../output/results/writer.js';
import {clean} from '../output/text/sanitise.js';
import {audiencesInWords} from './sections.js';
import type {Agenda, Planned} from './shapes.js';

/** Checks whether a calendar may be written to its path, before the account is read. */
export async function placeOfCalendar(context: Context, file: string): Promise<FilePlace> {
  if (!/\.ics$/i.test(file)) {
    throw new UsageError(`"${file}" does not end in .ics.`, {hint: 'Name the file as in --ics mailings.ics.'});
  }
  return placeFor(context, file);
}

/** Writes the scheduled mailings as a calendar: those of some days, or all. */
export async function writeCalendar(
  {host, warn, zones}: Context,
  {scheduled, later, time_zone}: Agenda,
  place: FilePlace,
  all: boolean,
): Promise<ResultOf<'data'>> {
  const sends = all ? [...scheduled, ...later] : scheduled;
  const written = await writeAt(place, [calendarOf(sends, host.now())]);
  if (time_zone === null && sends.length > 0) {
    const change = zones().canBeKept ? ' To change that: emk config set timezone Europe/Berlin' : '';
    warn(`The account's time zone is not known, so a calendar shows the times in its own zone.${change}`);
  }
  const data = {path: place.name, rows: sends.length, ...written};
  return {
    kind: 'data',
    data,
    text: '',
    sentence: `Wrote ${counted(sends.length, 'scheduled mailing')} to ${place.name}.`,
  };
}

/**
 * Scheduled mailings as a calendar file (RFC 5545), one event each. An event keeps its UID from run to run, so that a
 * calendar moves it instead of showing it twice. Without the account's time zone, the event has the account's clock
 * time.
 */
export function calendarOf(sends: readonly Planned[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//emk//agenda//EN',
    ...(sends.length === 0 ? UTC : sends.flatMap(send => eventOf(send, now))),
    'END:VCALENDAR',
  ];
  return lines.map(line => `${folded(line)}\r\n`).join('');
}

/** Keeps a calendar without mailings valid, because it must contain something. */
const UTC = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const eventOf = ({utr, name, subject, moment, at, to}: Planned, now: Date): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${asText(utr)}@emk`,
  `DTSTAMP:${basicTime(now.toISOString())}Z`,
  `DTSTART:${at === null ? basicTime(moment ?? '') : `${basicTime(at)}Z`}`,
  `SUMMARY:${asText(name)}`,
  `DESCRIPTION:${asText(`Subject: ${subject}\nTo: ${audiencesInWords(to)}`)}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

/** `2026-03-05 09:00:00` or `2026-03-05T09:00:00.000Z` as `20260305T090000`. */
const basicTime = (time: string): string => time.slice(0, 19).replace(/[-:]/g, '').replace(' ', 'T');

/** A text as a value: characters with a meaning are escaped, and control characters removed. */
const asText = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(line => clean(line).replace(/[\\;,]/g, '\\$&'))
    .join('\\n');

/** A line in pieces of at most 75 bytes, including the blank before later pieces; no character is cut in two. */
function folded(line: string): string {
  const pieces = [''];
  for (const character of line) {
    const piece = pieces.at(-1) ?? '';
    if (Buffer.byteLength(piece + character) > LONGEST_LINE) pieces.push(` ${character}`);
    else pieces[pieces.length - 1] = piece + character;
  }
  return pieces.join('\r\n');
}

const LONGEST_LINE = 75;

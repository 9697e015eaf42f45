import {clean} from '../output/text/sanitise.js';
import {audiencesInWords} from './sections.js';
import type {PlannedMailing} from './upcoming.js';

/**
 * Scheduled mailings as a calendar file (RFC 5545), one event each. An event keeps its UID from run to run, so that a
 * calendar moves it instead of showing it twice. Without the account's time zone, the event has the account's clock
 * time.
 */
export function calendarOf(sends: readonly PlannedMailing[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//emk//agenda//EN',
    ...sends.flatMap(send => eventOf(send, now)),
    'END:VCALENDAR',
  ];
  return lines.map(line => `${folded(line)}\r\n`).join('');
}

const eventOf = ({utr, name, subject, moment, at, to}: PlannedMailing, now: Date): readonly string[] => [
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

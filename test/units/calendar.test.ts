/** The calendar of scheduled mailings, read back by the rules of RFC 5545. */

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {calendarOf} from '../../src/insight/calendar.js';
import type {PlannedMailing} from '../../src/insight/upcoming.js';
import {samples} from '../support/random-runs.js';
import {useShell} from '../support/use-shell.js';

const send: PlannedMailing = {
  utr: '62a01279-decc-4dfb-900b-a5129fad3033',
  name: 'May',
  subject: 'Hello; again, \\o/',
  status: 'scheduled',
  moment: '2026-05-05 09:00:00',
  at: '2026-05-05T07:00:00.000Z',
  to: [{name: 'Newsletter', people: 13}],
  except: [],
  at_most: 13,
  from: {sender_id: 2, name: 'Acme', address: 'news@acme.example', verified: true},
};
const NOW = new Date('2026-03-04T12:00:00.000Z');

test('an event as a file has it', () => {
  expect(calendarOf([send], NOW).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//emk//agenda//EN',
    'BEGIN:VEVENT',
    'UID:62a01279-decc-4dfb-900b-a5129fad3033@emk',
    'DTSTAMP:20260304T120000Z',
    'DTSTART:20260505T070000Z',
    'SUMMARY:May',
    'DESCRIPTION:Subject: Hello\\; again\\, \\\\o/\\nTo: Newsletter (13 people)',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('without the zone of the account, a time is that of whoever reads it', () => {
  expect(eventsIn(calendarOf([{...send, at: null}], NOW))[0]?.['DTSTART']).toBe('20260505T090000');
});

test('any name and subject comes back as it was, from lines that are short enough', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', ';', ',', '\\', 'n', ':', '"', 'ü', '漢', '👩', '\n'),
    maxLength: 200,
  });
  fc.assert(
    fc.property(text, text, (name, subject) => {
      const [event] = eventsIn(calendarOf([{...send, name, subject}], NOW));
      expect(event?.['SUMMARY']).toBe(name);
      expect(event?.['DESCRIPTION']).toBe(`Subject: ${subject}\nTo: Newsletter (13 people)`);
    }),
    samples(50),
  );
});

const shell = useShell();

test('a calendar holds all scheduled sends, and with --days those of these days', {tags: ['long']}, async () => {
  const write = async (options: string) => {
    const {code, stdout, stderr} = await shell().emk(`agenda --ics mail.ics --overwrite ${options}`);
    return {code, stdout, stderr, events: eventsIn(readFileSync(join(shell().folder, 'mail.ics'), 'utf8'))};
  };
  const all = await write('');
  expect(all).toMatchObject({code: 0, stdout: '', events: [{SUMMARY: 'Autumn preview', DTSTART: '20260403T080000'}]});
  expect(all.stderr).toContain("The account's time zone is not known");
  expect(all.stderr).toContain('Wrote 1 scheduled mailing to mail.ics.');
  expect(await write('--days 1 --fail-if-empty')).toMatchObject({code: 10, events: []});
  expect(await write('-o json')).toMatchObject({code: 0, stdout: expect.stringContaining('"rows": 1')});
});

test.each([['agenda --ics new.ics --out agenda.json', 'new.ics and --out agenda.json both say where to write.']])(
  '%s',
  async (line, says) => {
    expect(await shell().emk(line)).toMatchObject({code: 2, stderr: expect.stringContaining(says)});
  },
);

/** Reads a calendar by the rules of RFC 5545, throws if it breaks one, and returns its events. */
function eventsIn(file: string): ReadonlyArray<Record<string, string>> {
  if (!file.endsWith('\r\n') || /[^\r]\n|\r[^\n]/.test(file)) throw new Error('Every line ends in CRLF.');
  const long = file.split('\r\n').find(line => Buffer.byteLength(line) > 75 || line.includes('\uFFFD'));
  if (long !== undefined) throw new Error(`Too long, or cut within a character: ${long}`);
  const lines = file.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
  const open: string[] = [];
  const events: Array<Record<string, string>> = [];
  let inside = 0;
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z][A-Z0-9-]*)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`No content line: ${line}`);
    if (name === 'BEGIN') {
      open.push(value);
      inside++;
      if (value === 'VEVENT') events.push({});
    } else if (name === 'END') {
      if (open.pop() !== value) throw new Error(`${value} ends and did not begin.`);
    } else if (open.at(-1) === 'VEVENT') {
      const event = events.at(-1) ?? {};
      if (name in event) throw new Error(`${name} comes twice.`);
      event[name] = unescaped(name, value);
    }
  }
  if (open.length > 0 || inside < 1) throw new Error('A calendar holds at least one thing, and all of them end.');
  for (const event of events) {
    expect(event['UID']).toMatch(/^\S+@emk$/);
    expect(event['DTSTAMP']).toMatch(/^\d{8}T\d{6}Z$/);
    expect(event['DTSTART']).toMatch(/^\d{8}T\d{6}Z?$/);
  }
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
  return events;
}

function unescaped(name: string, value: string): string {
  if (!['SUMMARY', 'DESCRIPTION'].includes(name)) return value;
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value) || /(?<!\\)(?:\\\\)*\\[^\\;,nN]/.test(value))
    throw new Error(`Not escaped: ${value}`);
  return value.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}

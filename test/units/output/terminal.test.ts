/** One place decides what a terminal gets. A pipe gets the same text unchanged. */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {type TextForm, toStream} from '../../../src/output/text/terminal.js';

const nasty = 'a\u001b]52;c;aGk=\u0007b\u001b[2Jc\u009bd\u202ee\u200bf\u2028g\u007fh\rI';
const onTerminal = (text: string | Uint8Array, form: TextForm) => String(toStream({isTTY: true})(text, form));

test('to a pipe everything goes as it is, bytes too', () => {
  const shown = toStream({});
  const bytes = Buffer.from(nasty);
  for (const form of ['words', 'json', 'drawn', 'moved'] as const) {
    expect(shown(nasty, form)).toBe(nasty);
    expect(shown(bytes, form)).toBe(bytes);
  }
});

test('words keep line ends and tabs, and no control', () => {
  expect(onTerminal(nasty, 'words')).not.toMatch(/[^\P{C}\n\t]/u);
  expect(onTerminal('a\tb\nc\r\n', 'words')).toBe('a\tb\nc\n');
});

test('JSON says the same, in characters that do no harm', () => {
  const json = JSON.stringify({[nasty]: nasty, tag: '\u{e0041}'}, null, 2);
  const shown = onTerminal(json, 'json');
  expect(shown).not.toMatch(/[^\P{C}\n\t]/u);
  expect(JSON.parse(shown)).toEqual(JSON.parse(json));
});

test('what is drawn keeps its colours alone', () => {
  const drawn = onTerminal(`\u001b[31mred\u001b[0m ${nasty}`, 'drawn');
  expect(drawn.startsWith('\u001b[31mred\u001b[0m a␛]52')).toBe(true);
  expect(onTerminal('\u001b[2J', 'drawn')).toBe('␛[2J');
});

test('what moves the cursor sets no clipboard and no title', () => {
  expect(onTerminal('\r\u001b[Kbar\u001b]0;title\u0007', 'moved')).toBe('\r\u001b[Kbar␛]0;title\u0007');
});

test('a character that is cut by a chunk is one', () => {
  const shown = toStream({isTTY: true});
  const bytes = Buffer.from('é\u202e');
  expect([...bytes].map(byte => String(shown(Uint8Array.of(byte), 'json'))).join('')).toBe('é\\u202e');
});

test('nobody writes to a stream of the host past it', () => {
  const files = readdirSync('src', {recursive: true, encoding: 'utf8'}).filter(path => path.endsWith('.ts'));
  const doors = ['output/text/terminal.ts', 'output/results/sink.ts'];
  const past = files.filter(path => /\bstd(out|err)(\(\))?\.write\(/.test(readFileSync(`src/${path}`, 'utf8')));
  expect(past.filter(path => !doors.includes(path))).toEqual([]);
});

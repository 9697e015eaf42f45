import {UsageError} from '../../core/errors.js';
import {andList} from '../../core/words/sentence.js';

/** What a letter says about itself above its text. */
export type FrontMatter = {readonly [name in (typeof known)[number]]?: string};

/** The lines `subject: Hello` between two lines of `---` at the top of a letter, and the line on which its text begins. */
export function readFrontMatter(
  text: string,
  file: string,
): {readonly given: FrontMatter; readonly body: string; readonly firstLine: number} {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  if (!/^---\s*$/.test(lines[0] ?? '') || !keyed.test(lines[1] ?? ''))
    return {given: {}, body: lines.join('\n'), firstLine: 1};
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end < 0)
    throw refused(file, 1, 'the lines about the letter have no end', 'Add a line --- after the last of them.');
  const given: Record<string, string> = {};
  for (const [at, line] of lines.slice(1, end).entries()) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const {name, value} = readLine(line, file, at + 2);
    if (given[name] !== undefined)
      throw refused(file, at + 2, `"${name}" is there twice`, 'Remove one of the two lines.');
    given[name] = value;
  }
  return {given, body: lines.slice(end + 1).join('\n'), firstLine: end + 2};
}

function readLine(line: string, file: string, at: number): {readonly name: string; readonly value: string} {
  const [, written, rest = ''] = keyed.exec(line) ?? [];
  const name = written?.toLowerCase();
  if (name === undefined)
    throw refused(file, at, `"${line.trim()}" has no name before a colon`, 'Write it like this: subject: Hello');
  const names: readonly string[] = known;
  if (!names.includes(name))
    throw refused(file, at, `emk does not know "${written}"`, `A letter can say ${andList(known)}.`);
  const value = unquoted(rest.trim());
  if (value.startsWith('"') && value.split('"').length === 2)
    throw refused(file, at, 'the quote is not closed', 'Add a " at the end, or remove the one at the start.');
  if (value === '') throw refused(file, at, `"${name}" is empty`, 'Write it, or remove the line.');
  if (name === 'utm' && !/^[^/\s][^/]*\/.*\S/.test(value))
    throw refused(file, at, '"utm" must look like newsletter/may', 'For example: utm: newsletter/may');
  if (name === 'language' && !/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(value))
    throw refused(file, at, `"${value}" is no code of a language`, 'For example: language: de');
  return {name, value};
}

/** A value as it is meant: quotes around it protect blanks and signs, and single ones are doubled within. */
function unquoted(value: string): string {
  const [, quote = '', within = ''] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (quote === '') return value;
  return quote === '"' ? within.replaceAll('\\"', '"') : within.replaceAll("''", "'");
}

const refused = (file: string, line: number, says: string, hint: string): UsageError =>
  new UsageError(`Line ${line} of ${file}: ${says}.`, {hint});

const keyed = /^([\w-]+)\s*:(?:\s+(.*)|$)/;

const known = ['subject', 'preheader', 'name', 'language', 'utm'] as const;

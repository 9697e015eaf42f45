import {UsageError} from '../../core/errors.js';
import {andList} from '../../core/words/sentence.js';

/** What a letter says about itself above its text. */
export type FrontMatter = {readonly [name in 'subject' | 'preheader' | 'name' | 'language']?: string};

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
    const [, written = '', text = ''] = keyed.exec(line) ?? [];
    const name = written.toLowerCase();
    const value = unquoted(text.trim());
    if (!known.includes(name) || value === '' || given[name] !== undefined)
      throw refused(
        file,
        at + 2,
        `emk cannot read "${line.trim()}"`,
        `Write ${andList(known)}, each once, like this: subject: Hello`,
      );
    given[name] = value;
  }
  return {given, body: lines.slice(end + 1).join('\n'), firstLine: end + 2};
}

/** A value as it is meant: quotes around it protect blanks and signs, and single ones are doubled within, as in YAML. */
function unquoted(value: string): string {
  const [, quote, within = ''] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (quote === undefined) return value;
  return quote === '"' ? within.replaceAll('\\"', '"') : within.replaceAll("''", "'");
}

const refused = (file: string, line: number, says: string, hint: string): UsageError =>
  new UsageError(`Line ${line} of ${file}: ${says}.`, {hint});

const keyed = /^([\w-]+)\s*:(?:\s+(.*)|$)/;

const known: readonly string[] = ['subject', 'preheader', 'name', 'language'];

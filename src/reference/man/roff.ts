import {wrapped} from '../layout.js';

/** A text on one line: what the formatter would take for its own words is escaped. */
export const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/[^\n\x20-\x7e]/g, letter => `\\[u${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^(?=[.'])/, '\\&');

export const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;

/** Prose, filled by the formatter: its lines are short, as authors of manual pages write them. */
export const prose = (text: string): string[] => wrapped(text, 72).map(escaped);

/** A term with its explanation below it. */
export const term = (name: string, about: string): string[] => ['.TP', bold(name), ...prose(about)];

export const asWritten = (lines: readonly string[]): string[] => ['.nf', ...lines.map(escaped), '.fi'];

/** A section; nothing for one without content. */
export const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`.SH ${title.toUpperCase()}`, ...lines] : [];

/** Paragraphs of prose. Lines that are indented keep their layout. */
export function paragraphs(text: string): string[] {
  const blocks = text.split(/\n{2,}/).map(block => block.split('\n'));
  return blocks.flatMap((lines, at) => [
    ...(at > 0 ? ['.PP'] : []),
    ...(lines.some(line => line.startsWith(' ')) ? asWritten(lines) : lines.flatMap(prose)),
  ]);
}

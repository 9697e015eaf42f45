import {pageWidth, WIDEST, wrapped} from './layout.js';

/**
 * A page of help for a terminal of this width. If that is narrower than a page, paragraphs and tables are wrapped
 * again, and shell lines continue after a backslash, so that people can still copy and run them.
 */
export function narrowed(page: string, width: number): string {
  const lines: string[] = [];
  let block: Block | undefined;
  const flush = (): void => {
    if (block) lines.push(...folded(block, Math.max(width, NARROWEST)));
    block = undefined;
  };
  let before = '';
  for (const line of page.split('\n')) {
    if (block && continuesLine(block, before, line)) block = {...block, text: joined(block, line)};
    else {
      const next = blockOf(line, block?.kind === 'script' && CONTINUES.test(before));
      flush();
      block = next;
    }
    before = line;
  }
  flush();
  return lines.join('\n');
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** In narrower terminals, lines would be words instead of sentences. */
const NARROWEST = 40;

/** A paragraph, a table row with the column of its explanation, or a shell line. */
type Block =
  | {readonly kind: 'prose'; readonly indent: number; readonly text: string}
  | {readonly kind: 'row'; readonly term: string; readonly hang: number; readonly text: string; readonly last: string}
  | {readonly kind: 'script'; readonly indent: number; readonly text: string};

function blockOf(line: string, isScript: boolean): Block {
  const indent = indentOf(line);
  const [, term = '', text = '', last = ''] = /^( {2,}\S.*?) {2,}(\S.*?)(?: {2,}(\S.*))?$/.exec(line) ?? [];
  if (isScript || line.trim().startsWith('$ ')) return {kind: 'script', indent, text: line.trim()};
  if (term !== '') return {kind: 'row', term, hang: line.indexOf(text, term.length + 2), text, last};
  return {kind: indent >= SCRIPT ? 'script' : 'prose', indent, text: line.trim()};
}

/** How far shell lines without `$` are indented. */
const SCRIPT = 4;

const CONTINUES = /(?:\\|\||&&)$/;

/** Whether a line continues a block whose last line was full. */
function continuesLine(block: Block, before: string, line: string): boolean {
  if (block.kind === 'script') return before.endsWith(' \\');
  if (line.trim() === '' || [before, line].some(each => each.startsWith('Usage: '))) return false;
  const indent = block.kind === 'row' ? block.hang : block.indent;
  if (indentOf(line) !== indent || / {2,}/.test(line.trim())) return false;
  if (block.kind === 'row') return true;
  const [word = ''] = line.trim().split(' ');
  return before.length + 1 + word.length > pageWidth;
}

const joined = ({text}: Block, line: string): string => `${text.replace(/ \\$/, '')} ${line.trim()}`;

function folded(block: Block, width: number): readonly string[] {
  const {kind, text} = block;
  if (kind === 'script') return shellLines(text, block.indent, width);
  if (kind === 'prose') {
    const about = wrapped(text, Math.min(width, WIDEST) - block.indent);
    return about.map(line => `${' '.repeat(block.indent)}${line}`.trimEnd());
  }
  const {term, hang, last} = block;
  const whole = last === '' ? text : `${text} (${last})`;
  if (hang + whole.length <= width) return [`${term.padEnd(hang)}${whole}`];
  if (hang <= width / 2) {
    const [first = '', ...rest] = wrapped(whole, width - hang);
    return [`${term.padEnd(hang)}${first}`, ...rest.map(line => ' '.repeat(hang) + line)];
  }
  return [
    ...(term.trim().startsWith('emk ') ? shellLines(term.trim(), indentOf(term), width) : [term]),
    ...wrapped(whole, width - BELOW).map(line => ' '.repeat(BELOW) + line),
  ];
}

/** How far an explanation below its term is indented. */
const BELOW = 6;

/** Wraps a shell line between words, never within quotes; a comment is not wrapped. After && or | a line ends by itself. */
function shellLines(line: string, indent: number, width: number): readonly string[] {
  const lead = ' '.repeat(indent);
  if (indent + line.length <= width) return [lead + line];
  const lines: string[] = [];
  const parts = partsOf(line, width - indent - '     \\'.length);
  for (const [at, part] of parts.entries()) {
    const last = lines.at(-1);
    const space = at === parts.length - 1 || CONTINUES.test(part) ? 0 : ' \\'.length;
    if (last === undefined) lines.push(lead + part);
    else if (last.trim() === '$' || (!CONTINUES.test(last) && last.length + 1 + part.length + space <= width))
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`${lead}    ${part}`);
  }
  return lines.map((each, at) => (at < lines.length - 1 && !CONTINUES.test(each) ? `${each} \\` : each));
}

/** The words of a shell line; an option stays with its value where both fit on a line. */
function partsOf(line: string, width: number): readonly string[] {
  const words = line.match(/(?:^|\s)#.*$|(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'])+/g) ?? [line];
  const parts: string[] = [];
  for (const word of words.map(each => each.trim())) {
    const before = parts.at(-1) ?? '';
    const isValue =
      /^-[-\w]+$/.test(before) && /^(?:[^-|&<>]|-\w\w)/.test(word) && before.length + 1 + word.length <= width;
    if (isValue) parts[parts.length - 1] = `${before} ${word}`;
    else parts.push(word);
  }
  return parts;
}

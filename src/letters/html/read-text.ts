import {type Piece, piecesOf} from './parse.js';

/**
 * The text of a mail with blanks in place of what is not meant for its readers: notes, code and styles. Every other
 * character keeps its place, and so do tags in styles and code, which the service fills there too.
 */
export function textForReaders(text: string, {pieces} = piecesOf(text)): string {
  const parts: string[] = [];
  let at = 0;
  for (const {from, to = text.length, blanked} of unread(pieces)) {
    parts.push(text.slice(at, from), blanked(text.slice(from, to)));
    at = to;
  }
  return [...parts, text.slice(at)].join('');
}

/** Something that is not all for readers, and what stays of it; without an end, the rest of the text. */
type Unread = {readonly from: number; readonly to?: number; readonly blanked: (part: string) => string};

function* unread(pieces: readonly Piece[]): Generator<Unread> {
  let code: Piece | undefined;
  for (const piece of pieces) {
    const isEnd = piece.kind === 'end' && piece.name === code?.name;
    if (code && !isEnd) continue;
    yield code ? {from: code.to, to: piece.from, blanked: allButTags} : {...piece, blanked: blankedIn(piece)};
    code = piece.kind === 'start' && coded.has(piece.name) ? piece : undefined;
  }
  if (code) yield {from: code.to, blanked: allButTags};
}

const blankedIn = (piece: Piece): Unread['blanked'] =>
  piece.kind !== 'comment' ? allButInlineStyles : isForOutlook(piece) ? allButStyles : all;

/** The same for Markdown, whose code is written between backticks. */
export const markdownForReaders = (text: string): string =>
  textForReaders(text.replaceAll(fences, allButTags).replaceAll(codeSpans, allButTags));

const fences = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm;
const codeSpans = /(?<!`)(`+)(?!`)[\s\S]+?(?<!`)\1(?!`)/g;

/** Outlook shows what is in its conditional comments. */
const isForOutlook = ({name}: Piece): boolean => /^\[if\s/i.test(name.trim());

const all = (part: string): string => part.replaceAll(/[^\r\n]/g, ' ');

const allButTags = (part: string): string =>
  part.replaceAll(/\(\([A-Za-z_]\w*\)\)|[^\r\n]/g, found => (found.length > 1 ? found : ' '));

const allButInlineStyles = (part: string): string =>
  part.replaceAll(/(?<=\sstyle\s*=\s*)("[^"]*"|'[^']*')/gi, allButTags);

const allButStyles = (part: string): string =>
  allButInlineStyles(part.replaceAll(/<style[\s\S]*?<\/style/gi, allButTags));

/** Elements whose text is not for readers, or that readers take for code. */
const coded: ReadonlySet<string> = new Set(['style', 'script', 'code']);

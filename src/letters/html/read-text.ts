import {commentsIn, type Letter, readLetter} from './parse.js';

/**
 * The text of a mail with blanks in place of what is not meant for its readers: notes, code and styles. Every other
 * character keeps its place, and so do tags in styles and code, which the service fills there too.
 */
export function textForReaders(text: string, letter = readLetter(text)): string {
  const parts: string[] = [];
  let end = 0;
  for (const {from, to, blanked} of unread(letter).sort((one, other) => one.from - other.from)) {
    if (from < end) continue;
    parts.push(text.slice(end, from), blanked(text.slice(from, to)));
    end = to;
  }
  return [...parts, text.slice(end)].join('');
}

/** Something that is not all for readers, and what stays of it. */
type Unread = {readonly from: number; readonly to: number; readonly blanked: (part: string) => string};

const unread = ({html, page, elements}: Letter): Unread[] => [
  ...[...commentsIn(page)].map(({text, at}) => ({
    ...{from: at.startOffset, to: at.endOffset, blanked: isForOutlook(text) ? allButStyles : all},
  })),
  ...elements.flatMap(({tagName, sourceCodeLocation: at}): Unread[] => {
    const style = at?.attrs?.['style'];
    const styles = style ? [{from: style.startOffset, to: style.endOffset, blanked: allButTags}] : [];
    if (!at?.startTag || !coded.has(tagName)) return styles;
    const to = at.endTag?.startOffset ?? html.length;
    return [...styles, {from: at.startTag.endOffset, to, blanked: allButTags}];
  }),
];

/** The same for Markdown, whose code is written between backticks. */
export const markdownForReaders = (text: string): string =>
  textForReaders(text.replaceAll(fences, allButTags).replaceAll(codeSpans, allButTags));

const fences = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm;
const codeSpans = /(?<!`)(`+)(?!`)[\s\S]+?(?<!`)\1(?!`)/g;

/** Outlook shows what is in its conditional comments. */
const isForOutlook = (comment: string): boolean => /^\[if\s/i.test(comment.trim());

const all = (part: string): string => part.replaceAll(/[^\r\n]/g, ' ');

const allButTags = (part: string): string =>
  part.replaceAll(/\(\([A-Za-z_]\w*\)\)|[^\r\n]/g, found => (found.length > 1 ? found : ' '));

const allButStyles = (part: string): string =>
  part
    .replaceAll(/<style[\s\S]*?<\/style/gi, allButTags)
    .replaceAll(/(?<=\sstyle\s*=\s*)("[^"]*"|'[^']*')/gi, allButTags);

/** Elements whose text is not for readers, or that readers take for code. */
const coded: ReadonlySet<string> = new Set(['style', 'script', 'code']);

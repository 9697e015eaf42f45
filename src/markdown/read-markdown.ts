import {Marked, type RendererObject, type Token, type Tokens} from 'marked';

export type {Token, Tokens};

/** A block of the text, such as a paragraph or a list: as written, and as HTML. */
export type Block = {readonly raw: string; readonly html: string};

/** How to write each kind of block and text as HTML; what is missing is written plainly. */
export type MarkdownWriter = RendererObject;

/** Reads Markdown into blocks, and finds the words of its first heading. */
export function readMarkdown(
  text: string,
  writer: MarkdownWriter,
): {readonly blocks: readonly Block[]; readonly title: string | undefined} {
  const marked = new Marked({gfm: true, renderer: writer});
  const tokens = marked.lexer(text);
  const blocks = tokens.map(token => ({
    raw: token.raw,
    html: marked.parser(Object.assign([token], {links: tokens.links})).trim(),
  }));
  const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
  return {blocks, title: heading && textOfTokens(heading.tokens).trim()};
}

const textOfTokens = (tokens: readonly Token[]): string =>
  tokens
    .map(token =>
      'tokens' in token && token.tokens ? textOfTokens(token.tokens) : 'text' in token ? String(token.text) : '',
    )
    .join('');

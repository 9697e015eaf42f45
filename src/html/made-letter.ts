import {excerpt} from './excerpt.js';

/** By this word a letter that was made of Markdown is known: nobody has its HTML before them. */
export const MADE_FROM_MARKDOWN = 'emk, from Markdown';

/** The words that stand on a line of such a letter; nothing for HTML that somebody wrote, whose lines can be named. */
export function wordsOnLine(html: string, line: number): string | undefined {
  if (!html.includes(MADE_FROM_MARKDOWN)) return undefined;
  const written = html.split('\n')[line - 1] ?? '';
  return excerpt(written.replaceAll(/<\/?(?:td|th|tr|li|br|p)\b[^>]*>/g, ' ').replaceAll(/<[^>]*>/g, ''));
}

import {excerpt} from './excerpt.js';

/** The mark of a mail made from Markdown. Its author does not see the HTML. */
export const MADE_FROM_MARKDOWN = 'emk, from Markdown';

/** The words on a line of such a mail; undefined for HTML that somebody wrote, where the line number is enough. */
export function wordsOnLine(html: string, line: number): string | undefined {
  if (!html.includes(MADE_FROM_MARKDOWN)) return undefined;
  const written = html.split('\n')[line - 1] ?? '';
  return excerpt(written.replaceAll(/<\/?(?:td|th|tr|li|br|p)\b[^>]*>/g, ' ').replaceAll(/<[^>]*>/g, ''));
}

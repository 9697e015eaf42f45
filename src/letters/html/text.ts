/** Escapes text for HTML, for elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The beginning of a mail's text, on one line, short enough for a sentence. */
export function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, 2 * LONGEST)];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : line;
}

const LONGEST = 60;

/** The mark of a mail made from Markdown. Its author does not see the HTML. */
export const MADE_FROM_MARKDOWN = 'emk, from Markdown';

/** Whether a text is HTML. Mail programs show no MJML, which must be compiled first. */
export const isHtml = (text: string): boolean => text.includes('<') && !/<mjml[\s>]/i.test(text);

/** Whether a text is the name of a file with an email: HTML or Markdown. */
export const isLetterFile = (text: string): boolean => /^[^\n<>{}]+\.(?:html?|xhtml|md|markdown)$/i.test(text);

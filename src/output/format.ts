/** The formats that a result can be printed in. `render` has the writer of each. */
export const formats = ['table', 'json', 'jsonl', 'csv', 'tsv', 'md', 'id'] as const;
export type Format = (typeof formats)[number];

/** How messages on stderr are written beside each format: a program that reads JSON gets them as JSON too. */
export const messageStyles: Readonly<Record<Format, 'words' | 'json'>> = {
  table: 'words',
  json: 'json',
  jsonl: 'json',
  csv: 'words',
  tsv: 'words',
  md: 'words',
  id: 'words',
};

/** The formats that a result can be printed in. `render` has the writer of each. */
export const formats = ['table', 'json', 'jsonl', 'csv', 'tsv', 'md', 'id'] as const;
export type Format = (typeof formats)[number];

/** The format that the name of a file stands for, as `contacts.csv` or `contacts.jsonl.gz`. */
export function formatOf(file: string): Format | undefined {
  const [, ending = ''] = /\.([a-z]+)$/i.exec(file.replace(/\.gz$/i, '')) ?? [];
  return endings[ending.toLowerCase()];
}

const endings: Readonly<Record<string, Format | undefined>> = {
  csv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  md: 'md',
  tsv: 'tsv',
};

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

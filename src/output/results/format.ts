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

/** Whom each format is for: people who read, tools that take rows, or programs that take every field. */
const readers: Readonly<Record<Format, 'people' | 'rows' | 'programs'>> = {
  table: 'people',
  json: 'programs',
  jsonl: 'programs',
  csv: 'rows',
  tsv: 'rows',
  md: 'rows',
  id: 'programs',
};

type Wanted = {readonly output: Format};

/** Whether people read the output, so that a picture or a sentence may take the place of fields. */
export const isForPeople = ({output}: Wanted): boolean => readers[output] === 'people';

/** Whether programs read the output, which take every field as the service sends it. */
export const isForPrograms = ({output}: Wanted): boolean => readers[output] === 'programs';

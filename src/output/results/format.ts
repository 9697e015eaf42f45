/** Who reads the output: people, tools that take rows of cells, or programs that take every field as it was sent. */
export type OutputReader = 'people' | 'rows' | 'programs';

type FormatTraits = {
  readonly reader: OutputReader;
  readonly endings: readonly string[];
};

/** Everything about formats except their writers, in the order of help. */
const about = {
  table: {reader: 'people', endings: ['txt']},
  json: {reader: 'programs', endings: ['json']},
  jsonl: {reader: 'programs', endings: ['jsonl', 'ndjson']},
  csv: {reader: 'rows', endings: ['csv']},
  tsv: {reader: 'rows', endings: ['tsv']},
  md: {reader: 'people', endings: ['md']},
  id: {reader: 'rows', endings: []},
} as const satisfies Readonly<Record<string, FormatTraits>>;

export type Format = keyof typeof about;

export const formats = Object.keys(about) as readonly Format[];

/** The default format, and the only one that is laid out for a terminal's width. */
export const standardFormat = 'table' satisfies Format;

/** Who reads a format. Commands know this and not the format, so that a new format does not change them. */
export const readerOf = (format: Format): OutputReader => about[format].reader;

/** The style of messages on stderr beside a format: programs get them as JSON. */
export const messageStyle = (format: Format): 'words' | 'json' => (readerOf(format) === 'programs' ? 'json' : 'words');

/** The format of a file name, such as `contacts.csv`. */
export function formatOf(file: string): Format | undefined {
  const [, ending = ''] = /\.([a-z]+)$/i.exec(file) ?? [];
  return formats.find(format => endingsOf(format).includes(ending.toLowerCase()));
}

/** The endings of file names for a format, the usual one first. */
export const endingsOf = (format: Format): readonly string[] => about[format].endings;

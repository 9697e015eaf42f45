/** Who reads what a command prints: people, tools that take rows of cells, or programs that take every field as it was sent. */
export type Reader = 'people' | 'rows' | 'programs';

type About = {
  readonly reader: Reader;
  /** The ends of names of files that are written in it, the usual one first. */
  readonly endings: readonly string[];
  /** What it is good for, as `emk help output` says it. */
  readonly help: string;
};

/** All that anybody needs to know of a format besides its writer, in the order in which help lists them. */
const about = {
  table: {
    reader: 'people',
    endings: [],
    help: 'for people, the standard. Off a terminal it has no colours, no borders, and cuts nothing short',
  },
  json: {
    reader: 'programs',
    endings: ['json'],
    help: 'one JSON document: an array for a list, an object for one record',
  },
  jsonl: {
    reader: 'programs',
    endings: ['jsonl', 'ndjson'],
    help: 'one JSON object a line, as they arrive; for lists of any size',
  },
  csv: {reader: 'rows', endings: ['csv'], help: 'a header line and a line a record, for spreadsheets'},
  tsv: {reader: 'rows', endings: ['tsv'], help: 'the same with tabs, for cut and awk'},
  md: {
    reader: 'people',
    endings: ['md'],
    help: 'a Markdown table in the words of a table, for pull requests and chats',
  },
  id: {reader: 'rows', endings: [], help: 'ids alone, one a line, to hand on to another command'},
} as const satisfies Readonly<Record<string, About>>;

export type Format = keyof typeof about;

/** The formats that a result can be printed in. `render` has the writer of each. */
export const formats = Object.keys(about) as readonly Format[];

/** The format where nobody asks for another, and the only one that is laid out for the width of a terminal. */
export const standardFormat = 'table' satisfies Format;

/** The width that a format is laid out for: that of a terminal, if the output goes to one. */
export const screenWidthOf = (format: Format, {isTTY, columns = 80}: Screen): number | undefined =>
  format === standardFormat && isTTY === true ? columns : undefined;

type Screen = {readonly isTTY?: boolean; readonly columns?: number};

/** Whom a format is for. Commands are told this and not the format, so that a new one needs no change of theirs. */
export const readerOf = (format: Format): Reader => about[format].reader;

/** How messages on stderr are written beside a format: programs get them as JSON. */
export const messageStyle = (format: Format): 'words' | 'json' => (readerOf(format) === 'programs' ? 'json' : 'words');

/** The format that the name of a file stands for, as `contacts.csv` or `contacts.jsonl.gz`. */
export function formatOf(file: string): Format | undefined {
  const [, ending = ''] = /\.([a-z]+)$/i.exec(file.replace(/\.gz$/i, '')) ?? [];
  return formats.find(format => endingsOf(format).includes(ending.toLowerCase()));
}

/** The ends of names of files that are written in a format, the usual one first. */
export const endingsOf = (format: Format): readonly string[] => about[format].endings;

/** What a format is good for, in the words of help. */
export const helpOf = (format: Format): string => about[format].help;

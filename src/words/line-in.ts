/**
 * The words of the line of emk in a text, for programs that run what a hint proposes. Undefined if the text has no line,
 * more than one, or one with a place that only its reader can fill, such as FILE. `isCommand` tells a line from a sentence
 * about emk.
 */
export function lineIn(text: string, isCommand: (word: string) => boolean): readonly string[] | undefined {
  const lines = [...text.matchAll(start)]
    .map(({0: found, index}) => wordsOf(text.slice(index + found.length - 'emk '.length), found.startsWith('"')))
    .filter(([, ...words]) => words.length > 0 && words.filter(isNoOption).slice(0, 1).every(isCommand));
  const [line] = lines;
  return line === undefined || lines.length > 1 || line.some(word => place.test(word)) ? undefined : line;
}

const isNoOption = (word: string): boolean => !word.startsWith('-');

/** A line follows a colon or stands in quotation marks. */
const start = /(?:(?<=: |:\n *)|")emk (?=[a-z-])/g;

const place =
  /(?:^|=)(?:ADDRESS|COLUMN|COMMAND|FIELD|FILE|FOLDER|ID|LIST|MAILING|NAME|PATH|PREFIX|SHELL|URL|WORD|ZONE)$|…|\.{3}/;

/** The words up to the quotation mark that closes the line, to the end of its text line, or to where a sentence goes on. */
function wordsOf(text: string, inQuotes: boolean): readonly string[] {
  const words: string[] = [];
  for (let at = 0; ; ) {
    const [piece = '', typed = ''] = nextWord.exec(text.slice(at)) ?? [];
    if (typed === '' || typed.startsWith('(')) return words;
    at += piece.length;
    const [, withoutStop = typed] =
      (!inQuotes && endsThere(text.charAt(at)) && /^(.*[^.,;?)])[.,;?)]+$/s.exec(typed)) || [];
    words.push(withoutStop.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3'));
    if (withoutStop !== typed) return words;
  }
}

/** A word with its quotes, after blanks. A quotation mark right after a word closes the line. */
const nextWord = /^ *("[^"]*"|(?:'[^']*'|\\.|(?<==)"[^"]*"|[^\s'"\\])+)/;

const endsThere = (next: string): boolean => next === '' || next === ' ' || next === '\n';

/** What is known of the lines of emk in a text. */
export type Lines = {
  /** Completes them, so that they work on the account of this run. */
  readonly complete: (text: string) => string;
  /** Whether a word begins a line, and not a sentence such as "emk skips them". */
  readonly isCommand: (word: string) => boolean;
};

export const asTheyAre: Lines = {complete: text => text, isCommand: () => false};

import {cellTexts, type RecordView} from '../../csv/bytes/read-records.js';
import {trim} from '../../records/fields/fold-address.js';

/** A line of the file that is no person, and its text. */
export type Aside = {readonly line: number; readonly text: string};

/** Finds lines that are no people among those that cannot be sent: a header again, and totals and notes at the end. */
export function watchAside(headers: readonly string[]): {
  /** Whether a row that cannot be sent is none: a header again, or a possible end. */
  takes(record: RecordView): boolean;
  /** Lines that would have been the end, but a row follows them. */
  followed(): readonly number[];
  readonly repeats: readonly Aside[];
  readonly end: readonly Aside[];
} {
  const repeats: Aside[] = [];
  let end: Aside[] = [];
  return {
    repeats,
    get end() {
      return end;
    },
    takes(record) {
      const texts = cellTexts(record).map(trim);
      const isHeader = texts.length === headers.length && texts.every((text, at) => text === headers[at]);
      if (!isHeader && !isNote(texts, headers.length)) return false;
      const list = isHeader ? repeats : end;
      if (list.length >= MOST) return false;
      list.push({line: record.line, text: texts.filter(text => text !== '').join(' ')});
      return true;
    },
    followed() {
      if (end.length === 0) return none;
      const lines = end.map(({line}) => line);
      end = [];
      return lines;
    },
  };
}

/** Whether a row sums up, or says something about the whole file: it has no address, and the words for that or one cell. */
function isNote(texts: readonly string[], width: number): boolean {
  const [first = '', ...others] = texts.filter(text => text !== '');
  if (texts.some(text => text.includes('@'))) return false;
  return sum.test(first) || (others.length === 0 && texts.length === 1 && width > 2);
}

/** The first words of such a row in the languages of known headers. */
const sum =
  /^(?:(?:grand |sub)?totals?|sum|count|summe|gesamt\p{L}*|insgesamt|anzahl|somme|nombre|totale?|totaal|aantal|suma|soma)(?:[\s:=]|$)|^(?:#|--|==)|^\d+ (?:contacts|records|rows|entries|people|kontakte|einträge|datensätze|zeilen)$/iu;

const none: readonly number[] = [];

/** More lines than this are no notes. */
const MOST = 100;

import {PreflightError, UsageError} from '../../errors.js';
import {andList, number, orList, plural, withMore} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import type {MailStatus} from './unmistakable-words.js';

/** A value of a status column that emk does not know, and its first line. */
export type UnknownStatus = {
  readonly header: string;
  readonly text: string;
  readonly line: number;
  readonly rows: number;
};

/** A word of a status column, and what the owner of the file says about people with it. */
export type StatusWord = readonly [word: string, meaning: MailStatus];

/** The file, its values, and what else says who gets no mail. */
type Found = {
  readonly file: string;
  readonly values: readonly UnknownStatus[];
  /** The columns whose every value emk knows; undefined if somebody named these columns, who knows what they say. */
  readonly others: readonly string[] | undefined;
  /** Whether the known values let somebody get mail. Otherwise a hint might leave nobody. */
  readonly someStay: boolean;
};

/** A status column has unknown words: only the owner of the file can say whether these people get mail. */
export class UnknownStatusError extends PreflightError {
  readonly found: Found;

  /** `line` is the typed line: the hint repeats it with the missing options. */
  constructor(found: Found, choices: Choices = importChoices, line?: string) {
    const {file, values, others, someStay} = found;
    const headers = [...new Set(values.map(({header}) => `“${header}”`))];
    const says = `${andList(headers)} ${plural(headers.length, 'says', 'say')} something else`;
    // Where people who left are wanted, it is no loss to take everybody of the file.
    const example = someStay || !('out' in choices) ? 'For example' : 'If these people get mail';
    super(
      `${andList(headers)} of ${file} ${plural(headers.length, 'says', 'say')} who gets no mail, but emk does not know these values: ${valuesInWords(values)}.`,
      {
        hint: [
          `Say what each one means: ${orList(Object.entries(choices).map(asChoice))}.`,
          ...(line === undefined
            ? []
            : [`${example}: ${line} ${asOptions(values, example === 'For example' ? firstOf(choices) : 'active')}`]),
          ...(others === undefined
            ? []
            : someStay || line === undefined
              ? [`If ${says}, add ${asColumns(others)}.`]
              : [`If ${says}: ${line} ${asColumns(others)}`]),
        ].join('\n'),
      },
    );
    this.found = found;
  }
}

/**
 * The columns that say who gets no mail in words that emk knows, as an option names them. Undefined if somebody named
 * several: they know what each one says.
 */
export function clearColumns(
  columns: ReadonlyArray<{readonly header: string; readonly column: number}>,
  values: readonly UnknownStatus[],
  given: string | readonly string[] | undefined,
): string[] | undefined {
  if (given !== undefined && columns.length > 1) return undefined;
  const isTwice = (header: string): boolean => columns.filter(other => other.header === header).length > 1;
  return columns
    .filter(({header}) => !values.some(value => value.header === header))
    .map(({header, column}) => (isTwice(header) ? String(column + 1) : header));
}

/** The options that leave only these columns to say who gets no mail. */
export const asColumns = (names: readonly string[]): string =>
  (names.length === 0 ? ['none'] : names).map(name => `--status-column ${shellWord(name)}`).join(' ');

/** The words for what a status can mean, each explained; the one that mails nobody by mistake comes first. */
export type Choices = {readonly [choice in 'out' | 'left' | 'active']?: string};

const importChoices: Choices = {out: 'gets no mail', active: 'gets mail'};

/** Reads `test=out`: a word, and one of the choices. The word may contain an equals sign, a choice does not. */
export const statusWords = (texts: readonly string[] = [], choices: Choices = importChoices): StatusWord[] =>
  texts.map(text => {
    const cut = text.lastIndexOf('=');
    const meaning = meanings.get(text.slice(cut + 1).trim());
    if (cut > 0 && meaning !== undefined && meaning[0] in choices) return [text.slice(0, cut), meaning[1]] as const;
    const known = Object.keys(choices).reverse();
    throw new UsageError(`--status takes a word, =, and ${orList(known)}, not "${text}".`, {
      hint: `For example: --status test=${known.at(-1)}`,
    });
  });

const meanings: ReadonlyMap<string, readonly [keyof Choices, MailStatus]> = new Map([
  ['active', ['active', 'in']],
  ['out', ['out', 'out']],
  ['left', ['left', 'left']],
]);

const asChoice = ([choice, says]: readonly [string, string]): string => `${choice} (${says})`;

/** Values with their rows: `“test” (2 rows, first in line 3), “Won” (line 4)`. */
export const valuesInWords = (values: readonly UnknownStatus[]): string =>
  withMore(
    values.map(value => `“${value.text}” (${howMany(value)})`),
    values.length,
    10,
  );

const howMany = ({rows, line}: UnknownStatus): string =>
  plural(rows, `line ${line}`, `${number(rows)} rows, first in line ${line}`);

const firstOf = (choices: Choices): string => Object.keys(choices)[0] ?? 'active';

/** The options that give all these values one meaning. */
export const asOptions = (values: readonly UnknownStatus[], meaning: string): string =>
  [...new Set(values.map(({text}) => `--status ${shellWord(`${text}=${meaning}`)}`))].join(' ');

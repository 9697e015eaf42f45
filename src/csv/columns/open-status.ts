import {PreflightError, UsageError} from '../../core/errors.js';
import {andList, number, plural, withMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {columnKey} from './match-columns.js';
import type {MailStatus, StatusWord} from './wants-mail.js';

/** A value of a column, its first line, and how many rows have it. */
type ShownValue = {readonly text: string; readonly line: number; rows: number};

/** The different values of a column, whatever their case. A column that is no status may have another text in every row. */
export class ShownValues extends Map<string, ShownValue> {
  see(text: string, line: number): void {
    const met = this.get(text.toLowerCase());
    if (met !== undefined) met.rows++;
    else if (this.size < MOST) this.set(text.toLowerCase(), {text, line, rows: 1});
  }
}

const MOST = 50;

/** A column that leaves open who gets mail. */
type OpenColumn = {
  readonly column: number;
  /** What the column is called in a sentence, and in an option. */
  readonly name: string;
  readonly key: string;
  /** The field that it fills, as `--map` takes it; empty if it is skipped. */
  readonly field: string;
  /** Its values that speak against mail, and those that emk does not know. */
  readonly against: readonly ShownValue[];
  readonly unknown: readonly ShownValue[];
};

/** What a file leaves open about who gets mail. */
export type OpenStatus = {
  readonly file: string;
  /** Whether the columns certainly say it, in words that emk does not know; otherwise they may say it. */
  readonly isSure: boolean;
  readonly columns: readonly OpenColumn[];
  /** The other columns that say it, which an answer must name again; undefined if the line names all that say it. */
  readonly beside: readonly string[] | undefined;
};

/** A column with the values that leave it open. */
export const openColumn = (
  headers: readonly string[],
  column: number,
  values: {readonly against?: ShownValues; readonly unknown: ShownValues},
  field = '',
): OpenColumn => ({
  ...{column, field, against: [...(values.against?.values() ?? [])], unknown: [...values.unknown.values()]},
  name: headers[column] || `column ${column + 1}`,
  key: columnKey(headers, column),
});

/** The columns that say who gets no mail, `none`, or those that emk finds; and what their words mean. */
export type StatusChoice = {
  readonly column?: string | readonly string[] | undefined;
  readonly words?: readonly StatusWord[] | undefined;
};

/** One answer of the file's owner: in words, as options, and as what these options set. */
type StatusAnswer = {
  readonly name: string;
  readonly note: string;
  readonly value: {readonly status?: StatusChoice; readonly map?: ReadonlyArray<readonly [string, string]>};
};

/** What the owner of a file can say about all the columns that leave it open, beside what is said already. */
export function statusAnswers({isSure, columns, beside}: OpenStatus, said: StatusChoice = {}): StatusAnswer[] {
  const {column, words = []} = said;
  const unknown = [...new Set(columns.flatMap(each => each.unknown.map(({text}) => text)))];
  const asWords = (choice: string): string[] => unknown.map(text => `--status ${shellWord(`${text}=${choice}`)}`);
  const other = `${andList(columns.map(({name}) => `"${name}"`))} ${plural(columns.length, 'says', 'say')} something else`;
  if (isSure) {
    const means = (name: string, choice: string, status: MailStatus): StatusAnswer => ({
      ...{name, note: asWords(choice).join(' ')},
      value: {status: {column, words: [...words, ...unknown.map(text => [text, status] as const)]}},
    });
    const rest = beside?.length ? beside : 'none';
    return [
      means('They get no mail', 'out', 'out'),
      means('They get mail', 'active', 'in'),
      ...(beside ? [{name: other, note: asColumns(rest), value: {status: {column: rest, words}}}] : []),
    ];
  }
  const keys = columns.map(({key}) => key);
  const map = columns.map(({key, field}) => [key, field] as const);
  return [
    {
      name: 'Skip these people',
      note: [asColumns([...(beside ?? []), ...keys]), ...asWords('out')].join(' '),
      value: {status: {column: [column ?? beside ?? [], keys].flat(2), words}},
    },
    {name: other, note: map.map(pair => `--map ${shellWord(pair.join('='))}`).join(' '), value: {map}},
  ];
}

const asColumns = (keys: string | readonly string[]): string =>
  [keys]
    .flat()
    .map(key => `--status-column ${shellWord(key)}`)
    .join(' ');

/** The error about what only the owner of a file can say. The hint repeats the typed line with each answer. */
export function openStatusError(open: OpenStatus, line: string | undefined): PreflightError {
  const {file, isSure, columns} = open;
  const which = columns.map(
    ({name, against, unknown}) => `“${name}” with ${valuesInWords(isSure ? unknown : against)}`,
  );
  const says = isSure
    ? `says who gets no mail in words that emk does not know: ${andList(which)}.`
    : `may say who gets no mail: ${andList(which)}.`;
  const hints = statusAnswers(open).map(({name, note}) => `${name}: ${line === undefined ? 'add' : line} ${note}`);
  return new PreflightError(`${file} ${says}`, {hint: hints.join('\n')});
}

/** Values with their rows: `“test” (2 rows, first in line 3), “Won” (line 4)`. */
const valuesInWords = (values: readonly ShownValue[]): string =>
  withMore(
    values.map(
      ({text, rows, line}) =>
        `“${text}” (${plural(rows, `line ${line}`, `${number(rows)} rows, first in line ${line}`)})`,
    ),
    values.length,
    10,
  );

/** Reads `test=out`: a word that may contain an equals sign, and one of the choices; `out` as the given status. */
export const statusWords = (texts: readonly string[] = [], out: MailStatus = 'out'): StatusWord[] =>
  texts.map(text => {
    const [, word = '', choice] = /^(.+)=\s*(out|active)\s*$/s.exec(text) ?? [];
    if (choice !== undefined) return [word, choice === 'out' ? out : 'in'] as const;
    throw new UsageError(`--status takes a word, =, and active or out, not "${text}".`, {
      hint: 'For example: --status test=out',
    });
  });

import {PreflightError, UsageError} from '../../core/errors.js';
import {andList, number, plural, withMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {columnKey} from './match-columns.js';
import type {MailStatus, StatusWord} from './wants-mail.js';

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

/** A column that was read, with its values that speak against mail, and those that emk does not know. */
type Watched = {
  readonly column: number;
  readonly against?: ShownValues;
  readonly unknown: ShownValues;
  /** The field that it fills, as `--map` takes it; empty if it is skipped. */
  readonly field?: string;
};

/** What the columns that say who gets no mail leave open, or else those that may say it; undefined if nothing. */
export function whatIsOpen(
  {file, headers, isNamed}: {readonly file: string; readonly headers: readonly string[]; readonly isNamed: boolean},
  sure: readonly Watched[],
  suspects: readonly Watched[] = [],
) {
  const unclear = sure.filter(({unknown}) => unknown.size > 0);
  /** Whether the columns certainly say it, in words that emk does not know; otherwise they may say it. */
  const isSure = unclear.length > 0;
  const columns = (isSure ? unclear : suspects).map(({column, against, unknown, field = ''}) => ({
    ...{field, against: [...(against?.values() ?? [])], unknown: [...unknown.values()]},
    ...{name: headers[column] || `column ${column + 1}`, key: columnKey(headers, column)},
  }));
  const clear = sure.filter(each => !unclear.includes(each)).map(({column}) => columnKey(headers, column));
  // An answer must name the other columns again, unless the line names all that say it.
  const beside = !isNamed || (isSure && sure.length === 1) ? clear : undefined;
  return columns.length === 0 ? undefined : {file, isSure, columns, beside};
}

export type OpenStatus = NonNullable<ReturnType<typeof whatIsOpen>>;

/** The columns that say who gets no mail, `none`, or those that emk finds; and what their words mean. */
export type StatusChoice = {
  readonly column?: string | readonly string[] | undefined;
  readonly words?: readonly StatusWord[] | undefined;
};

/** What the owner of a file can say about all the columns that leave it open, beside what is said already. */
export function statusAnswers({isSure, columns, beside}: OpenStatus, said: StatusChoice = {}) {
  const {column, words = []} = said;
  const unknown = [...new Set(columns.flatMap(each => each.unknown.map(({text}) => text)))];
  const asWords = (choice: string): string[] => unknown.map(text => `--status ${shellWord(`${text}=${choice}`)}`);
  const asColumns = (keys: readonly string[]): string[] => keys.map(key => `--status-column ${shellWord(key)}`);
  const other = `${andList(columns.map(({name}) => `"${name}"`))} ${plural(columns.length, 'says', 'say')} something else`;
  if (isSure) {
    const means = (name: string, choice: string, status: MailStatus) => ({
      ...{name, note: asWords(choice).join(' ')},
      value: {status: {column, words: [...words, ...unknown.map(text => [text, status] as const)]}},
    });
    const rest = beside?.length ? beside : ['none'];
    const isOther = {name: other, note: asColumns(rest).join(' '), value: {status: {column: rest, words}}};
    return [
      means('They get no mail', 'out', 'out'),
      means('They get mail', 'active', 'in'),
      ...(beside ? [isOther] : []),
    ];
  }
  const keys = columns.map(({key}) => key);
  const map = columns.map(({key, field}) => [key, field] as const);
  return [
    {
      name: 'Skip these people',
      note: [...asColumns([...(beside ?? []), ...keys]), ...asWords('out')].join(' '),
      value: {status: {column: [column ?? beside ?? [], keys].flat(2), words}},
    },
    {name: other, note: map.map(pair => `--map ${shellWord(pair.join('='))}`).join(' '), value: {map}},
  ];
}

/** The error about what only the owner of a file can say. The hint repeats the typed line with each answer. */
export function openStatusError(open: OpenStatus, line = 'add'): PreflightError {
  const {file, isSure, columns} = open;
  const which = columns.map(({name, against, unknown}) => {
    const values = (isSure ? unknown : against).map(
      ({text, rows, line: first}) =>
        `“${text}” (${plural(rows, `line ${first}`, `${number(rows)} rows, first in line ${first}`)})`,
    );
    return `“${name}” with ${withMore(values, values.length, 10)}`;
  });
  const says = isSure ? 'says who gets no mail in words that emk does not know' : 'may say who gets no mail';
  const hints = statusAnswers(open).map(({name, note}) => `${name}: ${line} ${note}`);
  return new PreflightError(`${file} ${says}: ${andList(which)}.`, {hint: hints.join('\n')});
}

/** Reads `test=out`: a word that may contain an equals sign, and one of the choices; `out` as the given status. */
export const statusWords = (texts: readonly string[] = [], out: MailStatus = 'out'): StatusWord[] =>
  texts.map(text => {
    const [, word = '', choice] = /^(.+)=\s*(out|active)\s*$/s.exec(text) ?? [];
    if (choice !== undefined) return [word, choice === 'out' ? out : 'in'] as const;
    throw new UsageError(`--status takes a word, =, and active or out, not "${text}".`, {
      hint: 'For example: --status test=out',
    });
  });

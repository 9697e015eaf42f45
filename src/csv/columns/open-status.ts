import {PreflightError, UsageError} from '../../core/errors.js';
import {andList, number, orList, plural, withMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {columnKey} from './match-columns.js';
import type {MailStatus, StatusWord} from './wants-mail.js';

/** A value of a column, its first line, and how many rows have it. */
export type ShownValue = {readonly text: string; readonly line: number; readonly rows: number};

/** A column that leaves open who gets mail. */
export type OpenColumn = {
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
  /** The rows that these columns speak against, of those that would be sent. */
  readonly rows: number;
};

/** A column with the values that leave it open. */
export const openColumn = (
  headers: readonly string[],
  column: number,
  {field = '', against = [], unknown = []}: Partial<Pick<OpenColumn, 'field' | 'against' | 'unknown'>>,
): OpenColumn => ({
  ...{column, field, against, unknown},
  name: headers[column] || `column ${column + 1}`,
  key: columnKey(headers, column),
});

/** The error about what only the owner of a file can say. The hint repeats the typed line with each answer. */
export function openStatusError(found: OpenStatus, line: string | undefined, choices = importChoices): PreflightError {
  const ready = (options: string): string => (line === undefined ? `add ${options}` : `${line} ${options}`);
  const hints = (found.isSure ? hintForWords : hintForColumns)(found, ready, choices);
  return new PreflightError(says(found), {hint: hints.join('\n')});
}

function says({file, isSure, columns}: OpenStatus): string {
  const names = andList(columns.map(({name}) => `“${name}”`));
  const one = columns.length === 1;
  if (isSure) {
    const unknown = valuesInWords(columns.flatMap(each => each.unknown));
    return `${names} of ${file} ${one ? 'says' : 'say'} who gets no mail, but emk does not know these values: ${unknown}.`;
  }
  return one
    ? `${names} of ${file} may say who gets no mail: ${valuesInWords(columns[0]?.against ?? [])}.`
    : `Columns of ${file} may say who gets no mail: ${andList(columns.map(({name, against}) => `“${name}” with ${valuesInWords(against)}`))}.`;
}

type Hint = (found: OpenStatus, ready: (options: string) => string, choices: Choices) => readonly string[];

const hintForWords: Hint = ({columns, beside}, ready, choices) => {
  const [safest = 'out'] = Object.keys(choices);
  const unknown = columns.flatMap(each => each.unknown);
  const names = andList(columns.map(({name}) => `“${name}”`));
  return [
    `Say what each one means: ${orList(Object.entries(choices).map(([choice, means]) => `${choice} (${means})`))}.`,
    `For example: ${ready(asWords(unknown, safest))}`,
    ...(beside === undefined
      ? []
      : [`If ${names} ${plural(columns.length, 'says', 'say')} something else: ${ready(asColumns(beside))}`]),
  ];
};

const hintForColumns: Hint = ({columns, beside = [], rows}, ready) => {
  const unknown = columns.flatMap(each => each.unknown);
  const asStatus = [asColumns([...beside, ...columns.map(({key}) => key)]), asWords(unknown, 'out')];
  const asMap = columns.map(({key, field}) => `--map ${shellWord(`${key}=${field}`)}`).join(' ');
  return [
    `To skip ${plural(rows, 'this person', `these ${number(rows)} people`)}: ${ready(asStatus.filter(Boolean).join(' '))}`,
    `If ${plural(columns.length, 'it says', 'they say')} something else: ${ready(asMap)}`,
    ...(columns.length > 1 ? ['Each column can have its own answer.'] : []),
  ];
};

/** The options that leave only these columns to say who gets no mail. */
export const asColumns = (keys: readonly string[]): string =>
  (keys.length === 0 ? ['none'] : keys).map(key => `--status-column ${shellWord(key)}`).join(' ');

/** The options that give all these values one meaning. */
const asWords = (values: readonly ShownValue[], meaning: string): string =>
  [...new Set(values.map(({text}) => `--status ${shellWord(`${text}=${meaning}`)}`))].join(' ');

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

/** The words for what a status can mean, each explained; the one that mails nobody by mistake comes first. */
export type Choices = {readonly [choice in 'out' | 'left' | 'active']?: string};

const importChoices: Choices = {out: 'gets no mail', active: 'gets mail'};

const meanings = {active: 'in', out: 'out', left: 'left'} as const satisfies Record<keyof Choices, MailStatus>;

/** Reads `test=out`: a word, and one of the choices. The word may contain an equals sign, a choice does not. */
export const statusWords = (texts: readonly string[] = [], choices: Choices = importChoices): StatusWord[] =>
  texts.map(text => {
    const cut = text.lastIndexOf('=');
    const known = (Object.keys(choices) as (keyof Choices)[]).reverse();
    const choice = known.find(each => each === text.slice(cut + 1).trim());
    if (cut > 0 && choice !== undefined) return [text.slice(0, cut), meanings[choice]] as const;
    throw new UsageError(`--status takes a word, =, and ${orList(known)}, not "${text}".`, {
      hint: `For example: --status test=${known.at(-1)}`,
    });
  });

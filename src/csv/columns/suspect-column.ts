import {PreflightError} from '../../errors.js';
import {andList, number, plural} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {asOptions, type UnknownStatus, valuesInWords} from './unknown-status.js';

/** A column that may say who gets no mail, and its values that speak against mail. */
export type SuspectColumn = {
  /** What the column is called in a sentence, and in an option. */
  readonly name: string;
  readonly key: string;
  /** The field that it fills, as `--map` takes it; empty if it is skipped. */
  readonly field: string;
  readonly values: readonly UnknownStatus[];
  /** Its values that emk does not know. */
  readonly unknown: readonly UnknownStatus[];
};

/** What a file leaves open: the columns that may say who gets no mail, beside those that do. */
type Found = {
  readonly file: string;
  readonly suspects: readonly SuspectColumn[];
  /** The columns that the same answer must name again. */
  readonly status: readonly string[];
  /** The rows that these columns speak against, of those that would be sent. */
  readonly against: number;
  readonly rows: number;
};

/** Columns that nobody uses seem to say who gets no mail: only the owner of the file knows what they mean. */
export class SuspectColumnError extends PreflightError {
  readonly found: Found;

  /** `line` is the typed line: the hint repeats it with each answer. */
  constructor(found: Found, line?: string) {
    const {file, suspects, against, rows} = found;
    const [only] = suspects;
    const each = suspects.map(({name, values}) => `“${name}” with ${valuesInWords(values)}`);
    const ready = (options: string): string => (line === undefined ? `add ${options}` : `${line} ${options}`);
    super(
      suspects.length === 1
        ? `“${only?.name}” of ${file} may say who gets no mail: ${valuesInWords(only?.values ?? [])}.`
        : `Columns of ${file} may say who gets no mail: ${andList(each)}.`,
      {
        hint: [
          against < rows
            ? `To skip ${plural(against, 'this person', `these ${number(against)} people`)}: ${ready(asStatus(found))}`
            : 'That is everyone in the file.',
          `If ${plural(suspects.length, 'it says', 'they say')} something else: ${ready(asMap(suspects))}`,
          ...(suspects.length > 1 ? ['Each column can have its own answer.'] : []),
        ].join('\n'),
      },
    );
    this.found = found;
  }
}

/** The options that take these columns as columns of statuses: what speaks against mail stays so, and nobody is lost. */
function asStatus({suspects, status, against, rows}: Found): string {
  const unclear = suspects.flatMap(({unknown, values}) => unknown.filter(value => !values.includes(value)));
  const others = unclear.reduce((sum, value) => sum + value.rows, 0);
  return [
    ...[...status, ...suspects.map(({key}) => key)].map(key => `--status-column ${shellWord(key)}`),
    asOptions(
      suspects.flatMap(({unknown, values}) => unknown.filter(value => values.includes(value))),
      'out',
    ),
    asOptions(unclear, against + others < rows ? 'out' : 'active'),
  ]
    .filter(part => part !== '')
    .join(' ');
}

const asMap = (suspects: readonly SuspectColumn[]): string =>
  suspects.map(({key, field}) => `--map ${shellWord(`${key}=${field}`)}`).join(' ');

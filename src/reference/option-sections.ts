import type {Does} from '../api/describe/does.js';
import type {Decides, Operation, Param} from '../api/describe/schema.js';
import type {Command} from '../commands/command.js';
import {isOptionOf, optionName, optionTerm, placeholder} from '../commands/parameter-name.js';
import {lowerFirst} from '../words/sentence.js';
import type {Row} from './layout.js';

/** A parameter of a command in its help. */
export type OptionRow = {
  /** `<file>` or `--list <type>`. */
  readonly term: string;
  readonly help: string;
  /** What may be known besides: the choices, or that it can be repeated. */
  readonly notes: readonly string[];
  readonly required: boolean;
  /** Whether an example shows it, which makes it a common one. */
  readonly isShown: boolean;
};

export type OptionSection = {readonly title: string; readonly rows: readonly OptionRow[]};

/**
 * The parameters of a command in three sections: what it works with, when it refuses, and what it prints. Required ones
 * come first. `calls` are the operations of the command, which say what it does with the first.
 */
export function optionSections(command: Command, calls: readonly Operation[]): readonly OptionSection[] {
  const {takes, args, examples} = command;
  const inExamples = (name: string): boolean =>
    examples.some(example => new RegExp(`\\s--${name}(?![\\w-])`).test(example));
  const given = args.flatMap(key => {
    const param = takes[key];
    if (!param) return [];
    const row = rowOf(placeholder(key, command), param);
    return [{...row, notes: row.notes.filter(note => note !== REPEATED), isShown: true}];
  });
  const options = (decides: Decides | undefined): OptionRow[] =>
    Object.entries(takes)
      .filter(isOptionOf({args}))
      .filter(([, param]) => param.decides === decides)
      .flatMap(([key, param]) => rowsOf(optionName(key, param), param))
      .map(([name, row]) => ({...row, isShown: inExamples(name)}))
      .sort((one, other) => Number(other.required) - Number(one.required));
  const saidBy = new Map<string, string>();
  const sayingOnce = (row: OptionRow): OptionRow => {
    const [option = ''] = row.term.split(' ');
    const notes = row.notes.map(note => {
      const first = saidBy.get(note) ?? option;
      saidBy.set(note, first);
      return first !== option && note.length > LONG_NOTE ? `as for ${first}` : note;
    });
    return {...row, notes};
  };
  return [
    {title: titleOf(command, calls), rows: [...given, ...options(undefined)].map(sayingOnce)},
    {title: 'What to check', rows: options('checks')},
    {title: 'What to print', rows: options('output')},
  ].filter(({rows}) => rows.length > 0);
}

/** Longer notes, such as the same choices for two options, are said once. */
const LONG_NOTE = 40;

/** A row as a line of two columns. A short one ends after the first clause. */
export function toRow({term, help, notes, required}: OptionRow, isShort = false): Row {
  const [, text = help, standard] = /^([^;]*) \((default: [^()]*)\)$/.exec(help) ?? [];
  const known = [required && term.startsWith('-') && 'required', ...notes, standard].filter(Boolean);
  const all = isShort ? known.filter(note => note !== REPEATED) : known;
  const about = isShort ? (text.split('; ')[0] ?? text) : text;
  return [term, all.length > 0 ? `${about} (${all.join('; ')})` : about];
}

const REPEATED = 'repeatable';

/** An option, or two for a switch that can also be turned off. */
const rowsOf = (name: string, param: Param): Array<readonly [name: string, row: Omit<OptionRow, 'isShown'>]> => [
  [name, rowOf(optionTerm(name, param), param, param.byPosition && `also without --${name}`)],
  ...(param.negatable
    ? [[`no-${name}`, rowOf(`--no-${name}`, {type: 'flag', help: `Don't ${lowerFirst(param.help)}`})] as const]
    : []),
];

function rowOf(
  term: string,
  {help, choices = [], many, blank, required}: Param,
  shorter?: string | false,
): Omit<OptionRow, 'isShown'> {
  const words = help
    .split('; ', 1)
    .join()
    .split(/[^\w-]+/);
  const isSaid = choices.length < 2 || choices.every(choice => words.includes(choice));
  const few = !isSaid && choices.length <= MOST_CHOICES && choices.map(asWord).join(', ');
  const notes = [few, many && !help.includes('repeat') && REPEATED, blank === 'empties' && "'' empties it", shorter];
  return {term, help, notes: notes.filter(note => typeof note === 'string'), required: required === true};
}

/** A choice that is only a sign is quoted: a list of bare commas and bars is hard to read. */
const asWord = (choice: string): string => (/^[\w-]+$/.test(choice) ? choice : `"${choice}"`);

/** Longer lists of choices would flood the help; Tab offers them, and so does the error for a wrong word. */
const MOST_CHOICES = 20;

/** The title of what a command works with, by its strongest effect on the account. A login only reads there. */
function titleOf({gives}: Pick<Command, 'gives'>, calls: readonly Operation[]): string {
  const effects = new Set<Does>(calls.map(({effect}) => effect));
  if (effects.has('sends') || effects.has('creates') || effects.has('updates')) return 'What to send';
  if (effects.has('deletes')) return 'What to delete';
  if (effects.has('acts')) return 'What to change';
  return effects.size === 0 || gives === 'done' ? 'What to do' : 'What to read';
}

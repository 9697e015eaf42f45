import {commandNamed} from '../commands/aliases.js';
import {UsageError} from '../errors.js';
import {closest} from '../words/closest.js';
import {andList} from '../words/list.js';
import {shellWord} from '../words/shell-word.js';
import {unknownOption} from './group-help.js';
import {placeSynonyms, verbSynonyms} from './synonyms.js';

/**
 * The error about a word that is not a command, with the command that was most likely meant. After a misspelled option,
 * the word is probably its value.
 */
export function noSuchCommand({path, before, word, next, names}: Unknown): UsageError {
  const option = unknownOption(path, before);
  if (option) return option;
  const line = ['emk', ...path].join(' ');
  const typed = word.toLowerCase();
  const error = (hint: string) => new UsageError(`"${line}" has no command "${word}".`, {hint});
  const elsewhere =
    saidOtherwise.get([...path, typed].join(' ')) ??
    madeElsewhere.get([...path, verbOf(typed, verbs) ?? typed].join(' '));
  const record = next === undefined || next.startsWith('-') ? 'NAME' : shellWord(next);
  if (elsewhere !== undefined) return error(elsewhere.replaceAll('NAME', () => record));
  const places = path.length === 0 ? placeSynonyms : new Map<string, string>();
  const suggested = commandNamed(typed, names) ?? places.get(typed) ?? verbOf(typed, names);
  if (suggested !== undefined) return error(`Did you mean "${line} ${suggested}"?`);
  const verb = path.length === 0 ? verbOf(typed, verbs) : undefined;
  if (verb !== undefined) return error(`Name the kind of record first, as in: emk contacts ${verb}`);
  const near = closest(typed, [...names, ...places.keys()]);
  if (near !== undefined) return error(`Did you mean "${line} ${places.get(near) ?? near}"?`);
  return error(
    path.length === 0 ? 'Commands: emk --help. Topics: emk help topics.' : `Its commands are ${andList(names)}.`,
  );
}

/** A word, the names that it could have been, the path to them and the options before it. */
export type Unknown = {
  readonly path: readonly string[];
  readonly before: readonly string[];
  readonly word: string;
  /** The word after it, perhaps the name of a record. */
  readonly next: string | undefined;
  readonly names: readonly string[];
};

const verbs = ['list', 'show', 'create', 'update', 'delete'];

/** The verb that a word means, by itself or in other tools. */
const verbOf = (word: string, among: readonly string[]): string | undefined =>
  commandNamed(word, among) ?? verbSynonyms.get(word)?.find(name => among.includes(name));

const SEND =
  'To send a mailing now: emk single-sends create --now. To send one again: emk single-sends copy NAME --at "+7 days"';
const SCHEDULE =
  'To plan a mailing: emk single-sends create --at "friday 9am". To move one: emk single-sends reschedule NAME --at "friday 9am"';
const CANCEL = 'To stop a scheduled mailing, and keep a copy to send later: emk single-sends cancel NAME';
const PAUSE =
  'Only an automation can be paused: emk automations pause NAME. To stop a scheduled mailing: emk single-sends ' +
  'cancel NAME';

/** The words of other tools for actions on a mailing, and emk's commands for them. */
const saidOtherwise: ReadonlyMap<string, string> = new Map([
  ...[
    ['send', SEND],
    ['schedule', SCHEDULE],
    ['plan', SCHEDULE],
    ['unschedule', CANCEL],
    ['pause', PAUSE],
  ].flatMap(
    ([word = '', hint = '']): Array<[string, string]> => [
      [word, hint],
      [`single-sends ${word}`, hint],
    ],
  ),
  ['cancel', CANCEL],
  ['single-sends stop', CANCEL],
  ['single-sends postpone', SCHEDULE],
  ['reschedule', SCHEDULE],
]);

/** Verbs that the service has no operation for, so emk cannot have a command for them. */
const madeElsewhere: ReadonlyMap<string, string> = new Map([
  ['segments create', 'You can create segments only in the service. emk lists, fills and deletes them.'],
  ['segments update', 'You can change segments only in the service. emk lists, fills and deletes them.'],
  [
    'templates create',
    'You can design templates only in the service. To mail your own HTML: emk single-sends create --html @FILE',
  ],
  ['templates delete', 'You can design and delete templates only in the service.'],
]);

import {commandNamed} from '../commands/aliases.js';
import {isLetterFile} from '../commands/letter-file.js';
import {asPeopleSay, type TypedPlace, topWords} from '../commands/tree-words.js';
import {type Correction, UsageError} from '../errors.js';
import {commandMeant, verbSynonyms, wordsForCommands} from '../reference/other-words.js';
import {topicMeant} from '../reference/topics.js';
import {closest} from '../words/closest.js';
import {andList} from '../words/sentence.js';
import {shellWord} from '../words/shell-word.js';
import {unknownOption} from './group-help.js';
import {tree} from './tree.js';

/**
 * The error about a word that is not a command, with the command that was most likely meant. After a misspelled option,
 * the word is probably its value.
 */
export function noSuchCommand(unknown: Unknown): UsageError {
  const {path, typedPath, before, last, word, next, names} = unknown;
  const option = unknownOption(typedPath, before);
  if (option) return option;
  const line = ['emk', ...typedPath].join(' ');
  const typed = word.toLowerCase();
  const error = (hint: string, correction?: Correction) =>
    new UsageError(`"${line}" has no command "${word}".`, {hint, correction});
  const didYouMean = (place: string) =>
    error(
      `Did you mean "${line} ${place}"?`,
      // "list" in place of "lists" would be said twice.
      last === place ? {typed: [last, word], by: [...typedPath, place]} : {typed: [word], by: place.split(' ')},
    );
  const isNamed = next !== undefined && !next.startsWith('-');
  // A list takes no name: who names a record wants that one.
  const verbIn = (all: readonly string[]) => verbOf(typed, isNamed ? all.filter(name => name !== 'list') : all);
  const elsewhere =
    saidOtherwise.get([...path, typed].join(' ')) ?? madeElsewhere.get([...path, verbIn(verbs) ?? typed].join(' '));
  const record = isNamed ? shellWord(next) : 'NAME';
  if (elsewhere !== undefined) return error(elsewhere.replaceAll('NAME', () => record));
  const known = path.length === 0 ? asPeopleMean(typed, next) : undefined;
  const suggested = commandNamed(typed, names) ?? known ?? verbIn(names);
  if (suggested !== undefined) return didYouMean(suggested);
  const turned = turnedRound(unknown);
  if (turned) return error(`Did you mean "emk ${turned.by.join(' ')}"?`, turned);
  if (path.length === 0) return noSuchFirst(typed, names, error, didYouMean);
  const near = closest(typed, names);
  return near === undefined ? error(`Its commands are ${andList(names)}.`) : didYouMean(near);
}

/** The error about a first word that is no command and means none in other tools. */
function noSuchFirst(
  typed: string,
  names: readonly string[],
  error: (hint: string) => UsageError,
  didYouMean: (place: string) => UsageError,
): UsageError {
  const verb = verbOf(typed, verbs);
  if (verb !== undefined) return error(`Name the kind of record first, as in: emk contacts ${verb}`);
  const topic = topicMeant(typed)?.name;
  if (topic !== undefined) return didYouMean(`help ${topic}`);
  const near = closest(typed, [...names, ...wordsForCommands]);
  if (near === undefined) return error('Commands: emk --help. Topics: emk help topics.');
  return didYouMean((names.includes(near) ? undefined : asPeopleMean(near)) ?? near);
}

/** The command that a word of other tools means, as people say it. An email in a file is checked by itself. */
function asPeopleMean(word: string, next = ''): string | undefined {
  const place = commandMeant(word);
  const words = (place === 'single-sends check' && isLetterFile(next) ? 'templates lint' : place)?.split(' ');
  return words && asPeopleSay(tree, words).filter(Boolean).join(' ');
}

/** What somebody means who names the verb before the kind of record: "show contact", "list mailings". */
function turnedRound({path, typedPath, word, next = ''}: Unknown): Correction | undefined {
  const [verb = '', noun = ''] =
    path.length === 0 ? [word, next] : typedPath.join(' ') === 'lists' ? ['list', word] : [];
  const place = topWords(tree).get(commandNamed(noun.toLowerCase(), [...topWords(tree).keys()]) ?? '');
  const command = verbOf(verb.toLowerCase(), verbs);
  if (command === undefined) return undefined;
  if (noun.includes('@')) return {typed: [verb], by: ['people', command]};
  return place && {typed: [verb, noun], by: asPeopleSay(tree, [...place, command])};
}

/** A word, the names that it could have been, the place that has them and the options before it. */
export type Unknown = TypedPlace & {
  readonly before: readonly string[];
  /** The word before it, as it was typed. */
  readonly last: string | undefined;
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
  'To send a new mailing now: emk single-sends create --now. To send one again: emk single-sends copy NAME --at "tomorrow 9am"';
const SCHEDULE =
  'To plan a mailing: emk single-sends create --at "tomorrow 9am". To move one: emk single-sends reschedule NAME --at "tomorrow 9am"';
const CANCEL = 'To stop a scheduled mailing, and keep a copy to send later: emk single-sends cancel NAME';
const PAUSE =
  'Only an automation can be paused: emk automations pause NAME. To stop a scheduled mailing: emk single-sends cancel NAME';

const LEAVE = 'There is nothing to leave: each line of emk ends by itself.';

/** The words of other tools for actions on a mailing, and emk's commands for them. */
const saidOtherwise: ReadonlyMap<string, string> = new Map([
  ...[
    ['schedule', SCHEDULE],
    ['plan', SCHEDULE],
    ['unschedule', CANCEL],
    ['stop', CANCEL],
    ['pause', PAUSE],
  ].flatMap(
    ([word = '', hint = '']): Array<[string, string]> => [
      [word, hint],
      [`single-sends ${word}`, hint],
    ],
  ),
  ['single-sends send', SEND],
  ['single-sends postpone', SCHEDULE],
  ['quit', LEAVE],
  ['exit', LEAVE],
]);

/** Verbs that the service has no operation for, so emk cannot have a command for them. */
const madeElsewhere: ReadonlyMap<string, string> = new Map([
  ['segments show', 'To see who is in a segment: emk segments recipients list NAME'],
  ['segments create', 'You can create segments only in the service. emk lists, fills and deletes them.'],
  ['segments update', 'You can change segments only in the service. emk lists, fills and deletes them.'],
  [
    'templates create',
    'You can design templates only in the service. To mail your own HTML: emk single-sends create --html @FILE',
  ],
  ['templates delete', 'You can design and delete templates only in the service.'],
]);

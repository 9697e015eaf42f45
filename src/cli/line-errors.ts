import {isLetterFile} from '../commands/letter-file.js';
import {UsageError} from '../errors.js';
import {formats} from '../output/results/format.js';
import {isAddress} from '../records/fields/email-address.js';
import {optionSynonyms} from '../reference/other-words.js';
import {closest} from '../words/closest.js';
import {shellWord} from '../words/shell-word.js';

/** A line that the parser refused, and what the parser knew about the command. */
type Refused = {
  /** The command as typed, `emk contacts list`. */
  readonly name: string;
  /** The parser's name for the mistake, and its message. */
  readonly code: string;
  readonly message: string;
  /** The command's own options and the global ones, such as `--type` and `-o`. */
  readonly options: readonly string[];
  /** The names of arguments in the help, such as `<contact>`. */
  readonly places: readonly string[];
  readonly given: readonly string[];
};

/** The error for a line that the parser refused, with the most likely correction. */
export function toUsageError(refused: Refused): UsageError {
  const {code, message, name} = refused;
  const option = /'(-[^'\s]*)/.exec(message)?.[1] ?? '';
  if (code === 'commander.excessArguments') return tooMany(refused);
  if (code === 'commander.unknownOption') return unknownOption(option.replace(/=.*$/s, ''), refused);
  if (code === 'commander.optionMissingArgument') {
    const form = /'([^']*)'/.exec(message)?.[1] ?? option;
    const long = form.replace(/^-\w, /, '');
    return new UsageError(`${long.split(' ')[0]} needs a value.`, {hint: `Write it as ${long}.`});
  }
  return new UsageError(`${message.replace(/^error: /, '').replace(/\.$/, '')}.`, {hint: seeHelp(name)});
}

const seeHelp = (name: string): string => `To see its options: ${name} --help`;

function unknownOption(typed: string, {name, options, places}: Refused): UsageError {
  if (options.includes(typed))
    return new UsageError(`${typed} takes no value.`, {hint: `Write ${typed} alone, or remove it.`});
  const hint = (text: string, by: readonly string[] = []) =>
    new UsageError(`"${name}" has no option ${typed}.`, {
      hint: text,
      correction: by.length === 0 ? undefined : {typed: [typed], by},
    });
  const word = typed.replace(/^-+/, '').toLowerCase();
  const isPlace = ['id', 'utr', 'name'].includes(word) || places.some(place => place.replace(/[^a-z-]/g, '') === word);
  if (isPlace && word.length > 1 && places.length > 0) return hint(`Write: ${name} ${places.join(' ')}`);
  if (word === 'id' && name.endsWith(' list')) return hint(`To see one record: ${name.replace(/list$/, 'show')} <id>`);
  const near = optionLike(word, options);
  if (near === undefined) {
    const asName =
      /^-[^-]./.test(typed) && places.length > 0
        ? `\nIf it is a name, write it last: ${name} -- ${shellWord(typed)}`
        : '';
    return hint(`${seeHelp(name)}${asName}`);
  }
  const by = near === '--output' && formats.some(format => format === word) ? [near, word] : [near];
  return hint(`Did you mean ${by.join(' ')}?`, by);
}

/** The option that a word means in other tools, abbreviates, or is spelled nearly like. */
function optionLike(word: string, options: readonly string[]): string | undefined {
  const synonyms = optionSynonyms.get(word)?.map(each => `--${each}`);
  const known = synonyms?.find(each => options.includes(each));
  if (known !== undefined || word.length < 2) return known;
  const names = options.filter(option => option.startsWith('--')).map(option => option.slice(2));
  const longer = names.filter(name => name.startsWith(word));
  const near = longer.length === 1 ? longer[0] : closest(word, names);
  return near && `--${near}`;
}

/** The error for the file of an email in place of a name, with the option that takes it. */
export function letterInPlace(name: string, file: string): UsageError {
  const by = ['--html', `@${file}`];
  return new UsageError(`"${name}" takes an email with --html.`, {
    hint: `Did you mean ${by.map(shellWord).join(' ')}?`,
    correction: {typed: [file], by},
  });
}

function tooMany({name, places, given, options}: Refused): UsageError {
  const [first = ''] = given.slice(places.length);
  if (options.includes('--html') && isLetterFile(first)) return letterInPlace(name, first);
  if (places.length === 0) {
    const option = /^[\w.]+(=|!=|~|<|>)/.test(first) ? '--where' : isAddress(first) ? '--email' : '';
    const by = [option, first];
    return new UsageError(
      `"${name}" takes only options, and "${first}" is not one.`,
      options.includes(option)
        ? {hint: `Did you mean ${by.map(shellWord).join(' ')}?`, correction: {typed: [first], by}}
        : {hint: seeHelp(name)},
    );
  }
  const placeholders = places.map(place => `<${place.replace(/[[\]<>]/g, '')}>`).join(' ');
  const words = given.slice(places.length - 1);
  return new UsageError(`"${name}" takes only ${placeholders}, so "${first}" is one too many.`, {
    hint:
      options.includes('--field') && first.includes('=')
        ? `Did you mean -f ${shellWord(first)}?`
        : words.every(word => /^[\d/-]/.test(word))
          ? seeHelp(name)
          : `Put a name of several words in quotation marks: "${words.join(' ')}"`,
  });
}

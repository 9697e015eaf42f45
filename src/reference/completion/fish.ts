import {numberedSwitches, otherNames, positions, stepsFrom, valueAndNames} from './look-up.js';
import {everywhere, type Stop, type Word} from './stops.js';

/** The completion script for fish. It contains all words, so that completing starts no process. */
export const toFish = (stops: readonly Stop[]): string => [heading, tables(stops).join('\n'), ...program].join('\n\n');

const heading = '# fish completion for emk: generated, change the commands instead.';

/** The script's tables: a function for each question, with a case for each place. */
function tables(stops: readonly Stop[]): readonly string[] {
  const places = (linesOf: (stop: Stop) => readonly string[]): readonly string[] =>
    stops.flatMap(stop => (linesOf(stop).length === 0 ? [] : when([stop.path], linesOf(stop))));
  const steps = stops.flatMap(stepsFrom).flatMap(({from, to}) => when(from, [`echo ${quoted(to)}`]));
  const {known, numbersAt} = numberedSwitches(stops);
  const everywhereNumbers = numbersAt(everywhere).join(' ');
  return [
    '# Every option, and the value and the names of those that take one.',
    `set -g __emk_abouts ${known.map(({long, about}) => explained(long, about)).join(continued)}`,
    `set -g __emk_values ${known.map(each => quoted(valueAndNames(each))).join(continued)}`,
    '',
    '# The place that a word leads to from another.',
    ...lookUp('step', 'at word', [...steps, "        case '*'", '            return 1']),
    '',
    '# The words that lead on from a place, or their other names.',
    ...lookUp(
      'words',
      'at',
      places(({words}) => printed(words.map(explainedWord))),
    ),
    '',
    ...lookUp(
      'others',
      'at',
      places(({words}) => printed(otherNames(words).map(explainedWord))),
    ),
    '',
    '# The numbers of the options at a place.',
    ...lookUp(
      'uses',
      'at',
      places(({switches}) => (switches.length === 0 ? [] : [`printf '%s\\n' ${numbersAt(switches).join(' ')}`])),
      [`    printf '%s\\n' ${everywhereNumbers}`],
    ),
    '',
    '# What stands by position, "..." when the last may be repeated.',
    ...lookUp(
      'args',
      'at',
      places(stop => printed(positions(stop).map(quoted))),
    ),
  ];
}

/** A function that looks up its arguments in cases; the lines `after` them apply everywhere. */
const lookUp = (name: string, asked: string, cases: readonly string[], after: readonly string[] = []): string[] => [
  `function __emk_${name} --argument-names ${asked}`,
  `    switch "${asked.replace(/\w+/g, '$$$&')}"`,
  ...cases,
  '    end',
  ...after,
  'end',
];

const printed = (values: readonly string[]): readonly string[] =>
  values.length === 0 ? [] : [`printf '%s\\n' ${values.join(continued)}`];

const continued = ' \\\n';

const when = (texts: readonly string[], lines: readonly string[]): readonly string[] => [
  `        case ${texts.map(quoted).join(' ')}`,
  ...lines.map(line => `            ${line}`),
];

const explainedWord = ({word, about}: Pick<Word, 'word' | 'about'>): string => explained(word, about);

function explained(name: string, about: string): string {
  return `${quoted(name)}\\t${quoted(about)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

const options = `\
function __emk_options --argument-names at
    printf '%s\\n' $__emk_abouts[(__emk_uses "$at")]
end

# What an option takes, when it takes a value.
function __emk_takes --argument-names at option
    for number in (__emk_uses "$at")
        set -l words (string split ' ' -- $__emk_values[$number])
        if contains -- "$option" $words[2..]
            echo $words[1]
            return
        end
    end
    return 1
end`;

const argument = `\
# The argument at a position.
function __emk_arg --argument-names at count
    set -l args (__emk_args "$at")
    if test "$args[-1]" = ...
        set -e args[-1]
        test $count -ge (count $args); and set count (math (count $args) - 1)
    end
    set -l index (math $count + 1)
    set -q args[$index]; and echo "$args[$index]"
end`;

const values = `\
# Values of a kind, each behind what stands before it in the same word. The place and the words before it are for emk.
# Unlike __fish_complete_path, this knows ~, quotes and backslashes.
function __emk_paths --argument-names typed
    complete -C"'' $typed"
end

function __emk_values --argument-names kind before typed at
    switch "$kind"
        case '' -
        case '%*' '+*'
            for value in (command emk completion values fish "$kind" "$at" "$typed" $argv[5..] 2>/dev/null)
                printf '%s\\n' "$before$value"
            end
        case /
            printf "$before%s\\n" (__emk_paths "$typed")
        case @
            string match -q '@*' -- "$typed"; and printf "$before@%s\\n" (__emk_paths (string sub -s 2 -- "$typed"))
        case '=@'
            set -l parts (string split -m 1 '=@' -- "$typed")
            set -q parts[2]; and printf "$before$parts[1]=@%s\\n" (__emk_paths "$parts[2]")
        case '*'
            printf "$before%s\\n" (string split , -- "$kind")
    end
end`;

const completion = `\
function __emk_complete
    set -l line (commandline -opc)
    set -l typed (commandline -ct)
    set -l at ''
    set -l awaits ''
    set -l bare ''
    set -l count 0
    for word in $line[2..]
        if test -n "$awaits"
            set awaits ''
        else if test -n "$bare"
            set count (math $count + 1)
        else if test "$word" = --
            set bare 1
        else if string match -q -- '-*' "$word"
            set awaits (__emk_takes "$at" "$word"; or echo '')
        else if set -l next (__emk_step "$at" "$word")
            set at $next
        else
            set count (math $count + 1)
        end
    end

    if test -n "$awaits"
        __emk_values "$awaits" '' "$typed" "$at" $line[2..]
    else if test -n "$bare"
        set -l arg (__emk_arg "$at" $count)
        if string match -q -- '+*' "$arg"
            __emk_values (string replace -r '^\\+' % -- "$arg") '' "$typed" "$at" $line[2..]
        else
            __emk_paths "$typed"
        end
    else if string match -q -- '--*=*' "$typed"
        set -l parts (string split -m 1 = -- "$typed")
        set -l kind (__emk_takes "$at" $parts[1]); and __emk_values "$kind" "$parts[1]=" "$parts[2]" "$at" $line[2..]
    else if string match -q -- '-*' "$typed"
        __emk_options "$at"
    else
        if test $count -eq 0
            set -l words (__emk_words "$at")
            string match -q -- "$typed*" $words; and printf '%s\\n' $words; or test -z "$typed"; or __emk_others "$at"
        end
        __emk_values (__emk_arg "$at" $count; or echo '') '' "$typed" "$at" $line[2..]
    end
end

complete -c emk -f -a '(__emk_complete)'
`;

const program = [options, argument, values, completion];

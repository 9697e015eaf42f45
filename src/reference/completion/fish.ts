import {everywhere, type Stop, type Switch} from './stops.js';

/** The completion script for fish. It contains all words, so that completing starts no process. */
export const toFish = (
  stops: readonly Stop[],
): string => `# fish completion for emk: generated, change the commands instead.

# The place that a word leads to from another.
function __emk_step --argument-names at word
    switch "$at $word"
${stops.flatMap(steps).join('\n')}
        case '*'
            return 1
    end
end

# The words that lead on from a place, or their other names.
function __emk_words --argument-names at
    switch "$at"
${stops
  .flatMap(stop =>
    list(
      stop.path,
      stop.words.map(({word, about}) => [word, about]),
    ),
  )
  .join('\n')}
    end
end

function __emk_others --argument-names at
    switch "$at"
${stops
  .flatMap(stop =>
    list(
      stop.path,
      stop.words.flatMap(({others, about}) => others.map(word => [word, about] as const)),
    ),
  )
  .join('\n')}
    end
end

function __emk_options --argument-names at
    switch "$at"
${stops
  .flatMap(stop =>
    list(
      stop.path,
      stop.switches.map(({long, about}) => [long, about]),
    ),
  )
  .join('\n')}
    end
${pairs(everywhere.map(({long, about}) => [long, about]))
  .map(line => `    ${line}`)
  .join('\n')}
end

# What an option takes, when it takes a value.
function __emk_takes --argument-names at option
    switch "$at $option"
${stops.flatMap(stop => stop.switches.flatMap(one => takes(one, stop.path))).join('\n')}
    end
    switch "$option"
${everywhere.flatMap(one => takes(one)).join('\n')}
    end
    return 1
end

# What stands by position, "..." when the last may be repeated.
function __emk_args --argument-names at
    switch "$at"
${stops
  .flatMap(({path, args, more}) =>
    args.length === 0
      ? []
      : [
          `        case ${quoted(path)}`,
          `            printf '%s\\n' ${[...args, ...(more ? ['...'] : [])].map(quoted).join(' ')}`,
        ],
  )
  .join('\n')}
    end
end

# The argument at a position.
function __emk_arg --argument-names at count
    set -l args (__emk_args "$at")
    if test "$args[-1]" = ...
        set -e args[-1]
        test $count -ge (count $args); and set count (math (count $args) - 1)
    end
    set -l index (math $count + 1)
    set -q args[$index]; and echo "$args[$index]"
end

# Values of a kind, each behind what stands before it in the same word. The place and the words before it are for emk.
function __emk_values --argument-names kind before typed at
    switch "$kind"
        case '' -
        case '%*' '+*'
            for value in (command emk completion values fish "$kind" "$at" "$typed" $argv[5..] 2>/dev/null)
                printf '%s\\n' "$before$value"
            end
        case /
            printf "$before%s\\n" (__fish_complete_path "$typed")
        case @
            string match -q '@*' -- "$typed"; and printf "$before@%s\\n" (__fish_complete_path (string sub -s 2 -- "$typed"))
        case '=@'
            set -l parts (string split -m 1 '=@' -- "$typed")
            set -q parts[2]; and printf "$before$parts[1]=@%s\\n" (__fish_complete_path "$parts[2]")
        case '*'
            printf "$before%s\\n" (string split , -- "$kind")
    end
end

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
            __fish_complete_path "$typed"
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

const list = (path: string, rows: ReadonlyArray<readonly [word: string, about: string]>): string[] =>
  rows.length === 0 ? [] : [`        case ${quoted(path)}`, ...pairs(rows).map(line => `            ${line}`)];

const pairs = (rows: ReadonlyArray<readonly [word: string, about: string]>): string[] =>
  rows.map(([word, about]) => `printf '%s\\t%s\\n' ${word} ${quoted(about)}`);

function takes({long, short, value}: Switch, path?: string): string[] {
  if (value === undefined) return [];
  const names = [long, ...(short ? [short] : [])].map(name => quoted(path === undefined ? name : `${path} ${name}`));
  return [`        case ${names.join(' ')}`, `            echo ${quoted(value)}`, '            return'];
}

const steps = ({path, words}: Stop): string[] =>
  words.flatMap(({word, others, leadsTo}) => [
    `        case ${[word, ...others].map(name => quoted(`${path} ${name}`)).join(' ')}`,
    `            echo ${quoted(leadsTo)}`,
  ]);

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

import {numberedSwitches, otherNames, type Step, stepsFrom, valueAndNames} from './look-up.js';
import {everywhere, type Stop, type Word} from './stops.js';

/** The completion script for zsh. It contains all words, so that completing starts no process. */
export const toZsh = (stops: readonly Stop[]): string =>
  [heading, places(stops), steps(stops), ...program].join('\n\n');

const heading = `\
#compdef emk
# zsh completion for emk: generated, change the commands instead.`;

function places(stops: readonly Stop[]): string {
  const {known, numbersAt} = numberedSwitches(stops);
  return `\
# Every option, and the value and the names of those that take one.
typeset -ga _emk_abouts=(
${known.map(({long, about}) => explained(long, about)).join('\n')}
) _emk_values=(
${known.map(each => quoted(valueAndNames(each))).join('\n')}
)

# Adds options, by their numbers, to the array of the given name.
_emk_use() {
  local number value name
  for number in "\${@[2,-1]}"; do
    set -A $1 "\${(@P)1}" "$_emk_abouts[number]"
    value=\${_emk_values[number]%% *}
    for name in \${=_emk_values[number]#* }; do [[ -n $value ]] && takes[$name]=$value; done
  done
}

# What may come at a place: words, other names for them, options by their numbers, arguments.
_emk_place() {
  names=() others=() options=() takes=() args=() more=
  local -a uses
  case $1 in
${stops.map(stop => place(stop, numbersAt(stop.switches))).join('\n')}
  esac
  _emk_use options $uses
}`;
}

const steps = (stops: readonly Stop[]): string => `\
# The place that a word leads to from another.
_emk_step() {
  case "$1 $2" in
${stops.flatMap(stepsFrom).map(step).join('\n')}
    (*) return 1 ;;
  esac
}`;

const offers = `\
# Offers what emk itself knows.
_emk_known() {
  local value about
  local -a known
  while IFS=$'\\t' read -r value about; do
    value=\${value//\\\\/\\\\\\\\}
    known+=("\${value//:/\\\\:}\${about:+:$about}")
  done < <(command emk completion values zsh "$1" "$at" "\${(Q)PREFIX}" "\${(@)words[2,CURRENT-1]}" 2>/dev/null)
  [[ $1 == %where ]] && set -- "$1" -S ''
  ((\${#known})) && _describe -t values value known "\${@[2,-1]}" -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
}

_emk_value() {
  case $1 in
    (-) _message value ;;
    ([%+]*) _emk_known "$1" ;;
    (/) _files ;;
    ('@') if compset -P '@'; then _files; else _message 'text, or @FILE'; fi ;;
    ('=@') if compset -P '*=@'; then _files; else _message 'name=@path'; fi ;;
    (*) compadd -- \${(s:,:)1} ;;
  esac
}`;

const completion = `\
_emk() {
  local -a names others options args every
  local -A takes every_takes
  local more REPLY at= awaits= bare= word typed=$PREFIX
  local -i i count=0

  _emk_use every {1..${everywhere.length}}
  every_takes=("\${(@kv)takes}")
  _emk_place ''
  for ((i = 2; i < CURRENT; i++)); do
    word=\${(Q)words[i]}
    if [[ -n $awaits ]]; then
      awaits=
    elif [[ -n $bare ]]; then
      ((count += 1))
    elif [[ $word == -- ]]; then
      bare=1
    elif [[ $word == -* ]]; then
      awaits=\${takes[$word]:-\${every_takes[$word]:-}}
    elif _emk_step "$at" "$word"; then
      at=$REPLY
      _emk_place "$at"
    else
      ((count += 1))
    fi
  done

  if [[ -n $awaits ]]; then
    _emk_value "$awaits"
  elif [[ -n $bare ]]; then
    ((count > \${#args} - 1)) && [[ -n $more ]] && count=$((\${#args} - 1))
    case \${args[count+1]:-} in
      (+*) _emk_value "%\${args[count+1]#+}" ;;
      (*) _files ;;
    esac
  elif [[ $typed == --*=* ]]; then
    awaits=\${takes[\${typed%%=*}]:-\${every_takes[\${typed%%=*}]:-}}
    [[ -n $awaits ]] && compset -P '--[^=]#=' && _emk_value "$awaits"
  elif [[ $typed == -* ]]; then
    [[ \${#options} -gt 0 ]] && _describe -t options option options
    _describe -t global-options 'option of every command' every
  else
    ((count > \${#args} - 1)) && [[ -n $more ]] && count=$((\${#args} - 1))
    if ((\${#names} > 0 && count == 0)); then
      _describe -t commands command names || [[ -z $typed ]] || _describe -t aliases command others
    fi
    [[ -n \${args[count+1]:-} ]] && _emk_value "\${args[count+1]}"
  fi
}`;

const start = `\
if [[ \${funcstack[1]:-} == _emk ]]; then
  _emk "$@"
else
  compdef _emk emk
fi
`;

const program = [offers, completion, start];

function place({path, words, args, more}: Stop, uses: readonly number[]): string {
  const lists = {names: words.map(explainedWord), others: otherNames(words).map(explainedWord)};
  return [
    `    ('${path}')`,
    ...Object.entries(lists).flatMap(([name, list]) =>
      list.length === 0 ? [] : [`      ${name}=(`, ...list.map(item => `        ${item}`), '      )'],
    ),
    ...(uses.length > 0 ? [`      uses=(${uses.join(' ')})`] : []),
    ...(args.length > 0 ? [`      args=(${args.map(quoted).join(' ')})${more ? ' more=1' : ''}`] : []),
    '      ;;',
  ].join('\n');
}

const step = ({from, to}: Step): string => `    (${from.map(each => `'${each}'`).join('|')}) REPLY='${to}' ;;`;

const explainedWord = ({word, about}: Pick<Word, 'word' | 'about'>): string => explained(word, about);

function explained(name: string, about: string): string {
  return quoted(`${name}:${about}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

import {otherNames, positions, type Step, stepsFrom, takers} from './look-up.js';
import {everywhere, type Stop, type Switch} from './stops.js';

/** The completion script for bash, 3.2 and newer. It contains all words, so that completing starts no process. */
export const toBash = (stops: readonly Stop[]): string =>
  ['# bash completion for emk: generated, change the commands instead.', places(stops), steps(stops), ...program].join(
    '\n\n',
  );

const places = (stops: readonly Stop[]): string => `\
# What may come at a place: words, other names for them, options, options with what they take, arguments.
_emk_place() {
  words= others= options= takes= args=
  case $1 in
${stops.map(place).join('\n')}
  esac
}`;

const steps = (stops: readonly Stop[]): string => `\
# The place that a word leads to from another.
_emk_step() {
  case "$1 $2" in
${stops.flatMap(stepsFrom).map(step).join('\n')}
    *) return 1 ;;
  esac
}`;

const optionValues = `\
# What an option takes, when it takes a value.
_emk_takes() {
  REPLY=" $takes ${takes(everywhere)} "
  case $REPLY in
    *" $1:"*) REPLY=\${REPLY#*" $1:"} REPLY=\${REPLY%% *} ;;
    *) return 1 ;;
  esac
}`;

const offers = `\
# Offers those of the given words that go on from what was typed.
_emk_offer() {
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "$typed"))
}

_emk_offer_files() {
  local IFS=$'\\n'
  COMPREPLY+=($(compgen -P "$before" -f -- "$typed"))
  compopt -o filenames 2>/dev/null
}

# The same behind an @, which bash would quote as if it were a part of the name.
_emk_offer_files_at() {
  local path
  while IFS= read -r path; do
    if [[ -d $path ]]; then
      path+=/
      compopt -o nospace 2>/dev/null
    fi
    printf -v path %q "$path"
    COMPREPLY+=("$before$path")
  done < <(compgen -f -- "$typed")
}

# Offers what emk itself knows, quoted as it must stand on the line.
_emk_offer_known() {
  local value
  while IFS= read -r value; do
    COMPREPLY+=("$before$value")
    case $value in *=) compopt -o nospace 2>/dev/null ;; esac
  done < <(command emk completion values bash "$1" "$at" "$typed" "\${line[@]:1:last-1}" 2>/dev/null)
}

_emk_offer_value() {
  case $1 in
    '' | -) ;;
    [%+]*) _emk_offer_known "$1" ;;
    /) _emk_offer_files ;;
    @) case $typed in @*) before+=@ typed=\${typed#@} && _emk_offer_files_at ;; esac ;;
    =@) case $typed in *=@*) before+=\${typed%%=@*}=@ typed=\${typed#*=@} && _emk_offer_files_at ;; esac ;;
    *) _emk_offer "\${1//,/ }" ;;
  esac
}`;

const argument = `\
# The argument at the position that was reached.
_emk_arg() {
  REPLY=
  set -- $args
  while (($# > 1 && count > 0)) && [[ $2 != ... || $# -gt 2 ]]; do shift; ((count -= 1)); done
  [[ $# -gt 0 && ($count -eq 0 || \${2-} == ...) ]] && REPLY=$1
}`;

const completion = `\
_emk() {
  local words others options takes args REPLY
  local line=() rest=\${COMP_LINE:0:COMP_POINT} space piece i
  # Bash also parts words at = : and @; put together what no space parts.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    space=\${rest%%[![:space:]]*} rest=\${rest#"\${rest%%[![:space:]]*}"}
    piece=\${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || piece=$rest
    rest=\${rest#"$piece"}
    if [[ -n $space || i -eq 0 ]]; then line+=("$piece"); else line[\${#line[@]}-1]+=$piece; fi
  done

  local at= awaits= bare= count=0 word last=$((\${#line[@]} - 1))
  _emk_place ''
  for ((i = 1; i < last; i++)); do
    word=\${line[i]}
    if [[ -n $awaits ]]; then
      awaits=
    elif [[ -n $bare ]]; then
      ((count += 1))
    elif [[ $word == -- ]]; then
      bare=1
    elif [[ $word == -* ]]; then
      if _emk_takes "$word"; then awaits=$REPLY; fi
    elif _emk_step "$at" "$word"; then
      at=$REPLY
      _emk_place "$at"
    else
      ((count += 1))
    fi
  done

  local before= typed=\${line[last]}
  COMPREPLY=()
  if [[ -n $awaits ]]; then
    _emk_offer_value "$awaits"
  elif [[ -n $bare ]]; then
    _emk_arg
    case $REPLY in +*) _emk_offer_value "%\${REPLY#+}" ;; *) _emk_offer_files ;; esac
  elif [[ $typed == --*=* ]]; then
    if _emk_takes "\${typed%%=*}"; then
      before=\${typed%%=*}= typed=\${typed#*=}
      _emk_offer_value "$REPLY"
    fi
  elif [[ $typed == -* ]]; then
    _emk_offer "$options ${everywhere.map(({long}) => long).join(' ')}"
  else
    [[ $count -eq 0 ]] && _emk_offer "$words"
    [[ \${#COMPREPLY[@]} -eq 0 && $count -eq 0 && -n $typed ]] && _emk_offer "$others"
    _emk_arg
    # Files are offered with the words that may come in their place.
    if [[ \${#COMPREPLY[@]} -eq 0 || $REPLY == / ]]; then _emk_offer_value "$REPLY"; fi
  fi

  # Bash replaces only what comes after the last character at which it parts words; @ itself it replaces too.
  local parted=\${line[last]} breaks=\${COMP_WORDBREAKS//[!=:@]/}
  if [[ -n $breaks && $parted == *[$breaks]* ]]; then
    parted=\${parted%"\${parted##*[$breaks]}"} parted=\${parted%@}
    for i in "\${!COMPREPLY[@]}"; do COMPREPLY[i]=\${COMPREPLY[i]#"$parted"}; done
  fi
}

complete -F _emk emk
`;

const program = [optionValues, offers, argument, completion];

function place(stop: Stop): string {
  const lists = {
    words: stop.words.map(({word}) => word),
    others: otherNames(stop.words).map(({word}) => word),
    options: stop.switches.map(({long}) => long),
    takes: [takes(stop.switches)],
    args: positions(stop),
  };
  const set = Object.entries(lists).map(([name, list]) => [name, list.join(' ')]);
  const lines = set.flatMap(([name, list]) => (list === '' ? [] : [`      ${name}='${list}'`]));
  return [`    '${stop.path}')`, ...lines, '      ;;'].join('\n');
}

function takes(switches: readonly Switch[]): string {
  return takers(switches)
    .flatMap(({names, value}) => names.map(name => `${name}:${value}`))
    .join(' ');
}

const step = ({from, to}: Step): string => `    ${from.map(each => `'${each}'`).join(' | ')}) REPLY='${to}' ;;`;

# bash completion for emk: it asks emk at each Tab.

_emk() {
  local line=() rest=${COMP_LINE:0:COMP_POINT} space piece value answer= before i
  # Bash also parts words at = : and @; put together what no space parts.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    space=${rest%%[![:space:]]*} rest=${rest#"${rest%%[![:space:]]*}"}
    piece=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || piece=$rest
    rest=${rest#"$piece"}
    if [[ -n $space || i -eq 0 ]]; then line+=("$piece"); else line[${#line[@]}-1]+=$piece; fi
  done

  COMPREPLY=()
  {
    IFS= read -r answer
    before=${answer#?}
    while IFS= read -r value; do
      COMPREPLY+=("$before$value")
      case $value in *=) compopt -o nospace 2>/dev/null ;; esac
    done
  } < <(exec emk completion answer bash "${line[@]:1}" 2>/dev/null)
  local typed=${line[${#line[@]}-1]}
  case $answer in /*) _emk_files "$before" "${typed#"$before"}" ;; esac

  # Bash replaces only what comes after the last character at which it parts words; @ itself it replaces too.
  local breaks=${COMP_WORDBREAKS//[!=:@]/}
  if [[ -n $breaks && $typed == *[$breaks]* ]]; then
    typed=${typed%"${typed##*[$breaks]}"} typed=${typed%@}
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$typed"}; done
  fi
}

# Offers files behind the start of a word. Bash would quote an @ there as if it were a part of the name.
_emk_files() {
  local path IFS=$'\n'
  if [[ $1 != *@ ]]; then
    COMPREPLY+=($(compgen -P "$1" -f -- "$2"))
    compopt -o filenames 2>/dev/null
    return
  fi
  while IFS= read -r path; do
    if [[ -d $path ]]; then
      path+=/
      compopt -o nospace 2>/dev/null
    fi
    printf -v path %q "$path"
    COMPREPLY+=("$1$path")
  done < <(compgen -f -- "$2")
}

complete -F _emk emk

import type {ShellName} from './shells.js';

/**
 * The completion script of each shell. A script knows no word of emk: at each Tab it gives `emk completion answer` the
 * line up to the cursor, and offers what that prints (`answer.ts` says in which form).
 */
export const scripts: {readonly [shell in ShellName]: string} = {
  bash: `\
# bash completion for emk: generated, change src/reference/completion instead.

_emk() {
  local line=() rest=\${COMP_LINE:0:COMP_POINT} space piece value answer= before i
  # Bash also parts words at = : and @; put together what no space parts.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    space=\${rest%%[![:space:]]*} rest=\${rest#"\${rest%%[![:space:]]*}"}
    piece=\${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || piece=$rest
    rest=\${rest#"$piece"}
    if [[ -n $space || i -eq 0 ]]; then line+=("$piece"); else line[\${#line[@]}-1]+=$piece; fi
  done

  COMPREPLY=()
  {
    IFS= read -r answer
    before=\${answer#?}
    while IFS= read -r value; do
      COMPREPLY+=("$before$value")
      case $value in *=) compopt -o nospace 2>/dev/null ;; esac
    done
  } < <(command emk completion answer bash "\${line[@]:1}" 2>/dev/null)
  local typed=\${line[\${#line[@]}-1]}
  case $answer in /*) _emk_files "$before" "\${typed#"$before"}" ;; esac

  # Bash replaces only what comes after the last character at which it parts words; @ itself it replaces too.
  local breaks=\${COMP_WORDBREAKS//[!=:@]/}
  if [[ -n $breaks && $typed == *[$breaks]* ]]; then
    typed=\${typed%"\${typed##*[$breaks]}"} typed=\${typed%@}
    for i in "\${!COMPREPLY[@]}"; do COMPREPLY[i]=\${COMPREPLY[i]#"$typed"}; done
  fi
}

# Offers files behind the start of a word. Bash would quote an @ there as if it were a part of the name.
_emk_files() {
  local path IFS=$'\\n'
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
`,

  zsh: `\
#compdef emk
# zsh completion for emk: generated, change src/reference/completion instead.

_emk() {
  local answer before value about
  local -a found open
  {
    IFS= read -r answer
    while IFS=$'\\t' read -r value about; do
      about=\${\${value//\\\\/\\\\\\\\}//:/\\\\:}\${about:+:$about}
      if [[ $value == *= ]]; then open+=("$about"); else found+=("$about"); fi
    done
  } < <(command emk completion answer zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)
  before=\${answer#?}
  compset -p \${#before}
  local -a either=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
  _describe -t values value found "$either[@]" -- open "$either[@]" -S ''
  local -i missing=$?
  [[ $answer == /* ]] && _files && missing=0
  return missing
}

if [[ \${funcstack[1]:-} == _emk ]]; then
  _emk "$@"
else
  compdef _emk emk
fi
`,

  fish: `\
# fish completion for emk: generated, change src/reference/completion instead.

function __emk_complete
    set -l line (commandline -opc)
    set -l typed (commandline -ct)
    set -l answer (command emk completion answer fish $line[2..] "$typed" 2>/dev/null)
    set -l before (string sub -s 2 -- "$answer[1]")
    set -q answer[2]; and printf '%s\\n' "$before"$answer[2..]
    if string match -q '/*' -- "$answer[1]"
        set -l rest (string sub -s (math 1 + (string length -- "$before")) -- "$typed")
        # Unlike __fish_complete_path, this knows ~, quotes and backslashes.
        printf '%s\\n' "$before"(complete -C"'' $rest")
    end
end

complete -c emk -f -a '(__emk_complete)'
`,

  // Each word for emk begins with =, because older PowerShells drop empty ones.
  powershell: `\
# PowerShell completion for emk: generated, change src/reference/completion instead.

Register-ArgumentCompleter -Native -CommandName emk -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $line = @()
    $typed = ''
    foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
        $extent = $element.Extent
        if ($extent.EndOffset -lt $cursorPosition) {
            $isText = $element -is [System.Management.Automation.Language.StringConstantExpressionAst]
            $line += '=' + $(if ($isText) { $element.Value } else { $extent.Text })
        } elseif ($extent.StartOffset -lt $cursorPosition) {
            $typed = $extent.Text.Substring(0, $cursorPosition - $extent.StartOffset)
        }
    }

    $encoding = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [System.Text.UTF8Encoding]::new()
        $answer = @(emk completion answer powershell @line "=$typed" 2>$null)
    } finally {
        [Console]::OutputEncoding = $encoding
    }
    if ($answer.Count -eq 0) { return }

    $before = $answer[0].Substring(1)
    # PowerShell parts words at commas, and replaces only what comes after the last.
    $parted = [Math]::Max(0, $typed.Length - "$wordToComplete".Length)
    foreach ($found in @($answer | Select-Object -Skip 1)) {
        $text, $shown, $about = $found -split [char]9, 3
        $text = "$before$text"
        if ($parted -gt 0 -and $text.StartsWith($typed.Substring(0, $parted))) { $text = $text.Substring($parted) }
        if (-not $about) { $about = $shown }
        [System.Management.Automation.CompletionResult]::new($text, $shown, 'ParameterValue', $about)
    }
}
`,
};

/** The file names of the scripts that the shells look for. */
export const scriptFiles: {readonly [shell in ShellName]: string} = {
  bash: 'completions/emk.bash',
  zsh: 'completions/_emk',
  fish: 'completions/emk.fish',
  powershell: 'completions/emk.ps1',
};

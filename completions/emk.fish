# fish completion for emk: it asks emk at each Tab.

function __emk_complete
    set -l line (commandline -opc)
    set -l typed (commandline -ct)
    set -l answer (command emk completion answer fish $line[2..] "$typed" 2>/dev/null)
    set -l before (string sub -s 2 -- "$answer[1]")
    set -q answer[2]; and printf '%s\n' "$before"$answer[2..]
    if string match -q '/*' -- "$answer[1]"
        set -l rest (string sub -s (math 1 + (string length -- "$before")) -- "$typed")
        # Unlike __fish_complete_path, this knows ~, quotes and backslashes.
        printf '%s\n' "$before"(complete -C"'' $rest")
    end
end

complete -c emk -f -a '(__emk_complete)'

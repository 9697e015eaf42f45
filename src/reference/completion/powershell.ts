import {numberedSwitches} from './look-up.js';
import {everywhere, type Stop, type Word} from './stops.js';

/**
 * The completion script for PowerShell, 5.1 and newer. It looks words up in itself, and starts emk only for values.
 * Words for emk begin with `=`, because older PowerShells drop empty ones; a tab is written as its number.
 */
export const toPowerShell = (stops: readonly Stop[]): string => [places(stops), completer].join('\n\n');

function places(stops: readonly Stop[]): string {
  const {known, numbersAt} = numberedSwitches(stops);
  const toPlace = ({path, words, switches, args, more}: Stop): [place: string, what: object] => [
    path === '' ? 'emk' : `emk ${path}`,
    {
      words: filled(words.map(toWord(path))),
      ...{switches: numbersAt(switches), arguments: args, more: more || undefined},
    },
  ];
  return `\
# PowerShell completion for emk: generated, change the commands instead.

# What may come at each place: words, options by their numbers, arguments.
$global:EmkPlaces = ConvertFrom-Json @'
${JSON.stringify(Object.fromEntries(stops.map(toPlace)))}
'@
# Every option with what it takes, those of every place first; numbers begin at 1.
$global:EmkOptions = ConvertFrom-Json @'
${JSON.stringify(known)}
'@`;
}

/** A word, without what follows from its place: most have no other names, and lead to the place that they name. */
const toWord =
  (path: string) =>
  ({word, others, about, leadsTo}: Word): object => ({
    ...{word, others: filled(others), about},
    ...(leadsTo !== `${path} ${word}`.trim() && {leadsTo}),
  });

const filled = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

const completer = `\
Register-ArgumentCompleter -Native -CommandName emk -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $line = @()
    $typed = ''
    foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
        $extent = $element.Extent
        if ($extent.EndOffset -lt $cursorPosition) {
            $isText = $element -is [System.Management.Automation.Language.StringConstantExpressionAst]
            $line += if ($isText) { $element.Value } else { $extent.Text }
        } elseif ($extent.StartOffset -lt $cursorPosition) {
            $typed = $extent.Text.Substring(0, $cursorPosition - $extent.StartOffset)
        }
    }

    $at = ''
    $awaits = ''
    $bare = $false
    $count = 0
    $place = $EmkPlaces.'emk'
    $options = { @($place.switches) + @(1..${everywhere.length}) | Where-Object { $_ } | ForEach-Object { $EmkOptions[$_ - 1] } }
    $takes = {
        param($name)
        $option = & $options | Where-Object { ($_.long -ceq $name -or $_.short -ceq $name) } | Select-Object -First 1
        if ($option -and $option.value) { $option.value } else { '' }
    }
    foreach ($word in $line) {
        if ($awaits) {
            $awaits = ''
        } elseif ($bare) {
            $count++
        } elseif ($word -ceq '--') {
            $bare = $true
        } elseif ($word.StartsWith('-')) {
            $awaits = & $takes $word
        } else {
            $next = @($place.words) | Where-Object { $_ -and ($_.word -ceq $word -or $_.others -ccontains $word) } |
                Select-Object -First 1
            if ($next) {
                $at = if ($next.leadsTo) { $next.leadsTo } else { "$at $($next.word)".Trim() }
                $place = $EmkPlaces."emk $at"
            } else {
                $count++
            }
        }
    }

    # PowerShell parts words at commas, and replaces only what comes after the last.
    $parted = [Math]::Max(0, $typed.Length - "$wordToComplete".Length)
    $result = {
        param($text, $shown, $about)
        if ($parted -gt 0 -and $text.StartsWith($typed.Substring(0, $parted))) { $text = $text.Substring($parted) }
        if (-not $about) { $about = $shown }
        [System.Management.Automation.CompletionResult]::new($text, $shown, 'ParameterValue', $about)
    }
    $offer = {
        param($kind, $before, $begun)
        if ($kind -match '^[%+]') {
            $encoding = [Console]::OutputEncoding
            try {
                [Console]::OutputEncoding = [System.Text.UTF8Encoding]::new()
                foreach ($found in @(emk completion values powershell $kind "=$at" "=$begun" @line 2>$null)) {
                    $text, $shown, $about = $found -split [char]9, 3
                    & $result "$before$text" $shown $about
                }
            } finally {
                [Console]::OutputEncoding = $encoding
            }
        } elseif ($kind -and '-', '/', '@', '=@' -cnotcontains $kind) {
            $kind -split ',' | Where-Object { $_.StartsWith($begun) } | ForEach-Object { & $result "$before$_" $_ '' }
        }
    }
    $argument = {
        $arguments = @($place.arguments)
        if ($place.more -and $count -ge $arguments.Count) { $count = $arguments.Count - 1 }
        if ($count -lt $arguments.Count) { $arguments[$count] }
    }

    if ($awaits) {
        & $offer $awaits '' $typed
    } elseif ($bare) {
        & $offer ((& $argument) -replace '^\\+', '%') '' $typed
    } elseif ($typed -match '^(--[^=]+=)(.*)$') {
        $before, $begun = $Matches[1], $Matches[2]
        & $offer (& $takes $before.TrimEnd('=')) $before $begun
    } elseif ($typed.StartsWith('-')) {
        & $options | Where-Object { $_.long.StartsWith($typed) } |
            ForEach-Object { & $result $_.long $_.long $_.about }
    } else {
        if ($count -eq 0) {
            @($place.words) | Where-Object { $_ -and $_.word.StartsWith($typed) } |
                ForEach-Object { & $result $_.word $_.word $_.about }
        }
        & $offer (& $argument) '' $typed
    }
}
`;

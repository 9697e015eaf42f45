# PowerShell completion for emk: it asks emk at each Tab.

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

type Shell = 'posix' | 'powershell' | 'cmd';

/** A process starts from one shell, so this is kept here instead of passed on by the many places that print a line. */
let shell: Shell = 'posix';

type Started = {readonly platform: string; readonly env: Readonly<Record<string, string | undefined>>};

export function fitLinesTo(host: Started): void {
  shell = shellOf(host);
}

/**
 * The shell, as far as its variables say. On Windows, Git Bash sets SHELL, and the command prompt sets PROMPT; a
 * PowerShell that was started from a command prompt has PROMPT too and counts as one.
 */
function shellOf({platform, env}: Started): Shell {
  if (platform !== 'win32' || env['SHELL']) return 'posix';
  return env['PROMPT'] ? 'cmd' : 'powershell';
}

/** Quotes a word for the shell, so that a printed line can be pasted whatever its values contain. */
export const shellWord = (word: string | boolean | undefined): string => wordFor[shell](String(word));

export function variableLine(name: string, value: string): string {
  if (shell === 'posix') return `export ${name}=${shellWord(value)}`;
  return shell === 'cmd' ? `set "${name}=${value}"` : `$env:${name} = ${inPowerShell(value)}`;
}

/**
 * How each shell reads a word back. On Windows that is the same for nearly all of them, so that little depends on
 * telling PowerShell from the command prompt.
 */
export const wordFor: Readonly<Record<Shell, (text: string) => string>> = {
  posix: text => (text !== '' && !notPlain.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`),
  powershell: text => (plainOnWindows.test(text) ? text : inPowerShell(text)),
  // The command prompt fills in a %NAME% even in double quotes, so each % stands between two quoted parts.
  cmd: text => (plainOnWindows.test(text) ? text : text.split('%').map(inDouble).join('^%')),
};

const notPlain = /[^\w@%+=:,./~-]|(?<!\w)~/;

const plainOnWindows = /^(?:-\w|(?:--)?[\w.\u00c0-\u024f][\w.=:/\\\u00c0-\u024f-]*(?<!\\))$/;

/** PowerShell takes curly quotes for straight ones, and fills in what comes after a dollar sign in double ones. */
const inPowerShell = (text: string): string =>
  /[$`"\u201c-\u201e]/.test(text) ? `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'` : inDouble(text);

/** Programs on Windows take a doubled quote for one, and backslashes before a quote in pairs. */
const inDouble = (text: string): string => `"${text.replace(/\\+(?="|$)/g, '$&$&').replaceAll('"', '""')}"`;

type Shell = 'posix' | 'powershell';

/** A process starts from one shell, so this is kept here instead of passed on by the many places that print a line. */
let shell: Shell = 'posix';

type Started = {readonly platform: string; readonly env: Readonly<Record<string, string | undefined>>};

/** On Windows a line is written for PowerShell, unless Git Bash has set SHELL. */
export function fitLinesTo({platform, env}: Started): void {
  shell = platform !== 'win32' || env['SHELL'] ? 'posix' : 'powershell';
}

/** Quotes a word for the shell, so that a printed line can be pasted whatever its values contain. */
export const shellWord = (word: string | boolean | undefined): string => wordFor[shell](String(word));

/** How each shell reads a word back. */
export const wordFor: Readonly<Record<Shell, (text: string) => string>> = {
  posix: text => (text !== '' && !notPlain.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`),
  powershell: text => (plainOnWindows.test(text) ? text : inPowerShell(text)),
};

const notPlain = /[^\w@%+=:,./~-]|(?<!\w)~/;

const plainOnWindows = /^(?:-\w|(?:--)?[\w.\u00c0-\u024f][\w.=:/\\\u00c0-\u024f-]*(?<!\\))$/;

/** PowerShell takes curly quotes for straight ones, and fills in what comes after a dollar sign in double ones. */
const inPowerShell = (text: string): string =>
  /[$`"\u201c-\u201e]/.test(text) ? `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'` : inDouble(text);

/** Programs on Windows take a doubled quote for one, and backslashes before a quote in pairs. */
const inDouble = (text: string): string => `"${text.replace(/\\+(?="|$)/g, '$&$&').replaceAll('"', '""')}"`;

/**
 * Makes a text harmless on one line of a terminal. Texts from the service or a file may contain escape sequences that
 * recolour the screen, move the cursor or retitle the window; marks that reverse the reading direction; or invisible
 * characters. Control characters become their pictures (`␛`), line ends `↵`, and invisible characters are removed.
 */
export function clean(text: string): string {
  if (plainText.test(text)) return text;
  const inOneLine = wellFormed(text).replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, '↵');
  return withoutInvisible(inOneLine.replace(/\p{Cc}/gu, picture));
}

/** The same for texts of several lines, which keep line ends and tabs. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(line => line.split('\t').map(clean).join('\t'))
    .join('\n');
}

/** A message of several lines, all but the first indented, so that none looks like another message. */
export const flowing = (text: string): string => cleanLines(text).replaceAll(/\n(?! )/g, '\n  ');

/** JSON for a terminal: what `clean` would change, but line ends and tabs, is escaped, so that nothing is lost. */
export const escapeJson = (json: string): string =>
  json.replace(
    /(?![\n\t]|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\u2028\u2029\u2065]/gu,
    character =>
      character
        .split('')
        .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
  );

const plainText = /^[\x20-\x7e]*$/;

/**
 * Removes format characters, except the few visible ones: signs of Arabic, Syriac and Kaithi numbers. Terminals disagree
 * on the width of what is joined, or chosen as a picture, so emk removes such marks too. These expressions stand in
 * functions because making one that knows all of Unicode takes longer than a short command has.
 */
const withoutInvisible = (text: string): string =>
  text.replace(/(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cf}\u2065]|\ufe0e|\ufe0f/gu, '');

/** The picture of a control character. C0 and DEL have their own; C1 becomes a number. */
function picture(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : `\\x${code.toString(16)}`;
}

/** Replaces half characters, which would be written differently from how they were measured. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

import type {Upload} from '../behaviour.js';
import type {Rule} from '../form/rules.js';

/** A CSV by its name; and by its content, where PHP guesses what a file is before anybody reads it. */
export const isCsv: Rule = (value, name, {settings}) => {
  const isFile = typeof value === 'object' && 'bytes' in value;
  if (!isFile) return `The ${name} must be a file.`;
  const fits = /\.csv$/i.test(value.filename) && (settings.uploadsJudgedBy === 'name' || looksLikeText(value));
  return fits ? undefined : `The ${name} must be a file of type: csv.`;
};

const guessedFrom = 4096;

/** An empty file is no text, nor is one with a NUL; and one with the tag of a page near its start is HTML. */
function looksLikeText({bytes}: Upload): boolean {
  if (bytes.length === 0 || bytes.includes(0)) return false;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, guessedFrom)).toString('latin1');
  return !/<(!doctype\s+html|html)[\s>]/i.test(start);
}

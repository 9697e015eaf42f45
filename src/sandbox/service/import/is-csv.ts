import type {Upload} from '../behaviour.js';
import type {Rule} from '../form/rules.js';

/** Requires a CSV by name and, as PHP guesses the type of a file, by content. */
export const isCsv: Rule = (value, name, {settings}) => {
  const isFile = typeof value === 'object' && 'bytes' in value;
  if (!isFile) return `The ${name} must be a file.`;
  const fits = /\.csv$/i.test(value.filename) && (settings.uploadsJudgedBy === 'name' || looksLikeText(value));
  return fits ? undefined : `The ${name} must be a file of type: csv.`;
};

const guessedFrom = 4096;

/** Whether PHP would take a file for text: it is not empty, contains no NUL, and has no HTML tag near its start. */
function looksLikeText({bytes}: Upload): boolean {
  if (bytes.length === 0 || bytes.includes(0)) return false;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, guessedFrom)).toString('latin1');
  return !/<(!doctype\s+html|html)[\s>]/i.test(start);
}

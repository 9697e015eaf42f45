import {PreflightError} from '../../errors.js';
import {BadByteError, readAsWindows} from './bad-byte.js';
import {makeDecoder} from './decode.js';
import {type Encoding, markLength, sniffEncoding} from './encodings.js';
import {isMostlyUtf8} from './guess-encoding.js';

/** Decodes a short text in memory, with the given or the most likely encoding. Warns if it had to guess. */
export async function decodeWhole(
  bytes: Uint8Array,
  name: string,
  given?: Encoding,
): Promise<{text: Uint8Array; warnings: readonly string[]}> {
  const encoding = given ?? sniffEncoding(bytes);
  const mark = markLength(bytes, encoding);
  const {bytes: text, bad} = makeDecoder(encoding)(bytes.subarray(mark), true);
  const nul = text.indexOf(0);
  if (nul >= 0) {
    throw new PreflightError(`Line ${lineOf(text, nul)} of ${name} has a NUL character, which text never has.`, {
      hint: 'The file is damaged, or it is not text.',
    });
  }
  if (bad === undefined) return {text, warnings: []};
  if (given === undefined && encoding === 'utf-8' && mark === 0 && !(await isMostlyUtf8([bytes]))) {
    const {text: again} = await decodeWhole(bytes, name, 'windows-1252');
    return {text: again, warnings: [readAsWindows(name, lineOf(text, text.length))]};
  }
  throw new BadByteError(name, lineOf(text, text.length), bad, encoding, 'Save the file as text in UTF-8.');
}

function lineOf(text: Uint8Array, to: number): number {
  let line = 1;
  for (let at = 0; at < to; at++) {
    if (text[at] === 0x0a || (text[at] === 0x0d && text[at + 1] !== 0x0a)) line++;
  }
  return line;
}

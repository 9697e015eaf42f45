import type {Context} from '../../commands/command.js';
import {DoubtfulEncodingError, wordsOf} from '../../csv/bytes/bad-byte.js';
import {encodingName} from '../../csv/bytes/encodings.js';

/**
 * Reads a file, and asks a person if its encoding is in doubt, showing words of the file in each encoding. `--yes` does
 * not answer this question; without a person, the import stops.
 */
export async function withKnownEncoding<T>(
  {ask}: Pick<Context, 'ask'>,
  encoding: string,
  read: (encoding: string) => Promise<T>,
): Promise<{readonly result: T; readonly encoding: string}> {
  try {
    return {result: await read(encoding), encoding};
  } catch (error) {
    if (!(error instanceof DoubtfulEncodingError) || !ask.possible) throw error;
    const chosen = await ask.pick(
      'Which of these words are written right?',
      error.offers.map(offer => ({name: wordsOf(offer), note: encodingName(offer.encoding), value: offer.encoding})),
    );
    return {result: await read(chosen), encoding: chosen};
  }
}

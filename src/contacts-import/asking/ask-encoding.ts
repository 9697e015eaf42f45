import type {Context} from '../../commands/command.js';
import {DoubtfulEncodingError, wordsOf} from '../../csv/bytes/bad-byte.js';
import {encodingName} from '../../csv/bytes/encodings.js';

/**
Reads a file, and where its encoding is in doubt asks a person which one is right, showing words of the file in each. A
yes to everything is no answer to this, and nobody there to answer means that the import stops.
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

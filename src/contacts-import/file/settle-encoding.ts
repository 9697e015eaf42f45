import {DoubtfulEncodingError} from '../../csv/bytes/bad-byte.js';
import {makeDecoder} from '../../csv/bytes/decode.js';
import {chooseEncoding, type Encoding, markLength} from '../../csv/bytes/encodings.js';
import {guessEncoding} from '../../csv/bytes/guess-encoding.js';
import {type FileHead, pieces, type SourceFile} from '../../csv/bytes/source-file.js';
import type {CheckOptions} from './contract.js';

/** The guessed encoding of a file, and the line that is not UTF-8. */
export type Guessed = {readonly encoding: Encoding; readonly line: number};

/** The encoding of a file, before its header is read: the named, marked or guessed one, else UTF-8. */
export async function settleEncoding(
  {encoding: requested}: Pick<CheckOptions, 'encoding'>,
  file: SourceFile,
  {head, size}: FileHead,
  before: Guessed | undefined,
): Promise<{readonly chosen: Encoding; readonly guessed: number | undefined}> {
  if (before !== undefined) return {chosen: before.encoding, guessed: before.line};
  const chosen = chooseEncoding(requested, head);
  const sure = {chosen, guessed: undefined};
  if (requested !== 'auto' || chosen !== 'utf-8' || markLength(head, chosen) > 0) return sure;
  const {bytes, bad} = makeDecoder(chosen)(head, head.length === size);
  if (bad === undefined) return sure;
  const line = 1 + bytes.reduce((lines, byte) => lines + Number(byte === 0x0a), 0);
  const guessed = await guessFor(file, line);
  return guessed === undefined ? sure : {chosen: guessed.encoding, guessed: guessed.line};
}

/** Guesses the encoding of a file with a line that is not UTF-8; undefined for damaged UTF-8. */
export async function guessFor(file: SourceFile, line: number): Promise<Guessed | undefined> {
  const guess = await guessEncoding(() => pieces(file, {sha256: undefined}));
  if (typeof guess !== 'string') throw new DoubtfulEncodingError(file.name, line, guess);
  return guess === 'utf-8' ? undefined : {encoding: guess, line};
}

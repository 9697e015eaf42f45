import {keyHint} from '../../account-files/folder/check-shape.js';
import type {Mistake, Place, Source} from '../../account-files/folder/mistakes.js';
import {lookUp} from '../../words/look-up.js';

type PlacedText = {readonly text: string; readonly source: Source; readonly at: Place};

/** The value of a `${…}`: a text, or why there is none. */
type PlaceholderValue = {readonly text: string} | {readonly says: string; readonly hint: string};

/** The meaning of the words in `${…}`. */
export type PlaceholderValues = (words: string) => PlaceholderValue;

/** Replaces all `${…}` of a text; `$${` is a literal `${`. One without a value is noted, and stays. */
export function fillPlaceholders(
  placed: PlacedText,
  meaning: PlaceholderValues,
  mistakes: Mistake[],
  write: (text: string) => string = asItIs,
): string {
  return placed.text.replace(
    placeholder,
    (whole, escaped: string | undefined, words: string | undefined, at: number) => {
      if (escaped !== undefined) return '${';
      const found: PlaceholderValue =
        words === undefined
          ? {
              says: 'A ${ starts here and does not end on its line.',
              hint: 'End it with }, or write $${ for the two signs.',
            }
          : meaning(words.trim());
      if ('text' in found) return write(found.text);
      mistakes.push({source: placed.source, at: placeOf(placed, whole, at), ...found});
      return whole;
    },
  );
}

const placeholder = /\$(\$\{)|\$\{(?:([^{}\n]*)\})?/g;

const asItIs = (text: string): string => text;

/** The values for the words of a run: its id, the environment, and the names of the seed's own records by kind. */
export const placeholderValues =
  (
    run: string,
    env: Readonly<Record<string, string | undefined>>,
    names: ReadonlyMap<string, ReadonlyMap<string, string>>,
  ): PlaceholderValues =>
  words => {
    if (words === 'run') return {text: run};
    const [, kind = '', name = ''] = /^([a-z-]+)\.(.+)$/s.exec(words) ?? [];
    if (kind === 'env') return ofEnvironment(name, env);
    const text = names.get(kind)?.get(name);
    if (text !== undefined) return {text};
    const known = ['run', ...[...names].flatMap(([each, byName]) => [...byName.keys()].map(one => `${each}.${one}`))];
    return {says: `emk does not know \${${words}}.`, hint: keyHint(words, [...known.slice(0, MOST), 'env.NAME'])};
  };

function ofEnvironment(name: string, env: Readonly<Record<string, string | undefined>>): PlaceholderValue {
  const text = lookUp(env, name);
  if (text !== undefined) return {text};
  return {says: `The environment variable ${name} is not set.`, hint: `For example: ${name}=value emk seed …`};
}

const MOST = 50;

/** The place of a part of a text. YAML folds and quotes text, so emk searches it in the file. */
function placeOf({source, at, text}: PlacedText, part: string, offset: number): Place {
  const start = offsetOf(source.text, at);
  const isWritten = source.text.startsWith(text, start);
  const found = isWritten ? start + offset : source.text.indexOf(part, start);
  return found < 0 ? at : placeAt(source.text, found);
}

function offsetOf(text: string, {line, column}: Place): number {
  let start = 0;
  for (let before = 1; before < line; before++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return {line: before.split('\n').length, column: offset - start + 1};
}

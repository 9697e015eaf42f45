import {isAbsolute} from 'node:path';
import {PreflightError} from '../../errors.js';
import {bytesInside} from '../../system/inside-folder.js';
import {concurrently} from '../../work/concurrently.js';
import type {Keys} from '../kinds/shape.js';
import {mapTexts, textsOf} from '../kinds/texts.js';
import type {PlacedEntry} from './check-shape.js';
import type {Mistake, Note, Source} from './mistakes.js';
import {OPEN_FILES} from './open-files.js';

/** An entry with the texts of its body files, each by its path in the entry. */
export type EntryWithBodies = PlacedEntry & {readonly sources: ReadonlyMap<string, Source>};

/** Replaces the paths of body files by their texts. `isPath` says which values are paths. */
export const readBodies = (
  folder: string,
  placed: readonly PlacedEntry[],
  keys: Keys,
  note: Note,
  isPath: (value: string) => boolean = () => true,
): Promise<readonly EntryWithBodies[]> =>
  concurrently(OPEN_FILES, placed, async one => {
    const sources = new Map<string, Source>();
    for (const {text: file, path} of textsOf(one.entry, keys).filter(({key, text}) => key.body && isPath(text))) {
      const text = await readBody(folder, file);
      if (typeof text === 'string') sources.set(path, {file, text});
      else note(one.places.get(path) ?? one.at, text.says, text.hint);
    }
    return {...one, sources, entry: mapTexts(one.entry, keys, ({path, text}) => sources.get(path)?.text ?? text)};
  });

/** The text of a body file, or what is wrong with its path. It must be in the folder, because a pull writes there. */
async function readBody(folder: string, path: string): Promise<string | Pick<Mistake, 'says' | 'hint'>> {
  if (isAbsolute(path) || path.split(/[/\\]/).includes('..'))
    return {says: `${path} leads out of the folder.`, hint: INSIDE};
  if (path.split(/[/\\]/).some(part => /^\../.test(part)))
    return {says: `${path} is hidden, and may hold a secret of this machine.`, hint: INSIDE};
  try {
    const text = await readText(folder, path);
    return text ?? {says: `There is no file ${path}.`, hint: 'Check the path and the spelling.'};
  } catch (error) {
    if (!(error instanceof PreflightError)) throw error;
    return {says: error.message, ...(error.hint === undefined ? {} : {hint: error.hint})};
  }
}

const INSIDE = 'Name a file in the folder, such as bodies/may.html';

/** The text of a file below a folder; undefined if the file is missing. */
export async function readText(folder: string, path: string): Promise<string | undefined> {
  const bytes = await bytesInside(folder, path);
  try {
    return bytes && new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch (cause) {
    throw new PreflightError(`${path} is not text in UTF-8.`, {cause, hint: 'Save it as UTF-8.'});
  }
}

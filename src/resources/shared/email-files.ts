import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** The mails in a folder, newest first, so that nobody has to type a file name. */
export function emailFilesIn(folder: string): ReadonlyArray<{readonly name: string; readonly note: string}> {
  return namesIn(folder)
    .filter(name => /^[^.@-].*\.(?:html?|xhtml|md|markdown)$/i.test(name))
    .flatMap(name => {
      const file = statSync(join(folder, name), {throwIfNoEntry: false});
      return file?.isFile() ? [{name, at: file.mtimeMs}] : [];
    })
    .sort((one, other) => other.at - one.at || (one.name < other.name ? -1 : 1))
    .slice(0, MOST)
    .map(({name}) => ({name, note: 'in this folder'}));
}

/** Few enough that the templates stay visible. */
const MOST = 4;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

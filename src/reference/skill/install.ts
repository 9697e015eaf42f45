import {existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Context} from '../../commands/command.js';
import {UsageError} from '../../errors.js';
import {doneResult} from '../../output/results/done-result.js';
import type {Result} from '../../output/results/result.js';
import {homeOf} from '../../own-files/folders.js';
import type {Host} from '../../system/host.js';
import {writeWhole} from '../../system/whole-file.js';
import {andList, orList} from '../../words/sentence.js';
import {changeFiles, notOurs} from '../own-files.js';
import {type Program, programs} from './programs.js';
import text, {mark} from './text.js';

/** Writes the page where these programs look for it. */
export function installSkill(context: Context, wanted: readonly Program[] | undefined): Promise<Result> {
  const paths = placesOf(context.host, wanted);
  const strange = paths.find(path => existsSync(path) && !isOurs(path));
  if (strange !== undefined) throw notOurs(strange);
  return changeFiles(context, {
    what: `Write ${andList(paths)}`,
    ...about(paths),
    async make() {
      for (const path of paths) {
        mkdirSync(dirname(path), {recursive: true});
        await writeWhole(path, [text]);
      }
      return `Agents find how to use emk in ${andList(paths)} now. Start them again.`;
    },
  });
}

/** Removes exactly the pages that `installSkill` wrote. */
export async function uninstallSkill(context: Context, wanted: readonly Program[] | undefined): Promise<Result> {
  const paths = placesOf(context.host, wanted ?? programs).filter(path => existsSync(path) && isOurs(path));
  if (paths.length === 0) return doneResult('emk has written no page for agents there.');
  return changeFiles(context, {
    what: `Remove ${andList(paths)}`,
    ...about(paths),
    async make() {
      for (const path of paths) {
        rmSync(path);
        // A person may have put other files beside it.
        if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path));
      }
      return `Removed ${andList(paths)}.`;
    },
  });
}

/** Where these programs look; without any, those that have a folder in the home folder. */
function placesOf(host: Host, wanted: readonly Program[] | undefined): readonly string[] {
  const home = homeOf(host, 'Set HOME, so that there is a place for the page.');
  const chosen = wanted ?? programs.filter(program => existsSync(join(home, `.${program}`)));
  if (chosen.length === 0) {
    throw new UsageError(`emk found no folder of ${orList(programs)} in ${home}.`, {
      hint: 'Name the program: emk skill install --for claude',
    });
  }
  return [...new Set(chosen)].map(program => join(home, `.${program}`, 'skills', 'emk', 'SKILL.md'));
}

/** Whether emk wrote a page, in this or another version. A person may have a page of that name too. */
const isOurs = (path: string): boolean => readFileSync(path, 'utf8').includes(mark);

const about = (paths: readonly string[]) => ({
  paths,
  hint: 'Check who owns the folder. The same page is dist/SKILL.md in the package.',
});

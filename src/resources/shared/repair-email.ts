import {resolve} from 'node:path';
import type {Context} from '../../commands/command.js';
import {isMarkdown} from '../../commands/template-input.js';
import {repairTags} from '../../html/lint-tags.js';
import {markdownForReaders, textForReaders} from '../../html/read-text.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {readInput} from '../../system/read-input.js';
import {writeWhole} from '../../system/whole-file.js';
import {counted} from '../../words/sentence.js';

/**
 * Replaces what was meant as a tag in a file with the tags of the service, and shows the lines before and after. Returns
 * whether the file changed.
 */
export async function repairEmail(context: Context, file: string, tags: readonly string[]): Promise<boolean> {
  const {globals, host, notice} = context;
  // Nothing changes unseen, with --quiet either.
  const show = globals.quiet ? context.warn : notice;
  const before = await readText(context, file);
  // Bytes that are not UTF-8 would be lost.
  if (before.includes('\ufffd')) return false;
  const repair = repairTags(before, isMarkdown(file) ? markdownForReaders(before) : textForReaders(before), tags);
  if (!repair) return false;
  show(differenceOf(file, before, repair.text));
  if (globals.dryRun) {
    notice(`A dry run: ${file} was not changed.`);
    return false;
  }
  if ((await readText(context, file)) !== before) {
    notice(`${file} has changed meanwhile, so emk left it alone. Run the same line again.`);
    return false;
  }
  const path = resolve(host.cwd, file);
  await tellingFileTrouble(() => writeWhole(path, [repair.text], {signal: host.interrupted}));
  notice(`emk replaced ${counted(repair.places, 'tag')} in ${file}.`);
  return true;
}

const readText = async ({host}: Pick<Context, 'host'>, file: string): Promise<string> =>
  String(await readInput(host, resolve(host.cwd, file), file));

/** The changed lines of a file, before and after. No repair spans lines, so both texts have the same. */
function differenceOf(file: string, before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changed = old.flatMap((line, index) =>
    line === now[index] ? [] : [`  ${file}, line ${index + 1}`, `  - ${line}`, `  + ${now[index]}`],
  );
  return ['What changes:', ...changed].join('\n');
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

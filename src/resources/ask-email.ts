import {readdirSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {standardAnswer} from '../accounts/profile-settings.js';
import {emptyIfNotFound, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Loose, Source} from '../api/describe/schema.js';
import {noneYet, wordForRecord} from '../ask/line/ask-for-missing.js';
import {type Choice, orBack, type TypedValues} from '../change/ask.js';
import type {Context} from '../change/context.js';
import type {Derive, OnlySome, OwnQuestion} from '../commands/command.js';
import {PreflightError} from '../core/errors.js';
import {readInput} from '../core/system/read-input.js';
import {isLetterFile} from '../core/words/values.js';
import groups from '../endpoints/groups.js';
import senders from '../endpoints/senders.js';
import {operations} from '../endpoints/templates.js';
import {repairTags, tagTroubles} from '../letters/html/tags.js';
import {emailOf, optionsInLetter, readTags} from '../letters/markdown/letter-input.js';
import {findingInWords, lintEmail, withStrictness} from '../mailings/findings.js';
import {isNotDeleted} from '../records/fields/path.js';

/** Asks for the content of a mailing: the user's own file, which is checked before the next question, or a template. */
export const askEmail: OwnQuestion = async (context, given) => {
  const all = await readTemplates(context);
  const blank = all.find(({is_blank}) => is_blank === 1);
  const own: Choice<ChosenBody>[] = [
    ...emailFilesIn(context.host.cwd).map(({name, note}) => ({name, note, value: {file: name}})),
    {name: 'My own HTML or Markdown file…', value: 'own'},
  ];
  const ready: Choice<ChosenBody>[] = all
    .filter(({is_blank}) => is_blank !== 1)
    .map(({id, template_name: name}) => ({
      name,
      note: 'template',
      code: `#${id}`,
      value: {template: {id, template_name: name}},
    }));
  for (;;) {
    const chosen = await context.ask.pick('Which email?', blank ? [...own, ...ready] : ready);
    if (chosen !== 'own' && 'template' in chosen) return {template_id: wordOf(chosen.template, all)};
    const file =
      chosen === 'own'
        ? await orBack(
            () => context.ask.path(FILE),
            () => undefined,
          )
        : chosen.file;
    if (file === undefined || !blank || !(await isUsable(context, file, given))) continue;
    const template_html = `@${file}`;
    const ofLetter = Object.entries(await optionsInLetter(context.host, {template_html}));
    const open = Object.fromEntries(ofLetter.filter(([name]) => given[name] === undefined));
    return {template_id: wordOf(blank, all), ...open, template_html};
  }
};

/** Asks for the subject. What is no tag is said at once, and Enter takes the tag that was meant. */
export const askSubject: OwnQuestion = async (context, given, {subject: earlier}) => {
  const tags = [given['force'] ?? []].flat().includes('unknown-tag') ? undefined : await readTags(context);
  const required = (text: string) => (text.trim() === '' ? 'This must not be blank.' : undefined);
  for (let initial = earlier === undefined ? undefined : String(earlier); ; ) {
    const text = await context.ask.text('Subject line:', {initial, problem: required});
    const subject = text.trim();
    const [trouble] = tags === undefined ? [] : tagTroubles(subject, tags);
    if (!trouble || subject === initial) return {subject};
    initial = repairTags(subject, subject, tags ?? [])?.text ?? subject;
    const taken = initial === subject ? 'emk templates tags shows them.' : `Enter takes ${initial}.`;
    context.warn(`${trouble.written} is not a tag. ${taken}`);
  }
};

/** The template for a line with its own HTML: the blank one. */
export const templateOfOwn: Derive = async (context, given) => {
  if (given['template_html'] === undefined && given['template_json'] === undefined) return undefined;
  const blank = (await readTemplates(context)).find(({is_blank}) => is_blank === 1);
  return blank && String(blank.id);
};

type ChosenBody = 'own' | {readonly file: string} | {readonly template: TemplateChoice};

type TemplateChoice = {readonly id: number; readonly template_name: string};

/** The name of a template, if it finds the template again. */
const wordOf = (template: TemplateChoice, all: readonly TemplateChoice[]): string =>
  wordForRecord(listed(template), all.map(listed));

const listed = ({id, template_name: name}: TemplateChoice) => ({id: String(id), name});

const FILE = 'My own HTML or Markdown file:';

const readTemplates = (context: Pick<Context, 'call'>) => context.call(operations.list).catch(emptyIfNotFound);

/** The mails in a folder, newest first, so that nobody has to type a file name. */
function emailFilesIn(folder: string): ReadonlyArray<{readonly name: string; readonly note: string}> {
  return namesIn(folder)
    .filter(name => /^[^.@-]/.test(name) && isLetterFile(name))
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

/** Says what is wrong with a mail as soon as its file is known. One with an error is refused here, and not at the end. */
async function isUsable(context: Context, file: string, given: TypedValues): Promise<boolean> {
  const rules = {strict: given['strict'] === true, force: [given['force'] ?? []].flat().map(String)};
  const text = String(await readInput(context.host, resolve(context.host.cwd, file), file));
  const findings = withStrictness(lintEmail(await emailOf(file, text, context), await readTags(context)), rules);
  for (const finding of findings) {
    context.warn(`${file}: ${findingInWords(finding)} ${finding.hint ?? ''}`.trim(), finding.level);
  }
  return findings.every(({level}) => level !== 'error');
}

/** The sender that the profile names, or the only one that mail can come from. */
export const onlySender = async (context: Context, verified: OnlySome): ReturnType<Derive> =>
  standardAnswer(context, 'sender') ?? (await onlyOf(context, senders, verified));

/** The group that the profile names, or the only one that people can leave. */
export const onlyGroup: Derive = async context => standardAnswer(context, 'group') ?? (await onlyOf(context, groups));

/** The only record that can be meant. Without any, a person is refused before the first question. */
async function onlyOf(context: Context, source: Source, only?: OnlySome): Promise<string | undefined> {
  const found: Loose[] = [];
  for await (const batch of noneIfNotFound(context.stream(source.list))) {
    found.push(...(batch as readonly Loose[]).filter(record => isNotDeleted(record) && (only?.fits(record) ?? true)));
  }
  const [first, ...others] = found;
  if (!first && context.ask.possible) throw only ? new PreflightError(only.none) : noneYet(source);
  return first && others.length === 0 ? String(first[source.key]) : undefined;
}

import {readdirSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {emptyIfNotFound} from '../../api/answers/record-sources.js';
import {findingInWords, withStrictness} from '../../checks/strictness.js';
import {readTags} from '../../checks/tags.js';
import {BACK, type Back, type TypedValues} from '../../commands/ask.js';
import type {Context, Derive, OwnQuestion} from '../../commands/command.js';
import {isLetterFile} from '../../commands/letter-file.js';
import {emailOf, optionsInLetter} from '../../commands/template-input.js';
import templates, {operations} from '../../endpoints/templates.js';
import {repairTags} from '../../html/lint-tags.js';
import {tagTroubles} from '../../html/tags.js';
import type {Choice} from '../../prompts/choice.js';
import {wordsFor} from '../../questions/record-words.js';
import {readInput} from '../../system/read-input.js';
import {lintEmail} from './lint-email.js';

/** Asks for the content of a mailing: the user's own file, which is checked before the next question, or a template. */
export const askEmail: OwnQuestion = async (context, so, canGoBack) => {
  const {guided} = context.ask;
  const all = await readTemplates(context);
  const blank = all.find(({is_blank}) => is_blank === 1);
  const own: Choice<Chosen>[] = [
    ...emailFilesIn(context.host.cwd).map(({name, note}) => ({name, note, value: {file: name}})),
    {name: 'My own HTML or Markdown file…', value: 'own'},
  ];
  const ready: Choice<Chosen>[] = all
    .filter(({is_blank}) => is_blank !== 1)
    .map(({id, template_name: name}) => ({
      name,
      note: 'template',
      code: `#${id}`,
      value: {template: {id, template_name: name}},
    }));
  for (;;) {
    const chosen = await guided.pick('Which email?', {
      from: blank ? [...own, ...ready] : ready,
      canGoBack,
      help: 'Your own file, or a template from your account.',
      about:
        'An HTML file is mailed unchanged. A Markdown file (.md) becomes a plain email that works in Outlook and on ' +
        'phones. emk checks the file for mistakes first. A template is a design from your account.',
    });
    if (chosen === BACK) return BACK;
    if (chosen !== 'own' && 'template' in chosen) return {template_id: await wordOf(context, chosen.template)};
    const given = await emailFile(context, chosen === 'own' ? undefined : chosen.file, so);
    if (given !== BACK && blank) return {template_id: await wordOf(context, blank), ...given};
  }
};

/** Asks for the subject. What is no tag is said at once, and Enter takes the tag that was meant. */
export const askSubject: OwnQuestion = async (context, so, canGoBack) => {
  const tags = [so['force'] ?? []].flat().includes('unknown-tag') ? undefined : await readTags(context);
  const required = (text: string) => (text.trim() === '' ? 'This must not be blank.' : undefined);
  for (let initial: string | undefined; ; ) {
    const text = await context.ask.guided.text('Subject line:', {canGoBack, initial, problem: required});
    if (text === BACK) return BACK;
    const subject = text.trim();
    const [trouble] = tags === undefined ? [] : tagTroubles(subject, tags);
    if (!trouble || subject === initial) return {subject};
    initial = repairTags(subject, subject, tags ?? [])?.text ?? subject;
    const taken = initial === subject ? 'emk templates tags shows them.' : `Enter takes ${initial}.`;
    context.warn(`${trouble.written} is not a tag. ${taken}`);
  }
};

/** The template for a line with its own HTML: the blank one. */
export const templateOfOwn: Derive = async (context, so) => {
  if (so['template_html'] === undefined && so['template_json'] === undefined) return undefined;
  const blank = (await readTemplates(context)).find(({is_blank}) => is_blank === 1);
  return blank && String(blank.id);
};

type Chosen = 'own' | {readonly file: string} | {readonly template: Template};

type Template = {readonly id: number; readonly template_name: string};

/** The name of a template, if it finds the template again. */
const wordOf = async (context: Context, {id, template_name: name}: Template): Promise<string | undefined> =>
  (await wordsFor(context, templates, [{id: String(id), name}], {}))[0];

/** A file in the line's form; back if it cannot be mailed like this. */
async function emailFile(context: Context, known: string | undefined, so: TypedValues): Promise<TypedValues | Back> {
  const file = known ?? (await context.ask.guided.path(FILE, {canGoBack: true}));
  if (file === BACK || !(await isUsable(context, file, so))) return BACK;
  const template_html = `@${file}`;
  const ofLetter = Object.entries(await optionsInLetter(context.host, {template_html}));
  return {...Object.fromEntries(ofLetter.filter(([name]) => so[name] === undefined)), template_html};
}

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
async function isUsable(context: Context, file: string, so: TypedValues): Promise<boolean> {
  const rules = {strict: so['strict'] === true, force: [so['force'] ?? []].flat().map(String)};
  const text = String(await readInput(context.host, resolve(context.host.cwd, file), file));
  const findings = withStrictness(lintEmail(await emailOf(file, text, context), await readTags(context)), rules);
  for (const finding of findings) {
    context.warn(`${file}: ${findingInWords(finding)} ${finding.hint ?? ''}`.trim(), finding.level);
  }
  return findings.every(({level}) => level !== 'error');
}

import {readdirSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {emptyIfNotFound} from '../../api/answers/record-sources.js';
import {findingInWords, withStrictness} from '../../checks/strictness.js';
import {readTags} from '../../checks/tags.js';
import {BACK, type Back, type TypedValues} from '../../commands/ask.js';
import type {Context, OwnQuestion, ToldBy} from '../../commands/command.js';
import {isLetterFile} from '../../commands/letter-file.js';
import {emailOf, optionsInLetter} from '../../commands/template-input.js';
import templates, {operations} from '../../endpoints/templates.js';
import {openPreview} from '../../preview/open-preview.js';
import type {Choice} from '../../prompts/choice.js';
import {wordsFor} from '../../questions/record-words.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {readInput} from '../../system/read-input.js';
import {counted} from '../../words/sentence.js';
import {lintEmail} from './lint-email.js';
import {repairEmail} from './repair-email.js';

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

/** Asks only for the user's own file, for an existing mailing. */
export const askEmailFile: OwnQuestion = async (context, so, canGoBack) => {
  for (;;) {
    const file = await context.ask.guided.path(FILE, {canGoBack});
    if (file === BACK) return BACK;
    const given = await emailFile(context, file, so);
    if (given !== BACK) return given;
  }
};

/** The template for a line with its own HTML: the blank one. */
export const templateOfOwn: ToldBy = async (context, so) => {
  if (so['template_html'] === undefined && so['template_json'] === undefined) return undefined;
  const blank = (await readTemplates(context)).find(({is_blank}) => is_blank === 1);
  return blank && {value: String(blank.id)};
};

type Chosen = 'own' | {readonly file: string} | {readonly template: Template};

type Template = {readonly id: number; readonly template_name: string};

/** The name of a template, if it finds the template again. */
const wordOf = async (context: Context, {id, template_name: name}: Template): Promise<string | undefined> =>
  (await wordsFor(context, templates, [{id: String(id), name}], {}))[0];

/** A file in the line's form, after a person has checked it and continues with it. */
async function emailFile(context: Context, known: string | undefined, so: TypedValues): Promise<TypedValues | Back> {
  const file = known ?? (await context.ask.guided.path(FILE, {canGoBack: true}));
  if (file === BACK || !(await lookAtEmail(context, file, so))) return BACK;
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

/**
 * Checks a mail as soon as its file is known, and returns whether to continue. To fix a mistake, the person edits the
 * file and presses Enter: it is read again. emk asks again before a mailing with an error is sent.
 */
async function lookAtEmail(context: Context, file: string, so: TypedValues): Promise<boolean> {
  const tags = await readTags(context);
  const rules = {strict: so['strict'] === true, force: [so['force'] ?? []].flat().map(String)};
  await repairEmail(context, file, {tags});
  for (;;) {
    const text = String(await readInput(context.host, resolve(context.host.cwd, file), file));
    const email = await emailOf(file, text, context);
    const findings = withStrictness(lintEmail(email, tags), rules);
    for (const finding of findings) {
      context.warn(`${file}: ${findingInWords(finding)} ${finding.hint ?? ''}`.trim(), finding.level);
    }
    if (findings.length === 0) {
      context.notice(`${file}: emk found no mistakes.`);
      return true;
    }
    const next = await askNext(context, file, findings);
    if (next === 'go on') return true;
    if (next === 'another') return false;
    if (next === 'preview') await openPreview(context, {...email.about, name: file, html: email.html, tags, findings});
  }
}

type Next = 'again' | 'preview' | 'go on' | 'another';

async function askNext({ask}: Context, file: string, findings: readonly Finding[]): Promise<Next> {
  const errors = findings.filter(({level}) => level === 'error').length;
  const again = {name: 'I have fixed it: look again', value: 'again'} as const;
  const useAsIs = {name: errors > 0 ? 'Use it with these errors' : 'Use it anyway', value: 'go on'} as const;
  const answer = await ask.guided.pick<Next>(
    errors > 0
      ? `Fix ${counted(errors, 'error')} in ${file} and press Enter`
      : `${file} has ${counted(findings.length, 'warning')}`,
    {
      from: [
        again,
        {name: 'Preview it in the browser', value: 'preview'},
        {name: 'Choose another email', value: 'another'},
        useAsIs,
      ],
      canGoBack: true,
    },
  );
  return answer === BACK ? 'another' : answer;
}

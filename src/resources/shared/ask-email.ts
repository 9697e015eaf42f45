import {emptyIfNotFound} from '../../api/answers/record-sources.js';
import {BACK, type Back, type TypedValues} from '../../commands/ask.js';
import type {Context, OwnQuestion, ToldBy} from '../../commands/command.js';
import templates, {operations} from '../../endpoints/templates.js';
import type {Choice} from '../../prompts/choice.js';
import {wordsFor} from '../../questions/record-words.js';
import {emailFilesIn} from './email-files.js';
import {lookAtEmail} from './look-at-email.js';

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
  return {template_html: `@${file}`};
}

const FILE = 'My own HTML or Markdown file:';

const readTemplates = (context: Pick<Context, 'call'>) => context.call(operations.list).catch(emptyIfNotFound);

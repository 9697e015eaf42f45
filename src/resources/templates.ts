import {readFileSync, statSync} from 'node:fs';
import {resolve} from 'node:path';
import {recordsOf} from '../api/answers/record-sources.js';
import type {InputOf, Param, Params} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {command, type Group} from '../commands/command.js';
import {refuseUntold} from '../commands/command-formats.js';
import {type FilePlace, placeFor, writeAt} from '../commands/file-place.js';
import {list} from '../commands/verbs/read.js';
import {viewOf} from '../commands/view.js';
import {UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {counted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import templates, {operations, tag, template} from '../endpoints/templates.js';
import type {ShownMailing} from '../letters/preview/page.js';
import {type Result, writtenFileDocument} from '../output/results/result.js';
import type {Finding} from '../records/fields/finding.js';
import {listOptions, sheetOption, toFields, wholeSheet} from '../records/view/select.js';
import {findTemplate, fromTemplates, knownTags, namesFile, readBody} from './templates-work.js';

const lintCommand = command({
  summary: 'Find mistakes in the HTML or Markdown of mailings',
  details:
    'Lists what to fix, with line and column: in Markdown, those of your file.\n\nErrors are what readers would see broken: unknown ((tags)), tags of ' +
    'other tools, links and pictures that lead nowhere, scripts, other pages inside the mail, a mail that Gmail cuts, no way to unsubscribe.\n\nWarnings are ' +
    'what some readers would notice: pictures without alt text or width, or over http, a missing ' +
    'postal address, forms, hidden text, and ten things that Outlook, Gmail or Yahoo do not show; for others, see https://www.caniemail.com.\n\n--fix replaces ' +
    'tags whose meaning is certain, {{first_name}} by ((first_name)), and shows the lines before and ' +
    'after.\n\nThe exit code is 10 for errors, and with --strict for warnings too.',
  takes: {
    source: {
      type: 'text',
      many: true,
      required: true,
      offers: fromTemplates,
      help: 'HTML or Markdown files, - for standard input, or templates by id or name',
      value: 'file|template',
    },
    fix: {type: 'flag', help: 'Replace tags whose meaning is certain, in the files'},
    strict: {type: 'flag', help: 'Treat warnings as errors', decides: 'checks'},
  },
  args: ['source'],
  calls: [operations.list],
  examples: [
    'emk templates lint may.html',
    'emk templates lint letters/*.md --fix',
    'emk templates lint Newsletter --strict -o json',
  ],
  gives: {document: () => import('../records/fields/finding.js')},
  async run(context, {source, fix, strict}) {
    const tags = await knownTags(context);
    const read: Linted[] = [];
    for (const each of new Set(source)) read.push(await lintSource(context, each, {tags, fix: fix === true}));
    const found = read.flatMap(({findings, file}) => findings.map(one => ({...one, file})));
    const [only] = read;
    const what = only && read.length === 1 ? only.name : counted(read.length, 'email');
    const {reportOfFindings, withStrictness} = await import('../mailings/findings.js');
    return reportOfFindings(context, withStrictness(found, {strict}), what, read.length > 1);
  },
});

/** An email that was looked at: its name in sentences, and its file if it is one. */
type Linted = {
  readonly name: string;
  readonly file: string | null;
  readonly findings: readonly Finding[];
};

type WantedRepair = {readonly tags: readonly string[]; readonly fix: boolean};

async function lintSource(context: Context, source: string, {tags, fix}: WantedRepair): Promise<Linted> {
  const file = namesFile(context.host, source) ? source : null;
  if (fix) {
    if (file === null || source === '-') throw notAFile(source);
    // A file that cannot be read is told as it is without --fix.
    await readBody(context, source);
    const {repairEmail} = await import('./templates-work.js');
    await repairEmail(context, file, tags);
  }
  const email = await readBody(context, source);
  const {lintEmail} = await import('../mailings/findings.js');
  return {name: source === '-' ? 'the HTML' : email.name, file, findings: lintEmail(email, tags)};
}

const notAFile = (source: string): UsageError =>
  source === '-'
    ? new UsageError('--fix changes files, and standard input is none.', {hint: 'Name the file.'})
    : new UsageError(`There is no file ${source}, and --fix changes only files.`, {
        hint: `To see the HTML of a template: emk templates show ${shellWord(source)} -o json`,
      });

const templateParam = {
  type: 'text',
  required: true,
  offers: fromTemplates,
  help: 'The template, by id or name',
  value: 'template',
} as const satisfies Param;

const takes = {
  source: {
    type: 'text',
    required: true,
    offers: fromTemplates,
    help: 'An HTML or Markdown file, - for standard input, a template by id or name, or a mailing by name or code',
    value: 'file|template|mailing',
  },
  page: {type: 'text', value: 'file.html', help: 'Where to write the page; - for standard output'},
  contact: {
    type: 'integer',
    value: 'contact',
    help: 'Fill the tags from this contact, by id or address',
    from: () => import('../endpoints/contacts.js'),
  },
  text: {type: 'flag', help: 'Print the text of the mail instead of making a page', decides: 'output'},
  open: {type: 'flag', help: 'Open the page in the browser', decides: 'output'},
} as const satisfies Params;

type TemplateInput = InputOf<typeof takes>;

const previewCommand = command({
  summary: 'See a mailing as readers get it: in the inbox, on a desktop, on a phone',
  details:
    'Makes one page that works offline: the mail on a desktop and on a phone, in the colours of your screen, as plain text, and ' +
    'its line in the inbox.\n\nThe ((tags)) are filled from a contact, or with sample data. The page loads and ' +
    'runs nothing, so pictures from the web are missing. --text prints the text instead.\n\nWithout FILE.html, emk ' +
    'keeps the page in a private folder; --open opens it in the browser.',
  takes,
  args: ['source', 'page'],
  calls: [operations.list],
  gives: [writtenFileDocument, {document: () => import('../letters/preview/page.js')}, 'text'],
  examples: [
    'emk templates preview may.html --open',
    'emk templates preview Newsletter page.html --contact bob@example.com',
    'emk templates preview Newsletter --text',
  ],
  async run(context, input) {
    const {page, open} = input;
    refuseOpposites(input);
    if (input.text) return textResult(await readMailing(context, input));
    if (page === '-' && context.globals.out === undefined) refuseUntold(context.globals, 'the page');
    const place = page === undefined || page === '-' ? undefined : await previewPlace(context, page);
    const mailing = await readMailing(context, input);
    if (page === '-' || (page === undefined && context.globals.out !== undefined))
      return {kind: 'raw', body: (await import('../letters/preview/page.js')).previewPage(mailing)};
    const {dryRun} = context.globals;
    const path = await written(context, mailing, place);
    const opened = open && !dryRun ? await openIn(context, path) : false;
    const name = place?.name ?? path;
    const sentence = `The preview ${dryRun ? 'would be' : 'is'} in ${name}.`;
    return {kind: 'data', data: {path: name, opened}, text: '', sentence};
  },
});

function refuseOpposites({open, text, page}: TemplateInput): void {
  if (text && (page !== undefined || open))
    throw new UsageError('--text prints the text and makes no page.', {
      hint: `Remove --text, or remove ${page ?? '--open'}.`,
    });
}

async function textResult(mailing: ShownMailing): Promise<Result> {
  const {mailText, mailTextLines} = await import('../letters/preview/page.js');
  const data = mailText(mailing);
  return {kind: 'data', data, text: mailTextLines(data)};
}

/** Opens a page, or says that it must be opened by hand: without a program for it, a display, or a person who would see it. */
async function openIn({host, globals, notice}: Context, place: string): Promise<boolean> {
  const opened = globals.input && (await openOutside(host, place));
  if (!opened) notice('No browser was started.');
  return opened;
}

/** Opens a file in the system's program for it; false if there is none. */
export async function openOutside(
  {platform, env, launch}: Pick<Host, 'platform' | 'env' | 'launch'>,
  target: string,
): Promise<boolean> {
  if (platform === 'darwin') return launch('open', [target]);
  // By its whole path: by name alone, a program in the current folder would be started first.
  if (platform === 'win32')
    return launch(`${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\rundll32.exe`, [
      'url.dll,FileProtocolHandler',
      target,
    ]);
  const canShow = ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER'].some(variable => env[variable]);
  return canShow && launch('xdg-open', [target]);
}

/** Everything that the page shows. */
async function readMailing(context: Context, {source, contact}: TemplateInput): Promise<ShownMailing> {
  const tags = await knownTags(context);
  const mailing = {...(await readBody(context, source)), tags};
  if (contact === undefined) return mailing;
  const {contactReader} = await import('../letters/preview/page.js');
  return {...mailing, reader: await contactReader(context, contact)};
}

/** Writes the page, and says where it is. */
async function written({host, globals}: Context, mailing: ShownMailing, place: FilePlace | undefined): Promise<string> {
  const {keepPreview, previewPage} = await import('../letters/preview/page.js');
  if (place === undefined) return keepPreview(host, mailing);
  if (!globals.dryRun) await writeAt(place, previewPage(mailing));
  return place.path;
}

/** The place for a page. It may replace an older preview, but nothing else. */
async function previewPlace(context: Context, page: string): Promise<FilePlace> {
  const path = resolve(context.host.cwd, page);
  const {GENERATOR} = await import('../letters/preview/page.js');
  const isPreview = statSync(path, {throwIfNoEntry: false})?.isFile() && readFileSync(path, 'utf8').includes(GENERATOR);
  return placeFor(context, page, isPreview || context.globals.overwrite);
}

export default {
  commands: {
    list: list(operations.list, {
      of: templates,
      summary: 'List design templates',
      columns: ['id', 'template_name', 'is_blank', 'preview_image', 'updated_at'],
      importance: ['id', 'template_name', 'updated_at', 'is_blank', 'preview_image'],
      examples: ['emk templates list', 'emk templates list --columns id,template_name -o csv'],
    }),
    show: command({
      summary: 'Show one design template',
      takes: {
        template: templateParam,
        ...sheetOption,
      },
      args: ['template'],
      calls: [operations.list],
      examples: ['emk templates show Newsletter', 'emk templates show Newsletter -o json'],
      gives: {record: template},
      async run(context, {template: given, columns}) {
        const fields = toFields(columns, {shape: template, sheet: wholeSheet(template, 'template_name')});
        return {kind: 'record', record: await findTemplate(context, given), shape: template, key: 'id', fields};
      },
    }),
    tags: command({
      summary: 'List the tags that a template can use, such as ((first_name))',
      details:
        'The service replaces a tag by the value of each reader. It knows ((first_name)) exactly like this: without ' +
        'blanks, and without a default such as ((first_name,"there")). A reader without a first name sees nothing in ' +
        'its place.',
      takes: listOptions,
      calls: [operations.tags],
      examples: ['emk templates tags', 'emk templates tags -o json'],
      gives: {list: tag},
      async run(context, input) {
        const view = await viewOf(context, input, {shape: tag, columns: ['tag']});
        const records = recordsOf((await context.call(operations.tags)).map(name => ({tag: name})));
        return {kind: 'records', records, shape: tag, key: 'tag', noun: {one: 'tag', many: 'tags'}, view};
      },
    }),
    lint: lintCommand,
    preview: previewCommand,
  },
} satisfies Group;

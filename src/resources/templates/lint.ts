import {tagReads} from '../../checks/look-up.js';
import {type Context, command} from '../../commands/command.js';
import {operations} from '../../endpoints/templates.js';
import {CheckError, UsageError} from '../../errors.js';
import type {MadeEmail} from '../../markdown/make-email.js';
import {finding} from '../../records/fields/finding.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {listOptions} from '../../records/view/select.js';
import {counted} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {reportOfFindings} from '../shared/findings-report.js';
import {knownTags} from './known-tags.js';
import {asWritten, findTemplate, fromTemplates, htmlOf, namesFile, readEmailFile, templateInWords} from './source.js';

export const lintCommand = command({
  summary: 'Find mistakes in the HTML or Markdown of mailings',
  details:
    'Lists what to fix, with line and column: in Markdown, those of your file.\n\nErrors are what readers would see broken: unknown ((tags)), tags of ' +
    'other tools, links and pictures that lead nowhere, unclosed tags, scripts, a mail that Gmail cuts, no way to unsubscribe.\n\nWarnings are ' +
    'what some readers would notice: pictures without alt text, over http, parts wider than a ' +
    'phone, a missing title, language, charset or postal address, little text, hidden or filler text, and ten things that Outlook, Gmail or Yahoo do not show; for others, see https://www.caniemail.com.\n\n--fix replaces ' +
    'tags whose meaning is certain, {{first_name}} by ((first_name)), and shows the lines before and after. At a terminal, emk ' +
    'asks whether to.\n\nThe exit code is 10 for errors, and with --strict for warnings too.',
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
    ...listOptions,
  },
  args: ['source'],
  calls: [operations.list, ...tagReads],
  examples: [
    'emk templates lint may.html',
    'emk templates lint letters/*.md --fix',
    'emk templates lint Newsletter --strict -o json',
  ],
  gives: {list: finding},
  async run(context, {source, fix, strict, ...options}) {
    const tags = await knownTags(context);
    const read: Linted[] = [];
    for (const each of new Set(source)) read.push(await lintSource(context, each, {tags, fix: fix === true}));
    const found = read.flatMap(({findings, file}) => findings.map(one => ({...one, file})));
    const findings = found.map(each => (strict ? {...each, level: 'error' as const} : each));
    const [only] = read;
    const what = only && read.length === 1 ? only.name : counted(read.length, 'email');
    return reportOfFindings(context, findings, options, {
      what,
      files: read.length,
      failure: errors => lintError(what, errors.length, found.length),
    });
  },
});

/** An email that was looked at: its name in sentences, and its file if it is one. */
type Linted = {
  readonly name: string;
  readonly file: string | null;
  readonly findings: readonly Finding[];
};

type Wanted = {readonly tags: readonly string[]; readonly fix: boolean};

async function lintSource(context: Context, source: string, {tags, fix}: Wanted): Promise<Linted> {
  const file = namesFile(context.host, source) ? source : null;
  if (fix) {
    if (file === null || source === '-') throw notAFile(source);
    // A file that cannot be read is told as it is without --fix.
    await readSource(context, source);
    const {repairEmail} = await import('../shared/repair-email.js');
    await repairEmail(context, file, tags);
  }
  const {name, email} = await readSource(context, source);
  const {lintEmail} = await import('../shared/lint-email.js');
  return {name, file, findings: lintEmail(email, tags)};
}

const notAFile = (source: string): UsageError =>
  source === '-'
    ? new UsageError('--fix changes files, and standard input is none.', {hint: 'Name the file.'})
    : new UsageError(`There is no file ${source}, and --fix changes only files.`, {
        hint: `If it is a template, save it first: emk templates save ${shellWord(source)} mail.html`,
      });

async function readSource(
  context: Context,
  source: string,
): Promise<{readonly name: string; readonly email: MadeEmail}> {
  if (namesFile(context.host, source))
    return {name: source === '-' ? 'the HTML' : source, email: await readEmailFile(context, source)};
  const template = await findTemplate(context, source);
  return {name: templateInWords(template), email: asWritten(htmlOf(template))};
}

function lintError(name: string, errors: number, all: number): CheckError {
  const warnings = all > errors ? ` and ${counted(all - errors, 'warning')}` : '';
  return new CheckError(`Found ${counted(errors, 'error')}${warnings} in ${name}.`, {
    hint: 'Fix these errors first. Each one says how.',
  });
}

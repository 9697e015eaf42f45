import {tagReads} from '../../checks/tags.js';
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
import {withFilesOf} from './email-files.js';
import {knownTags} from './known-tags.js';
import {asWritten, findTemplate, fromTemplates, htmlOf, namesFile, readEmailFile, templateInWords} from './source.js';

export const lintCommand = command({
  summary: 'Find mistakes in the HTML or Markdown of mailings',
  details:
    'Lists what to fix, with line and column: in Markdown, those of your file.\n\nErrors are what readers would see broken: unknown ((tags)), tags of ' +
    'other tools, links and pictures that lead nowhere, unclosed tags, scripts, a mail that Gmail cuts, no way to unsubscribe.\n\nWarnings are ' +
    'what some readers would notice: pictures without alt text, over http or above 1 MB in all, parts wider than a ' +
    'phone, text that is hard to read, a missing title, language, charset or postal address, little text, hidden or filler text, and what some mail programs do not show, by the data of caniemail.com; --clients names those that count. How many opens each had is what Litmus counted in December 2021, worldwide: your own readers may use others.\n\n--fix replaces ' +
    'tags whose meaning is certain, {{first_name}} by ((first_name)), and shows the lines before and after. At a terminal, emk ' +
    'asks whether to.\n\n--check-links opens every web address of the mail once, with HEAD and then GET. A page that is not there is an ' +
    'error; no clear answer and a new address are warnings. It waits 10 s for each (--timeout) and 60 s in all (--max-wait), uses your ' +
    'proxy, and opens no unsubscribe link and no address with a tag. Without it, lint opens nothing.\n\nThe exit code is 10 for errors, and with --strict for warnings too.',
  takes: {
    source: {
      type: 'text',
      many: true,
      required: true,
      help: 'HTML or Markdown files, patterns of them, - for standard input, or templates by id or name',
      value: 'file|template',
    },
    clients: {
      type: 'text',
      value: 'program,program',
      help: 'Only what fails in these mail programs: gmail, outlook-windows, apple-mail …',
    },
    fix: {type: 'flag', help: 'Replace tags whose meaning is certain, in the files'},
    'check-links': {type: 'flag', help: 'Open each link and picture on the web, and say which do not work'},
    strict: {type: 'flag', help: 'Treat warnings as errors', decides: 'checks'},
    ...listOptions,
  },
  args: ['source'],
  calls: [operations.list, ...tagReads],
  asks: {picks: {source: fromTemplates}},
  examples: [
    'emk templates lint may.html',
    "emk templates lint 'letters/*.md' --fix",
    'emk templates lint may.html --clients gmail,outlook-windows',
    'emk templates lint Newsletter --strict -o json',
    'emk templates lint may.html --check-links',
  ],
  gives: {list: finding},
  async run(context, {source, clients, fix, strict, 'check-links': opens, ...options}) {
    const {programsOf} = await import('../../html/mail-programs.js');
    const programs = programsOf(clients);
    const sources = withFilesOf(context.host, source);
    const tags = await knownTags(context);
    const read: Linted[] = [];
    for (const each of sources) read.push(await lintSource(context, each, {tags, programs, fix: fix === true}));
    const found = (opens ? await withLinks(context, read) : read).flatMap(({findings, file}) =>
      findings.map(one => ({...one, file})),
    );
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
  readonly email: MadeEmail;
  readonly findings: readonly Finding[];
};

type Wanted = {readonly tags: readonly string[]; readonly programs: ReadonlySet<string>; readonly fix: boolean};

async function lintSource(context: Context, source: string, {tags, programs, fix}: Wanted): Promise<Linted> {
  const file = namesFile(context.host, source) ? source : null;
  const isFixable = file !== null && source !== '-';
  if (fix && !isFixable) throw notAFile(source);
  const written = await readSource(context, source);
  const isChanged = isFixable && (await mayRepair(context, source, {tags, fix}));
  const {name, email} = isChanged ? await readSource(context, source) : written;
  const {lintEmail} = await import('../shared/lint-email.js');
  return {name, file, email, findings: lintEmail(context.host, email, {file: source, tags, programs})};
}

/** Adds what the web says about the addresses of the emails. */
async function withLinks(context: Context, read: readonly Linted[]): Promise<readonly Linted[]> {
  const {checkLinks} = await import('./check-links.js');
  const {inOrder} = await import('../../html/lint.js');
  const found = await checkLinks(
    context,
    read.map(({email}) => email),
  );
  return read.map((each, at) => ({...each, findings: inOrder([...each.findings, ...(found[at] ?? [])])}));
}

/** Offers the certain repairs of a file, or makes them if the line says so. Returns whether the file changed. */
async function mayRepair(
  context: Context,
  file: string,
  {tags, fix}: {readonly tags: readonly string[]; readonly fix: boolean},
): Promise<boolean> {
  if (!fix && (!context.ask.possible || context.screenWidth === undefined)) return false;
  const {repairEmail} = await import('../shared/repair-email.js');
  return repairEmail(context, file, {tags, unasked: fix});
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

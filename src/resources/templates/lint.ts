import {tagReads} from '../../checks/tags.js';
import {type Context, command} from '../../commands/command.js';
import {operations} from '../../endpoints/templates.js';
import {CheckError} from '../../errors.js';
import type {MadeEmail} from '../../markdown/make-email.js';
import {finding} from '../../records/fields/finding.js';
import {listOptions} from '../../records/view/select.js';
import {counted} from '../../words/count.js';
import {reportOfFindings} from '../shared/findings-report.js';
import {knownTags} from './known-tags.js';
import {asWritten, findTemplate, fromTemplates, htmlOf, namesFile, readEmailFile, templateInWords} from './source.js';

export const lintCommand = command({
  summary: 'Find mistakes in the HTML of a mailing',
  details:
    'Lists what to fix, with line and column.\n\nErrors are what readers would see broken: unknown ((tags)), links and ' +
    'pictures that lead nowhere, unclosed tags, scripts, a mail that Gmail cuts, no way to unsubscribe.\n\nWarnings are ' +
    'what some readers would notice: pictures without alt text, over http or above 1 MB in all, parts wider than a ' +
    'phone, text that is hard to read, a missing title, charset or postal address, little text.\n\nThe exit code is 10 ' +
    'for errors, and with --strict for warnings too.',
  takes: {
    source: {
      type: 'text',
      required: true,
      help: 'An HTML or Markdown file, - for standard input, or a template by id or name',
      value: 'file|template',
    },
    strict: {type: 'flag', help: 'Treat warnings as errors', decides: 'checks'},
    ...listOptions,
  },
  args: ['source'],
  calls: [operations.list, ...tagReads],
  asks: {picks: {source: fromTemplates}},
  examples: ['emk templates lint may.html', 'emk templates lint Newsletter --strict -o json'],
  gives: {list: finding},
  async run(context, {source, strict, ...options}) {
    const {name, email} = await readSource(context, source);
    const [{lintEmail}, tags] = await Promise.all([import('../shared/lint-email.js'), knownTags(context)]);
    const findings = lintEmail(context.host, email, {file: source, tags});
    const found = findings.map(each => (strict ? {...each, level: 'error' as const} : each));
    return reportOfFindings(context, found, options, name, errors => lintError(name, errors.length, found.length));
  },
});

async function readSource(
  context: Context,
  source: string,
): Promise<{readonly name: string; readonly email: MadeEmail}> {
  if (namesFile(context.host, source))
    return {name: source === '-' ? 'the HTML' : source, email: await readEmailFile(context.host, source)};
  const template = await findTemplate(context, source);
  return {name: templateInWords(template), email: asWritten(htmlOf(template))};
}

function lintError(name: string, errors: number, all: number): CheckError {
  const warnings = all > errors ? ` and ${counted(all - errors, 'warning')}` : '';
  return new CheckError(`Found ${counted(errors, 'error')}${warnings} in ${name}.`, {
    hint: 'Fix these errors first. Each one says how.',
  });
}

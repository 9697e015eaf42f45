import {recordsOf} from '../api/record-sources.js';
import type {Loose} from '../api/schema.js';
import {tagReads} from '../checks/tags.js';
import {type Context, command} from '../commands/command.js';
import templates, {operations} from '../endpoints/templates.js';
import {CheckError} from '../errors.js';
import {type Finding, finding} from '../records/finding.js';
import {listOptions, toView} from '../records/select.js';
import {knownTags} from './known-tags.js';
import {findTemplate, htmlOf, namesFile, readHtml, templateInWords} from './template-source.js';

/** `emk templates lint FILE|ID`. */
export const lintCommand = command({
  summary: 'Look for mistakes in the HTML of a mailing',
  details:
    'Reads a file, standard input for -, or a template of the account, and lists what should be mended, with line and column. ' +
    'Errors are what readers would see broken: unknown ((tags)), links and pictures that lead nowhere, tags that are not ' +
    'closed, scripts, a mail that Gmail cuts, no way to unsubscribe. Warnings are what some would notice: pictures without ' +
    'alt text or over http, a missing title, charset or postal address, little text. With errors it exits with 10, with --strict for ' +
    'warnings too.',
  takes: {
    source: {
      type: 'text',
      required: true,
      help: 'A file of HTML, - for standard input, or a template by id or name',
      value: 'file|template',
    },
    strict: {type: 'flag', help: 'Take warnings for errors'},
    ...listOptions,
  },
  args: ['source'],
  calls: [operations.list, ...tagReads],
  asks: {picks: {source: async () => ({default: templates})}},
  examples: ['emk templates lint may.html', 'emk templates lint 5 --strict -o json'],
  async run(context, {source, strict, ...options}) {
    const view = toView(options, {
      shape: finding,
      columns: Object.keys(finding),
      importance: ['says', 'level', 'line', 'check', 'hint', 'column'],
    });
    const {name, html} = await readSource(context, source);
    const [{lintHtml}, tags] = await Promise.all([import('../html/lint.js'), knownTags(context)]);
    const found = lintHtml(html, {tags}).map(each => (strict ? {...each, level: 'error' as const} : each));
    const errors = found.filter(({level}) => level === 'error').length;
    return {
      kind: 'records',
      records: recordsOf(found.map(asRecord)),
      shape: finding,
      key: 'check',
      noun: {one: 'finding', many: 'findings'},
      view,
      ...(errors > 0 && {error: lintError(name, errors, found.length - errors)}),
    };
  },
});

async function readSource(context: Context, source: string): Promise<{readonly name: string; readonly html: string}> {
  if (namesFile(context.host, source))
    return {name: source === '-' ? 'The HTML' : source, html: await readHtml(context.host, source)};
  const template = await findTemplate(context, source);
  return {name: templateInWords(template), html: htmlOf(template)};
}

/** Every finding has the same fields, whatever the format. */
const asRecord = ({level, check, line, column, says, hint}: Finding): Loose => ({
  level,
  check,
  line: line ?? null,
  column: column ?? null,
  says,
  hint: hint ?? null,
});

const lintError = (name: string, errors: number, warnings: number): CheckError =>
  new CheckError(
    `${name} has ${counted(errors, 'error')}${warnings > 0 ? ` and ${counted(warnings, 'warning')}` : ''}.`,
    {hint: 'Mend the errors; each says what to do.'},
  );

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

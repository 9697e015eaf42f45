import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {readsWithoutKeys} from '../api/discretion.js';
import {type Context, command} from '../commands/command.js';
import {ownFormats} from '../commands/own-formats.js';
import templates, {operations} from '../endpoints/templates.js';
import {InterruptedError, UsageError} from '../errors.js';
import {tellingFileTrouble} from '../system/file-trouble.js';
import {writeWhole} from '../system/whole-file.js';
import {findTemplate, htmlOf, type Template, templateInWords} from './template-source.js';

/** `emk templates save ID|NAME [FILE]`. */
export const saveCommand = command({
  summary: 'Write a template to a file, as HTML or JSON',
  details:
    'A file that ends in .json gets the design as JSON, any other the HTML; --as says it otherwise. Without a file the ' +
    'template goes to standard output. A file that is there already is only replaced after a question, or with --force.',
  takes: {
    template: {type: 'text', required: true, help: 'The template, by id or name', value: 'template'},
    file: {type: 'text', value: 'file', help: 'Where to write (standard output)'},
    as: {type: 'text', choices: ['html', 'json'], help: "The form to write (by the file's name, or else html)"},
    force: {type: 'flag', help: 'Replace a file that is there already'},
  },
  args: ['template', 'file'],
  calls: [operations.list],
  formats: [...ownFormats],
  asks: {picks: {template: async () => ({default: templates})}},
  examples: ['emk templates save Newsletter newsletter.html', 'emk templates save 5 --as json | jq .'],
  async run(context, {template: given, file, as, force}) {
    const template = await findTemplate(readsWithoutKeys(context, context.discretion), given);
    const form = as ?? (/\.json$/i.test(file ?? '') ? 'json' : 'html');
    const text = form === 'json' ? jsonOf(template) : htmlOf(template);
    if (file === undefined || file === '-') return {kind: 'raw', body: text};
    await mayReplace(context, file, force === true || force === 1);
    if (!context.globals.dryRun) await tellingFileTrouble(() => writeWhole(resolve(context.host.cwd, file), [text]));
    const data = {file, id: template.id, form, bytes: Buffer.byteLength(text)};
    const did = context.globals.dryRun ? 'would be written' : 'was written';
    return {
      kind: 'data',
      data,
      text: `${templateInWords(template)} ${did} to ${file} as ${form === 'json' ? 'JSON' : 'HTML'}.`,
    };
  },
});

function jsonOf(template: Template): string {
  const {id, json_code, html_code} = template;
  if (json_code) return json_code;
  throw new UsageError(`${templateInWords(template)} has no JSON.`, {
    hint: html_code ? `It has HTML: emk templates save ${id} --as html` : 'It is empty.',
  });
}

/** Throws unless the file may be written: it is not there, or its loss is meant. */
export async function mayReplace(
  {ask, globals, host}: Pick<Context, 'ask' | 'globals' | 'host'>,
  file: string,
  force: boolean,
): Promise<void> {
  if (force || globals.yes || globals.dryRun || !existsSync(resolve(host.cwd, file))) return;
  if (!ask.possible) {
    throw new UsageError(`${file} is there already.`, {
      hint: 'Nothing was written. Pass --force to replace it, or name another file.',
    });
  }
  if (!(await ask.confirm(`${file} is there already. Replace it?`))) throw new InterruptedError('Nothing was written.');
}

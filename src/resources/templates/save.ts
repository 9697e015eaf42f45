import {command} from '../../commands/command.js';
import {operations} from '../../endpoints/templates.js';
import {UsageError} from '../../errors.js';
import {findTemplate, fromTemplates, htmlOf, type Template, templateInWords} from './source.js';

export const saveCommand = command({
  summary: 'Save a template to a file, as HTML or JSON',
  details:
    'A file ending in .json gets the design as JSON, any other file gets the HTML. Without a ' +
    'file that goes to standard output. If the file exists, emk asks before it replaces it; in a script, add ' +
    '--overwrite.',
  takes: {
    template: {
      type: 'text',
      required: true,
      offers: fromTemplates,
      help: 'The template, by id or name',
      value: 'template',
    },
    file: {type: 'text', value: 'file', help: 'File to write (default: standard output)'},
  },
  args: ['template', 'file'],
  calls: [operations.list],
  makesFile: {param: 'file', holds: 'the template'},
  examples: ['emk templates save Newsletter newsletter.html', 'emk templates save Newsletter design.json'],
  gives: 'text',
  async run(context, {template: given, file}) {
    const template = await findTemplate(context, given);
    const name = file ?? context.globals.out ?? '';
    const form = /\.json(?:\.gz)?$/i.test(name) ? 'json' : 'html';
    const sentence = (file: string): string =>
      `${templateInWords(template)} was written to ${file} as ${form === 'json' ? 'JSON' : 'HTML'}.`;
    return {
      kind: 'raw',
      body: form === 'json' ? jsonOf(template) : htmlOf(template),
      ...(form === 'json' && {form: 'json'}),
      made: () => ({sentence, data: {id: template.id, form}}),
    };
  },
});

function jsonOf(template: Template): string {
  const {id, json_code, html_code} = template;
  if (json_code) return json_code;
  throw new UsageError(`${templateInWords(template)} has no JSON.`, {
    hint: html_code ? `It has HTML: emk templates save ${id} ${id}.html` : 'It is empty.',
  });
}

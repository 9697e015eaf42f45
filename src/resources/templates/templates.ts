import {recordsOf} from '../../api/answers/record-sources.js';
import {command, type Group} from '../../commands/command.js';
import {list} from '../../commands/verbs/list.js';
import {viewOf} from '../../commands/view.js';
import templates, {operations, tag, template} from '../../endpoints/templates.js';
import {NotFoundError} from '../../errors.js';
import {listOptions, sheetOption, toFields, wholeSheet} from '../../records/view/select.js';
import {lintCommand} from './lint.js';
import {previewCommand} from './preview.js';
import {saveCommand} from './save.js';
import {fromTemplates} from './source.js';

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
        id: {
          type: 'integer',
          required: true,
          help: 'The template, by id or name',
          from: fromTemplates,
          value: 'template',
        },
        ...sheetOption,
      },
      args: ['id'],
      calls: [operations.list],
      examples: ['emk templates show Newsletter', 'emk templates show Newsletter -o json'],
      gives: {record: template},
      async run({stream}, {id, columns}) {
        const fields = toFields(columns, {shape: template, sheet: wholeSheet(template, 'template_name')});
        for await (const batch of stream(operations.list)) {
          const found = batch.find(one => one.id === id);
          if (found) return {kind: 'record', record: found, shape: template, key: 'id', fields};
        }
        throw new NotFoundError(`There is no template ${id}.`, {hint: 'To see the templates: emk templates list'});
      },
    }),
    tags: command({
      summary: 'List the tags that a template can use, such as ((first_name))',
      details:
        'The service replaces a tag by the value of each reader. It knows ((first_name)) exactly like this: without ' +
        'blanks, and without a default such as ((first_name,"there")). A reader without a first name sees nothing in ' +
        'its place. "emk mailings check" says how many readers that would be.',
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
    save: saveCommand,
    preview: previewCommand,
  },
} satisfies Group;

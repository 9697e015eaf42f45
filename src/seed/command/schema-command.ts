import {command} from '../../commands/command.js';

export const schemaCommand = command({
  summary: 'Print the JSON Schema of a seed file',
  details:
    'Editors that know JSON Schema complete the keys of the file and mark what cannot be meant. Save it, and begin the file ' +
    'with "# yaml-language-server: $schema=emk-seed.schema.json".',
  takes: {},
  gives: {document: () => import('../../json-schema/any-json.schema.js')},
  examples: ['emk seed schema > emk-seed.schema.json', 'emk seed schema | jq .properties.contacts'],
  calls: [],
  async run() {
    const {seedSchema} = await import('../file/seed-schema.js');
    const schema = seedSchema();
    return {kind: 'data', data: schema, text: `${JSON.stringify(schema, undefined, 2)}\n`};
  },
});

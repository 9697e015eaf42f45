import {type Command, command} from '../../commands/command.js';

/** `schema` of files that people write: their JSON Schema, for an editor. */
export const schemaCommand = (
  schema: () => Promise<unknown>,
  about: Pick<Command, 'summary' | 'details' | 'examples'>,
): Command =>
  command({
    ...about,
    takes: {},
    gives: {document: () => import('../../json-schema/any-json.schema.js')},
    calls: [],
    async run() {
      const data = await schema();
      return {kind: 'data', data, text: `${JSON.stringify(data, undefined, 2)}\n`};
    },
  });

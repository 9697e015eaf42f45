import type {Tree} from '../commands/tree-words.js';
import {pageOf, topics} from '../help/topics.js';
import {type NamedSchema, namedSchemas, toDocument} from '../schema/command/named-schemas.js';
import {fitting} from './cut.js';
import {harmless} from './harmless.js';
import {mostCharacters} from './limits.js';
import type {Resource, ResourceText, Served} from './protocol.js';
import {type Running, runLine} from './run-line.js';

/** What an agent can read besides calling tools: the help, the shape of every record, and the account's templates. */
export async function resourcesOf(
  tree: Tree,
  running: Running & {readonly masksAddresses: boolean},
): Promise<Pick<Served, 'resources' | 'patterns' | 'read'>> {
  const schemas = await namedSchemas(tree);
  return {
    resources: [
      ...topics().map(({name, summary}) => resource('help', name, summary)),
      ...schemas
        .filter(({kind}) => kind === 'record')
        .map(({name}) => resource('schema', name, `The fields of ${name}`)),
    ],
    patterns: [
      {
        uriTemplate: 'emk://schema/{name}',
        name: 'schema',
        description: 'The shape of a record, or of what a command prints',
      },
      {uriTemplate: 'emk://template/{id}', name: 'template', description: 'A template of the account, with its HTML'},
    ],
    async read(uri, signal) {
      const [, kind = '', name = ''] = /^emk:\/\/(\w+)\/(.+)$/.exec(uri) ?? [];
      if (kind === 'help') {
        const topic = topics().find(each => each.name === name);
        return textOf(topic && pageOf(topic, name));
      }
      if (kind === 'schema') return schemaText(schemas, name);
      return kind === 'template' && /^\d+$/.test(name) ? templateText(running, name, signal) : undefined;
    },
  };
}

const resource = (kind: 'help' | 'schema', name: string, description: string): Resource => ({
  uri: `emk://${kind}/${encodeURIComponent(name)}`,
  name,
  description,
});

const textOf = (text: string | undefined): ResourceText | undefined =>
  text === undefined ? undefined : {text, mimeType: 'text/plain'};

const json = (value: unknown): ResourceText => ({text: JSON.stringify(value), mimeType: 'application/json'});

function schemaText(schemas: readonly NamedSchema[], asked: string): ResourceText | undefined {
  const found = schemas.find(({name}) => encodeURIComponent(name) === asked);
  return found && json(toDocument(found));
}

async function templateText(
  running: Running & {readonly masksAddresses: boolean},
  id: string,
  signal: AbortSignal,
): Promise<ResourceText | undefined> {
  const {data, error} = await runLine(running, ['templates', 'show', '--', id], signal);
  if (error?.code === 'not_found') return undefined;
  return json(fitting(harmless(error ? {error} : data, running), mostCharacters));
}

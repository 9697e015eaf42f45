/**
 * The shapes of what emk prints, for `emk schema` and tools for agents. They follow from the endpoint table
 * and from what commands `give`; `records/fields` has the schema of one record.
 */

import type {Shape} from '../api/describe/schema.js';
import type {Command} from '../commands/command.js';
import {either, listOf, type Schema} from '../json-schema/describe.js';
import {allOf, type Described, type Given} from '../output/results/result.js';
import {schemaOfShape} from '../records/fields/record-schema.js';

/** The JSON Schema of what a command prints with `-o json`; undefined for one that prints no JSON. */
export async function schemaOfCommand({
  gives,
  makesFile,
}: Pick<Command, 'gives' | 'makesFile'>): Promise<Schema | undefined> {
  const printed = await Promise.all(allOf(gives).map(schemaOf));
  const ofFile = makesFile && (await import('../output/results/written-file.schema.js')).default;
  const schemas = [...printed, ofFile].filter(schema => schema !== undefined);
  const [first, ...others] = schemas;
  return others.length === 0 ? first : eitherWithParts(schemas);
}

/** Any of these. Parts that a schema refers to stand at the top, where its references look for them. */
function eitherWithParts(schemas: readonly Schema[]): Schema {
  const parts = Object.assign({}, ...schemas.map(({$defs}) => $defs));
  const bodies = schemas.map(schema => {
    const {$defs, ...body} = schema;
    return $defs === undefined ? schema : body;
  });
  return {...either(...bodies), ...(Object.keys(parts).length > 0 && {$defs: parts})};
}

async function schemaOf(given: Given): Promise<Schema | undefined> {
  if (given === 'done') return (await import('../output/results/documents.schema.js')).doneDocument;
  if (typeof given === 'string') return undefined;
  if ('list' in given) return listOf(schemaOfShape(given.list));
  return 'record' in given ? schemaOfShape(given.record) : ofDocument(given.document);
}

const ofDocument = async (document: Described): Promise<Schema> =>
  isShape(document) ? schemaOfShape(document) : (await document()).default;

const isShape = (document: Described): document is Shape => typeof document !== 'function';

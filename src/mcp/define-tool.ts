import type {Does, Param} from '../api/describe/schema.js';
import {boolean, either, integer, listOf, object, optional, type Schema, text} from '../json-schema/describe.js';
import {schemaOfCommand} from '../schema/schema-of-command.js';
import {mostRecords, usualRecords} from './limits.js';
import {type Given, isRequired, type PlacedTool, parametersOf} from './placed-tool.js';
import type {Definition} from './protocol.js';

/** A tool as an agent sees it: its schemas and annotations follow from the commands that it runs. */
export async function defineTool(placed: PlacedTool, {dryRun}: {readonly dryRun: boolean}): Promise<Definition> {
  const {name, title, description} = placed.tool;
  return {
    name,
    title,
    description,
    inputSchema: inputOf(placed),
    // A dry run prints what it would have sent.
    ...(!dryRun && {outputSchema: await outputOf(placed)}),
    annotations: annotationsOf(new Set(placed.commands.flatMap(({effects}) => [...effects]))),
  };
}

/** What an agent may give: the kind, and the parameters of the commands under the same names. */
function inputOf({tool, commands}: PlacedTool): Schema {
  const kinds = commands.flatMap(({kind}) => kind ?? []);
  const byName = new Map<string, Owned[]>();
  for (const each of commands)
    for (const given of parametersOf(tool, each))
      byName.set(given.name, [...(byName.get(given.name) ?? []), {...given, kind: each.kind}]);
  const parameters = [...byName].map(([name, owned]) => {
    const isAlwaysThere = owned.length === commands.length && owned.every(each => isRequired(tool, each));
    const schema = schemaOfParameter(owned, kinds);
    return [name, isAlwaysThere ? schema : optional(schema)] as const;
  });
  return {
    ...object({
      ...(kinds.length > 0 && {kind: {type: 'string', enum: kinds}}),
      ...Object.fromEntries(parameters),
      ...(tool.inParts && {limit: optional(howMany)}),
    }),
    additionalProperties: false,
  };
}

type Owned = Given & {readonly kind: string | undefined};

const howMany: Schema = {
  ...integer,
  minimum: 1,
  maximum: mostRecords,
  description: `Records in an answer (${usualRecords})`,
};

function schemaOfParameter(owned: readonly Owned[], kinds: readonly string[]): Schema {
  const [{param} = {param: undefined}] = owned;
  if (!param) return text;
  const helps = new Map<string, string[]>();
  for (const {kind = '', param} of owned)
    helps.set(param.help, [...(helps.get(param.help) ?? []), param.required ? `${kind} (required)` : kind]);
  const isForAll = helps.size === 1 && owned.length === Math.max(1, kinds.length);
  const described = [...helps].map(([help, kinds]) => (isForAll ? help : `${kinds.join(', ')}: ${help}`));
  return {...(param.many ? listOf(schemaOfValue(param)) : schemaOfValue(param)), description: described.join('; ')};
}

/** Names stand for ids, so a number may be a text too. */
function schemaOfValue({type, choices, from}: Param): Schema {
  if (type === 'flag') return boolean;
  if (choices) return {...text, enum: choices};
  return type === 'integer' && !from ? integer : text;
}

/** What a tool answers: what its command prints as JSON, and what else emk says. */
async function outputOf({tool: {always = []}, commands}: PlacedTool): Promise<Schema> {
  const printed = always.includes('--count')
    ? [integer]
    : (await Promise.all(commands.map(({command}) => schemaOfCommand(command)))).filter(schema => schema !== undefined);
  const depth = commands.length === 1 ? 1 : 0;
  const different = new Map(
    printed.map(schema => {
      const brief = inBrief(schema, depth);
      return [JSON.stringify(brief), brief];
    }),
  );
  const [first = {}, ...others] = [...different.values()];
  return object({
    result: others.length === 0 ? first : either(first, ...others),
    notices: optional(listOf(text)),
    next: optional(text),
    error: optional({type: 'object'}),
  });
}

/**
 * A schema down to some depth, without which fields are always there: an agent names the columns that it wants. The whole
 * schema of each record is a resource.
 */
function inBrief({type, items, properties, anyOf}: Schema, depth: number): Schema {
  if (Array.isArray(anyOf)) return either(...anyOf.map(each => inBrief(each, depth)));
  if (type === 'array' && isSchema(items)) return listOf(inBrief(items, depth));
  if (type !== 'object' || !isSchema(properties) || depth === 0) return type === undefined ? {} : {type};
  const fields = Object.entries(properties).map(([name, field]) => [name, inBrief(field as Schema, depth - 1)]);
  return {type, properties: Object.fromEntries(fields)};
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** What an agent's program may warn of before it runs a tool. */
const annotationsOf = (effects: ReadonlySet<Does>): Definition['annotations'] => {
  const changing = [...effects].filter(effect => effect !== 'reads');
  return {
    readOnlyHint: changing.length === 0,
    destructiveHint: changing.some(effect => effect !== 'creates'),
    idempotentHint: changing.every(effect => effect === 'updates' || effect === 'deletes'),
    openWorldHint: effects.has('sends'),
  };
};

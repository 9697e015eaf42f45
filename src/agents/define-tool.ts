import type {Does, Param} from '../api/describe/schema.js';
import {boolean, either, integer, listOf, object, optional, type Schema, text} from '../core/json-schema/describe.js';
import type {Definition} from './protocol.js';
import {type Given, isRequired, mostRecords, type PlacedTool, parametersOf, type Tool, usualRecords} from './tools.js';

/** A tool as an agent sees it: its parameters and annotations follow from the commands that it runs. */
export function defineTool(placed: PlacedTool): Definition {
  const {name, title, description} = placed.tool;
  return {name, title, description, inputSchema: inputOf(placed), annotations: annotationsOf(effectsOf(placed))};
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
    const schema = schemaOfParameter(tool, owned, kinds);
    return [name, isAlwaysThere ? schema : optional(schema)] as const;
  });
  return {
    ...object({
      ...(kinds.length > 0 && {kind: {type: 'string', enum: kinds}}),
      ...Object.fromEntries(parameters),
      ...(tool.inParts && {limit: optional(howMany), next: optional(fromWhere)}),
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

const fromWhere: Schema = {...integer, minimum: 0, description: 'To go on with a list: the "next" of its answer'};

function schemaOfParameter(tool: Tool, owned: readonly Owned[], kinds: readonly string[]): Schema {
  const [{param} = {param: undefined}] = owned;
  if (!param) return text;
  const helps = new Map<string, string[]>();
  const isVaried = new Set(owned.map(each => isRequired(tool, each))).size > 1;
  for (const each of owned) {
    const {kind = '', name, param} = each;
    const help = parameterWords[name] ?? param.help;
    helps.set(help, [...(helps.get(help) ?? []), isRequired(tool, each) && isVaried ? `${kind} (required)` : kind]);
  }
  // Where most kinds have it, an agent learns from the error which ones do not.
  const isForMost = helps.size === 1 && !isVaried && owned.length > kinds.length / 2;
  const described = [...helps].map(([help, kinds]) => (isForMost ? help : `${kinds.join(', ')}: ${help}`));
  const one = schemaOfValue(param);
  const several = owned.filter(each => each.param.many).length;
  const schema = several === owned.length ? listOf(one) : several > 0 ? either(one, listOf(one)) : one;
  return {...schema, description: described.join('; ')};
}

/** Names stand for ids, so a number may be a text too. */
function schemaOfValue({type, choices, from}: Param): Schema {
  if (type === 'flag') return boolean;
  if (choices) return {...text, enum: choices};
  return type === 'integer' && !from ? integer : text;
}

const effectsOf = ({tool: {always = []}, commands}: PlacedTool): ReadonlySet<Does> =>
  new Set(always.includes('--dry-run') ? ['reads'] : commands.flatMap(({effects}) => [...effects]));

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

/** What parameters are to an agent, where the help of the command speaks to people at a terminal. */
const parameterWords: Readonly<Record<string, string>> = {
  record: 'By id, code, name or email address',
  records: 'By id, code, name or email address',
  mailing: 'By id, name or code',
  names: 'By name or code (all)',
  path: 'In the allowed folder',
  file: 'A file in the allowed folder',
  run: 'Its id, as undo without a run lists it',
  email: 'Email address, or several',
  columns: 'Fields to show, such as id,created_at; or all',
  'if-missing': 'If it exists, give it back and create nothing',
  html: 'Your own email, as HTML',
  'status-column': 'The column that says who gets no mail, or none',
  where: "Conditions that must all hold, such as 'created_at>=last week'; = != < <= > >=, ~ for contains",
};

import {partsOf} from '../api/describe/route.js';
import type {Method, Operation, Param, Returns} from '../api/describe/schema.js';
import type {loadCollections} from '../endpoints/all.js';
import {about, listOf, mapOf, object, oneOf, type Schema, text} from '../json-schema/describe.js';
import {schemaOfShape} from '../records/fields/record-schema.js';
import {capital} from '../words/sentence.js';

type Collections = Awaited<ReturnType<typeof loadCollections>>;

/**
 * The service's API as an OpenAPI document (3.1), from the same table that emk's requests follow. What the service's own
 * documentation leaves open is marked with `x-open`.
 */
export function openApiOf(collections: Collections, version: string): object {
  const places = collections.flatMap(({path: tag, operations}) =>
    Object.entries(operations).flatMap(([name, operation]) => placesOf(tag, name, operation)),
  );
  const paths = Object.fromEntries(
    [...new Set(places.map(({path}) => path))].map(path => [
      path,
      Object.fromEntries(
        places
          .filter(place => place.path === path)
          .map(place => [place.method.toLowerCase(), described(place, collections)]),
      ),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Email marketing service',
      version,
      description: 'What emk knows of the API of the service. Fields beside those listed may come.',
    },
    servers: [{url: '{base_url}', variables: {base_url: {default: 'https://example.com/api'}}}],
    security: [{PublicKey: [], SecretKey: []}],
    tags: collections.map(({path: tag}) => ({name: tag})),
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        ['PublicKey', 'SecretKey'].map(name => [name, {type: 'apiKey', in: 'header', name}]),
      ),
      schemas: {
        ...Object.fromEntries(collections.map(({path, record}) => [recordName(path), schemaOfShape(record)])),
        Failure: failure,
      },
    },
  };
}

type Place = {
  readonly tag: string;
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
};

/** Where an operation stands: at each method that the service takes for it. */
function placesOf(tag: string, name: string, operation: Operation): readonly Place[] {
  const {method, path} = partsOf(operation);
  const id = recordName(tag).replace(/^./, letter => letter.toLowerCase()) + capital(name);
  const also = operation.also
    ? [{tag, id: id + capital(operation.also.toLowerCase()), method: operation.also, path, operation}]
    : [];
  return [{tag, id, method, path, operation}, ...also];
}

function described({operation, method, tag, id}: Place, collections: Collections): object {
  const {inPath, inQuery} = partsOf(operation);
  const inForm = Object.entries(operation.params).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name));
  const inRoute = [...inPath.map(name => [name, 'path']), ...inQuery.map(name => [name, 'query'])];
  return {
    operationId: id,
    tags: [tag],
    'x-effect': operation.effect,
    parameters: inRoute.map(([name = '', place]) => ({
      name,
      in: place,
      required: true,
      schema: oneValue(operation.params[name] ?? {type: 'text', help: ''}),
    })),
    ...(inForm.length > 0 && {requestBody: bodyOf(inForm, operation, method)}),
    responses: {
      200: {description: 'Done', content: contentOf(operation.returns, recordOf(operation, collections))},
      default: {
        description: 'Not done. The status may be 200 here too: only "status" in the body tells.',
        'x-open': 'Which status codes come with a failure',
        content: {'application/json': {schema: {$ref: '#/components/schemas/Failure'}}},
      },
    },
  };
}

/** The record of an operation as a reference, if it is one that has a name. */
function recordOf({returns}: Operation, collections: Collections): Schema {
  if (!('shape' in returns)) return {};
  const collection = collections.find(({record}) => record === returns.shape);
  return collection ? {$ref: `#/components/schemas/${recordName(collection.path)}`} : schemaOfShape(returns.shape);
}

const recordName = (path: string): string => path.split(/[ -]/).map(capital).join('');

/** The form of a request. A list is sent as name[0], name[1], …: that is what its fields are called. */
function bodyOf(params: ReadonlyArray<readonly [string, Param]>, {encoding}: Operation, method: Method): object {
  const properties = params.map(([name, param]) => [param.many ? `${name}[0]` : name, oneValue(param)] as const);
  const lists = params.filter(([, {many}]) => many);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(lists.length > 0 && {
      patternProperties: Object.fromEntries(lists.map(([name, param]) => [`^${name}\\[\\d+\\]$`, oneValue(param)])),
    }),
    required: params.flatMap(([name, {required, many}]) => (required ? [many ? `${name}[0]` : name] : [])),
  };
  const type = encoding === 'urlencoded' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
  return {
    required: schema.required.length > 0,
    content: {[type]: {schema}},
    ...(method === 'GET' && {'x-open': 'Whether a GET may have a form'}),
  };
}

/** One value of a parameter. Forms send texts; the schema says what the text holds. */
function oneValue({type, help, choices, limits}: Param): object {
  const documented = help === '' ? {} : {description: help};
  if (choices) return {...documented, type: 'string', enum: choices};
  const {min, max} = limits ?? {};
  switch (type) {
    case 'integer':
      return {
        ...documented,
        type: 'integer',
        ...(min !== undefined && {minimum: min}),
        ...(max !== undefined && {maximum: max}),
      };
    case 'flag':
      return {...documented, type: 'integer', enum: [0, 1]};
    case 'date':
      return {...documented, type: 'string', format: 'date'};
    case 'file':
      return {...documented, type: 'string', contentMediaType: 'application/octet-stream'};
    default:
      return {
        ...documented,
        type: 'string',
        ...(min !== undefined && {minLength: min}),
        ...(max !== undefined && {maxLength: max}),
      };
  }
}

function contentOf(returns: Returns, record: Schema): object {
  if (returns.kind === 'file') return {'*/*': {schema: {'x-open': 'The type of the file'}}};
  return {'application/json': {schema: successOf(returns, record)}};
}

function successOf(returns: Exclude<Returns, {kind: 'file'}>, record: Schema): Schema {
  const status = oneOf('success');
  switch (returns.kind) {
    case 'many':
      return object({status, message: object({[returns.key]: listOf(record)})});
    case 'tags':
      return object({status, message: object({[returns.key]: listOf(text)})});
    case 'several':
      return object({
        status,
        message: object(
          Object.fromEntries(returns.keys.map(key => [key, listOf(open('The fields of these records'))])),
        ),
      });
    case 'one':
      return object({status, message: object({[returns.key]: returns.inArray ? listOf(record) : record})});
    case 'utr':
      return object({status, message: object({utr: text})});
    case 'text':
      return object({status, [returns.under]: about(`"${returns.text}"`, text)});
  }
}

const open = (what: string): Schema => ({'x-open': what});

const failure = object({
  status: oneOf('failed'),
  errors: {
    anyOf: [about('Complaints by parameter', mapOf(listOf(text))), text],
    'x-open': 'Which of the two comes when',
  },
});

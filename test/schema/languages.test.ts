/** The shapes for other languages: types of TypeScript, and the service's API as an OpenAPI document. */
import ts from 'typescript';
import {expect} from 'vitest';
import {partsOf} from '../../src/api/describe/route.js';
import {loadOperations} from '../../src/endpoints/all.js';
import {typescriptOf} from '../../src/schema/typescript.js';
import {longTest, test} from '../in-two-parts.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

/** The complaints of the compiler about a module, under strict. */
function complaintsAbout(text: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const {getSourceFile} = host;
  host.getSourceFile = (name, ...more) =>
    name === 'emk.ts' ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...more);
  const program = ts.createProgram(['emk.ts'], options, host);
  return ts.getPreEmitDiagnostics(program).map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

longTest('the types of everything compile under strict, and hold what emk prints', async () => {
  const {stdout} = await shell().emk('schema --typescript');
  const lists = (await shell().emk('contact-types list -o json')).stdout;
  const failed = (await shell().emk('contact-types show 99 -o json')).stderr;
  const used = `${stdout}
    export const lists: ContactTypesList = ${lists};
    export const failed: Error = ${failed};
    export const names: readonly string[] = lists.map(({name}) => name);`;
  expect(complaintsAbout(used)).toEqual([]);
  expect(complaintsAbout(`${used}\nlists[0]?.name satisfies number;`)).toHaveLength(1);
});

test.each([
  [{type: ['string', 'null']}, 'string | null'],
  [{enum: ['a', 1]}, '"a" | 1'],
  [{type: 'array', items: {anyOf: [{type: 'integer'}, {type: 'string'}]}}, 'ReadonlyArray<number | string>'],
  [{type: 'object', additionalProperties: {type: 'boolean'}}, '{\n  readonly [name: string]: boolean;\n}'],
  [
    {type: 'object', properties: {'a-b': {}, c: {}}, required: ['c']},
    '{\n  readonly "a-b"?: unknown;\n  readonly c: unknown;\n}',
  ],
  [{$ref: '#/$defs/contact-types'}, 'ContactTypes'],
])('%j', (schema, type) => {
  expect(typescriptOf({'x-y': schema})).toBe(`export type XY = ${type};\n`);
});

longTest('the OpenAPI document has every operation of the table once, in the form that is sent', async () => {
  const {paths, components} = JSON.parse((await shell().emk('schema --openapi')).stdout);
  const described = Object.entries(
    paths as Record<string, Record<string, {operationId: string; 'x-effect': string}>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, {operationId}]) => [`${method.toUpperCase()} ${path}`, operationId] as const),
  );
  const operations = await loadOperations();
  const wanted = operations.flatMap(operation => {
    const {method, path} = partsOf(operation);
    return [method, ...(operation.also ? [operation.also] : [])].map(each => `${each} ${path}`);
  });
  expect(described.map(([at]) => at).sort()).toEqual(wanted.sort());
  expect(new Set(described.map(([, id]) => id)).size).toBe(described.length);
  const upload = paths['/contacts/upload-csv'].post.requestBody.content['multipart/form-data'].schema;
  expect(upload.required).toEqual(['contact_type_id', 'file']);
  const gone = paths['/contacts/bulk-delete'].post.requestBody.content['application/x-www-form-urlencoded'].schema;
  expect([gone.required, Object.keys(gone.patternProperties)]).toEqual([['strIds[0]'], ['^strIds\\[\\d+\\]$']]);
  const references = JSON.stringify(paths).matchAll(/#\/components\/schemas\/(\w+)/g);
  for (const [, name = ''] of references) expect(Object.keys(components.schemas)).toContain(name);
});

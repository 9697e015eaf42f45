import {readFile} from 'node:fs/promises';

/** Parts of dependencies that emk never reaches, and that would cost every start their loading. */
const stubbed = [
  // conf imports a JSON Schema validator statically; emk gives it no schema.
  {filter: /^ajv\/dist\/2020\.js$/, contents: 'export class Ajv2020 {}'},
  {filter: /^ajv-formats$/, contents: 'export default {}'},
  // form-data looks types of files up in a large table when it is not told; emk tells it always.
  {filter: /^mime-types$/, contents: 'module.exports = {lookup: () => false}'},
  // commander could run other programs as its commands.
  {filter: /^node:child_process$/, importer: /\/commander\//, contents: 'module.exports = {}'},
  // undici speaks HTTP/2 only when told to, and loads node:http2 all the same.
  {
    filter: /^\.\/client-h2(\.js)?$/,
    contents: 'module.exports = () => { throw new Error("HTTP/2 is not part of emk") }',
  },
  // undici asks node:http for its usual limit of headers and for a class to compare with, and loads all of it for that.
  {
    filter: /^node:http$/,
    importer: /\/undici\//,
    contents: 'module.exports = {maxHeaderSize: 16384, IncomingMessage: class {}}',
  },
  // undici checks itself with it, and loads comparisons and coloured differences for that. It fails with the same code,
  // by which emk knows an answer that undici could make nothing of.
  {
    filter: /^node:assert$/,
    importer: /\/undici\//,
    contents: `module.exports = (holds, message) => {
      if (!holds) throw Object.assign(new Error(message ?? "undici lost track"), {code: "ERR_ASSERTION"});
    }`,
  },
  // Only for bodies made of FormData, which emk never sends.
  {filter: /\/web\/fetch\/body(\.js)?$/, contents: 'module.exports = {}'},
];

/** Tells them from files: each pack that needs one has its own. */
export const isStub = path => path.startsWith('stub-');

/** Leaves them out of the bundle. */
export const stubs = {
  name: 'stubs',
  setup({onResolve, onLoad}) {
    for (const [index, {filter, importer = /./, contents}] of stubbed.entries()) {
      const namespace = `stub-${index}`;
      onResolve({filter}, found => (importer.test(found.importer) ? {path: found.path, namespace} : undefined));
      onLoad({filter: /./, namespace}, () => ({contents, loader: 'js'}));
    }
  },
};

/**
Node 20 holds a finished process back for 65 ms while it optimises the WebAssembly of undici's parser. V8 is told not to,
until the very end: what is compiled under other flags than usual cannot be kept for the next run.
*/
export const quickExit = {
  name: 'quick-exit',
  setup({onLoad}) {
    onLoad({filter: /llhttp(_simd)?-wasm\.js$/}, async ({path}) => ({
      contents: compiledQuickly + (await readFile(path, 'utf8')),
    }));
  },
};

const compiledQuickly = `
if (process.versions.node.startsWith('20.')) {
  const {setFlagsFromString} = require('node:v8');
  const tellV8 = flags => flags.forEach(flag => setFlagsFromString(flag));
  tellV8(['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']);
  process.prependOnceListener('exit', () => tellV8(['--wasm-tier-up', '--wasm-dynamic-tiering']));
}
`;

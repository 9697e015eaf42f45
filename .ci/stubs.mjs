import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {join} from 'node:path';

/** Parts of dependencies that emk never uses, and whose loading would slow every start. */
const stubbed = [
  // conf imports a JSON Schema validator statically; emk gives it no schema.
  {filter: /^ajv\/dist\/2020\.js$/, contents: 'export class Ajv2020 {}'},
  {filter: /^ajv-formats$/, contents: 'export default {}'},
  // It would also bring old configuration to a newer form; emk does that itself.
  {filter: /^semver$/, importer: /\/conf\//, contents: 'export default {}'},
  // The agent protocol's SDK would hold answers to questions against a schema; emk reads them itself.
  {
    filter: /^\.\/ajvProvider-/,
    contents: 'export class AjvJsonSchemaValidator {} export {AjvJsonSchemaValidator as n}',
  },
  // Its schemas could describe themselves; emk's tools bring schemas of their own.
  {filter: /\/(to-json-schema|json-schema-processors)\.js$/, importer: /\/zod\//, contents: sameNames},
  // form-data looks up file types in a large table if none is given; emk always gives one.
  {filter: /^mime-types$/, contents: 'module.exports = {lookup: () => false}'},
  // It also gives forms a name for Object.prototype.toString.
  {filter: /^es-set-tostringtag$/, contents: 'module.exports = () => {}'},
  // commander could run other programs as its commands.
  {filter: /^node:child_process$/, importer: /\/commander\//, contents: 'module.exports = {}'},
  // undici uses HTTP/2 only if told to, but always loads node:http2.
  {
    filter: /^\.\/client-h2(\.js)?$/,
    contents: 'module.exports = () => { throw new Error("HTTP/2 is not part of emk") }',
  },
  // undici loads node:http only for the default header limit and for a class to compare with.
  {
    filter: /^node:http$/,
    importer: /\/undici\//,
    contents: 'module.exports = {maxHeaderSize: 16384, IncomingMessage: class {}}',
  },
  // undici checks itself with it, which loads comparisons and coloured diffs. The stub fails with the same code, by
  // which emk recognises an answer that undici could not parse.
  {
    filter: /^node:assert$/,
    importer: /\/undici\//,
    contents: `module.exports = (holds, message) => {
      if (!holds) throw Object.assign(new Error(message ?? "undici lost track"), {code: "ERR_ASSERTION"});
    }`,
  },
  // undici's tree of known header names only saves it writing them in small letters.
  {filter: /^\.\/tree(\.js)?$/, importer: /\/undici\//, contents: 'exports.tree = {lookup: () => null}'},
  // Its parser needs few of the constants of HTTP, and makes all of them at each start.
  {filter: /\/llhttp\/constants(\.js)?$/, importer: /\/undici\//, contents: parserConstants},
  // Only for bodies made of FormData, which emk never sends.
  {filter: /\/web\/fetch\/body(\.js)?$/, contents: 'module.exports = {}'},
];

/** The constants that undici's parser reads. */
function parserConstants(path) {
  const {ERROR, TYPE} = createRequire(path)(path);
  return `module.exports = ${JSON.stringify({ERROR, TYPE})}`;
}

/** A module that exports the same names, each a function that makes functions that do nothing. */
async function sameNames(path) {
  const text = await readFile(path, 'utf8');
  const names = [...text.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(([, name]) => name);
  return names.map(name => `export const ${name} = () => () => ({});`).join('\n');
}

/** Whether a path is a stub instead of a file: each pack that needs one has its own. */
export const isStub = path => path.startsWith('stub-');

/** Replaces them in the bundle. */
export const stubs = {
  name: 'stubs',
  setup({onResolve, onLoad}) {
    // undici has its parser twice, and the one without SIMD works on every machine.
    onResolve({filter: /\/llhttp_simd-wasm(\.js)?$/}, ({path, resolveDir}) => ({
      path: join(resolveDir, path.replace(/_simd-wasm(\.js)?$/, '-wasm.js')),
    }));
    // The form of yaml for browsers is the same in ES modules, of which the bundle needs only a part.
    onResolve({filter: /^yaml$/}, ({resolveDir}) => ({
      path: createRequire(join(resolveDir, 'any'))
        .resolve('yaml')
        .replace(/dist.index\.js$/, 'browser/dist/index.js'),
    }));
    for (const [index, {filter, importer = /./, contents}] of stubbed.entries()) {
      const namespace = `stub-${index}`;
      onResolve({filter}, ({path, importer: from, resolveDir}) =>
        importer.test(from) ? {path, namespace, pluginData: join(resolveDir, path)} : undefined,
      );
      onLoad({filter: /./, namespace}, async ({pluginData: path}) => ({
        contents: typeof contents === 'string' ? contents : await contents(path),
        loader: 'js',
      }));
    }
  },
};

/** What the SDK of the agent protocol brings for other servers than emk's: nothing else imports it. */
const cuts = [
  // It offers a validator for every kind of message, which keeps the schemas of all of them in the bundle.
  {filter: /\/server\/dist\/src-[^/]+\.mjs$/, cut: /^for \(const .* register\(key, .*$/gm},
  // Its server of the higher level, which makes schemas of tools, would be recognised too.
  {
    filter: /\/server\/dist\/stdio\.mjs$/,
    cut: /(?<=const server = )product instanceof McpServer \? product\.server : /g,
  },
];

/** Cuts these, and marks each making of a schema as one that may be dropped: esbuild can't know that it has no effect. */
export const onlyWhatSpeaks = {
  name: 'only-what-speaks',
  setup({onLoad}) {
    onLoad({filter: /@modelcontextprotocol\/(server|core)\/dist\/.*\.mjs$/}, async ({path}) => {
      const text = await readFile(path, 'utf8');
      const contents = cuts.reduce((rest, {filter, cut}) => (filter.test(path) ? without(rest, cut) : rest), text);
      return {contents: contents.replace(/\/\*\*.*?\*\//gs, '').replace(madeSchema, '/* @__PURE__ */ ')};
    });
  },
};

const madeSchema = /(?<=[\s([{,:>!])(?=(?:z|\w+Schema(?:\$\d)?)\.\w+\()/g;

function without(text, cut) {
  const rest = text.replace(cut, '');
  if (rest === text) throw new Error(`The agent protocol's SDK has no ${cut} any more: look what to cut now.`);
  return rest;
}

/** undici's parser of HTTP, as a file of its own: as text in a pack it would be a third longer. */
export const parser = 'llhttp.wasm';

/** The bytes of the parser. */
export const parserBytes = root => createRequire(join(root, 'any'))('undici/lib/llhttp/llhttp-wasm.js');

/**
 * Node 20 delays the exit of a finished process by 65 ms while it optimises the WebAssembly of undici's parser. This
 * flag stops V8 from doing so, but only at the very end: code compiled with changed flags cannot be kept for the next
 * run.
 */
export const quickExit = {
  name: 'quick-exit',
  setup({onLoad}) {
    onLoad({filter: /llhttp-wasm\.js$/}, () => ({
      contents: `${compiledQuickly}module.exports = require('node:fs').readFileSync(__dirname + '/${parser}');`,
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

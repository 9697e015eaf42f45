/**
Puts chunks that are loaded together into one file: opening a file costs a start as much as compiling 30 KB.

Each chunk becomes a function that runs when the chunk is first asked for; V8 skims over those that never are.
`plan` names the packs in order, each by the modules that lead to its chunks; what they import statically goes with them,
unless an earlier pack has it. Chunks of no pack stay files of their own.
*/
export function pack(chunks, plan) {
  const packOf = new Map();
  for (const [name, modules] of plan) {
    for (const module of modules) {
      const chunk = [...chunks.values()].find(({entryPoint}) => entryPoint?.endsWith(module));
      if (!chunk) throw new Error(`The pack ${name} has no module ${module}`);
      for (const member of withImports(chunk.name, chunks)) if (!packOf.has(member)) packOf.set(member, name);
    }
  }

  const files = new Map();
  for (const {name, code} of chunks.values()) if (!packOf.has(name)) files.set(name, rewired(code, packOf));
  for (const [name] of plan) {
    const members = [...packOf].filter(([, pack]) => pack === name).map(([member]) => chunks.get(member));
    files.set(`${name}.js`, packed(members, rewired, packOf, name));
  }
  return files;
}

function withImports(name, chunks, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of chunks.get(name).imports) withImports(imported, chunks, seen);
  return seen;
}

/** Lets a chunk find chunks where they went. */
const rewired = (code, packOf, here) =>
  code.replace(/require\("\.\/([^"]+\.js)"\)/g, (asIs, name) => {
    const pack = packOf.get(name);
    if (pack === undefined) return asIs;
    return pack === here ? `load("${name}")` : `require("./${pack}.js").load("${name}")`;
  });

const packed = (members, rewire, packOf, name) => `"use strict";
const chunks={
${members.map(chunk => `${JSON.stringify(chunk.name)}(module,exports){${rewire(chunk.code, packOf, name)}}`).join(',\n')}
};
const loaded=Object.create(null);
function load(name){
let module=loaded[name];
if(module===undefined){module=loaded[name]={exports:{}};chunks[name](module,module.exports)}
return module.exports
}
exports.load=load;
`;

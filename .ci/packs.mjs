/** What is loaded together, in the order in which packs may lean on earlier ones; the rest is divided by `divide`. */
const plan = [
  ['core', ['src/entry.ts', 'src/cli/group-help.ts', 'src/commands/command.ts']],
  ['program', ['src/cli/parse-line.ts']],
  ['verbs', ['list', 'show', 'create', 'update', 'remove', 'act'].map(verb => `src/commands/verbs/${verb}.ts`)],
  ['run', ['src/cli/execute.ts']],
  ['contact-types', ['src/resources/contact-types.ts']],
  ['contacts', ['src/contacts-import/command/contacts.ts']],
  ['online', ['src/api/http.ts', 'undici/lib/dispatcher/pool.js', 'undici/lib/api/api-request.js']],
  ['prompts', ['@inquirer/confirm', '@inquirer/input', '@inquirer/password', '@inquirer/select']],
];

/**
Divides modules into packs: files in which modules share one scope, so that loading them costs neither a file each nor a
wrapper each. Gives the pack of every module.

What no plan names goes by the set of those modules on demand that need it: a set of one is that module's own pack. So no
two packs can need each other.
*/
export function divide(inputs) {
  const packOf = new Map();
  const take = (pack, leads) => {
    for (const lead of leads)
      for (const module of withImports(lead, inputs)) if (!packOf.has(module)) packOf.set(module, pack);
  };
  for (const [pack, leads] of plan)
    take(
      pack,
      leads.map(lead => find(lead, inputs)),
    );

  const demanded = new Set(
    Object.values(inputs).flatMap(({imports}) => imports.filter(isDemand).map(({path}) => path)),
  );
  const neededBy = new Map();
  for (const lead of demanded) {
    for (const module of withImports(lead, inputs)) {
      if (!packOf.has(module)) neededBy.set(module, [...(neededBy.get(module) ?? []), lead]);
    }
  }
  const sets = new Map();
  for (const [module, leads] of neededBy) {
    const set = leads.join();
    if (!sets.has(set)) sets.set(set, leads.length === 1 ? nameOf(leads[0]) : `common-${sets.size}`);
    packOf.set(module, sets.get(set));
  }
  return packOf;
}

function find(lead, inputs) {
  const found = Object.keys(inputs).filter(path => path === lead || path.includes(`node_modules/${lead}`));
  const [entry = found[0]] = found.filter(path => path.endsWith('/index.js') || path === lead);
  if (entry === undefined) throw new Error(`Nothing imports ${lead}`);
  return entry;
}

function withImports(path, inputs, seen = new Set()) {
  if (seen.has(path) || !(path in inputs)) return seen;
  seen.add(path);
  for (const imported of inputs[path].imports) if (!isDemand(imported)) withImports(imported.path, inputs, seen);
  return seen;
}

const isDemand = ({kind, external}) => kind === 'dynamic-import' && !external;

/** `src/resources/contacts.ts` is the pack `contacts`, and so for packages. */
const nameOf = path =>
  path
    .replace(/^.*node_modules\//, '')
    .replace(/^src\/(resources\/)?/, '')
    .replace(/(\/dist)?(\/index)?\.[cm]?[jt]s$/, '')
    .replace(/[^a-zA-Z0-9-]+/g, '-')
    .replace(/^-/, '');

import {isStub} from './stubs.mjs';

/**
 * The packs of dist/, computed from who imports whom. Three hold what a line needs one after the other: its help, its run,
 * the service. Of the rest, what several commands need to be declared is one pack, what only one import on demand needs
 * goes with it, and all else goes by its folder or package. So every module exists once, and a line loads little else.
 */
const first = [
  ['core', ['src/entry.ts', 'src/resources/lists.ts']],
  ['run', ['src/cli/perform.ts']],
  ['online', ['src/api/wire/http.ts']],
];

/** What this imports on demand are commands as they are declared. */
const tree = 'src/cli/tree.ts';

/** What programs import as `emk-cli/sandbox`. */
export const library = 'src/sandbox/library/start-sandbox.ts';

/** Returns the pack of every module. `inputs` are the files of the bundle, as in esbuild's metafile. */
export function packsOf(inputs) {
  const imported = path => inputs[path].imports.filter(each => isOwn(inputs, each.path));
  const needs = path => imported(path).flatMap(each => (isOnDemand(each) ? [] : each.path));
  const onDemand = path => imported(path).flatMap(each => (isOnDemand(each) ? each.path : []));
  const packOf = new Map();
  const take = (path, pack) => {
    if (packOf.has(path)) return;
    packOf.set(path, pack);
    for (const needed of needs(path)) take(needed, pack);
  };
  for (const [pack, leads] of first) for (const lead of leads) take(lead, pack);

  const rootsOf = new Map();
  const reach = (path, root) => {
    const roots = rootsOf.get(path) ?? new Set();
    if (packOf.has(path) || roots.has(root)) return;
    rootsOf.set(path, roots.add(root));
    for (const needed of needs(path)) reach(needed, root);
  };
  for (const root of new Set([...Object.keys(inputs).flatMap(onDemand), library])) reach(root, root);

  const commands = new Set(onDemand(tree));
  for (const [path, roots] of rootsOf) packOf.set(path, packBy(path, [...roots], commands));
  refuseCircles(packOf, needs);
  return packOf;
}

const isOnDemand = ({kind}) => kind === 'dynamic-import';

/** Whether a path is a module of the bundle, and no built-in one or stub: each pack that needs a stub has its own. */
const isOwn = (inputs, path) => path in inputs && !isStub(path);

/** The pack of a module by the on-demand imports that need it. */
function packBy(path, roots, commands) {
  if (roots.length === 1) return roots[0] === library ? 'library' : nameOf(roots[0].replace(/\.[^./]+$/, ''));
  const declaring = roots.filter(root => commands.has(root)).length;
  if (declaring > 1) return 'declared';
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path.replace(/\/[^/]+$/, '');
  return `${nameOf(folder)}${declaring === 1 ? '-declared' : ''}`;
}

/** `src/resources/senders` is the pack `resources-senders`. */
const nameOf = path => path.replace(/^.*node_modules\/@?|^src\//, '').replaceAll(/[^\w.]+/g, '-');

/** Refuses packs that need each other: whichever loads first would find the other without its exports. */
function refuseCircles(packOf, needs) {
  const done = new Set();
  const needed = new Map([...packOf.values()].map(pack => [pack, new Set()]));
  for (const [path, pack] of packOf) for (const each of needs(path)) needed.get(pack).add(packOf.get(each));
  const visit = (pack, above) => {
    if (above.includes(pack)) throw new Error(`Packs need each other: ${[...above, pack].join(' → ')}`);
    if (done.has(pack)) return;
    for (const each of needed.get(pack)) if (each !== pack) visit(each, [...above, pack]);
    done.add(pack);
  };
  for (const pack of needed.keys()) visit(pack, []);
}

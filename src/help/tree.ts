import type {Operation} from '../api/describe/schema.js';
import {type Command, callsOf, type Group, isCommand} from '../commands/command.js';
import {sameAs, type Tree} from '../commands/command-names.js';

/** A word of the tree and everything below it: a command, a group of commands, or both. */
export type TreePlace = {
  readonly name: string;
  readonly path: readonly string[];
  readonly summary: string;
  /** Other words for it, each as what follows `emk`: `lists` for lists, `import` for contacts import. */
  readonly also: readonly string[];
  readonly command: Command | undefined;
  readonly calls: readonly Operation[];
  readonly below: readonly TreePlace[];
};

/** Loads the whole tree, for the reference, completions and tests; running one command needs only a part of it. */
export const loadTree = async (tree: Tree): Promise<readonly TreePlace[]> =>
  Promise.all(
    Object.entries(tree).map(async ([name, {summary, load}]) => toPlace(tree, [name], summary, (await load()).default)),
  );

export const withBelow = (place: TreePlace): TreePlace[] => [place, ...place.below.flatMap(withBelow)];

export const commandsOf = (places: readonly TreePlace[]): Array<TreePlace & {readonly command: Command}> =>
  places.flatMap(withBelow).flatMap(place => (place.command ? [{...place, command: place.command}] : []));

async function toPlace(
  tree: Tree,
  path: readonly string[],
  summary: string,
  target: Command | Group,
): Promise<TreePlace> {
  const name = path.at(-1) ?? '';
  const command = isCommand(target) ? target : undefined;
  const calls = command ? await callsOf(command) : [];
  const place = {name, path, summary, also: sameAs(tree, path), command, calls};
  const commands: ReadonlyArray<readonly [string, Command]> = Object.entries(
    isCommand(target) ? (target.nested ?? {}) : target.commands,
  );
  const groups = isCommand(target) ? [] : Object.entries(target.nested ?? {});
  return {
    ...place,
    below: await Promise.all([
      ...commands.map(([name, command]) => toPlace(tree, [...path, name], command.summary, command)),
      ...groups.map(([name, {summary, ...group}]) => toPlace(tree, [...path, name], summary, group)),
    ]),
  };
}

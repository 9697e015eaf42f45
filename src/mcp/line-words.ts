import {accountWords, type Globals} from '../commands/globals.js';

/** The options that every line of a server starts with. They are those of the server, and no agent can change them. */
export const lineWords = (globals: Globals): readonly string[] => [
  ...accountWords(globals),
  ...(globals.confirm === undefined ? [] : [`--confirm=${globals.confirm}`]),
  ...(globals.dryRun ? ['--dry-run'] : []),
];

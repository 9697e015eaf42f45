import type {Globals} from '../commands/globals.js';

/** The options that say which account is meant. They are those of the server, and no agent can change them. */
export const accountWords = ({profile, baseUrl, sandbox, allowHttp, confirm, dryRun}: Globals): readonly string[] => [
  ...(profile === undefined ? [] : [`--profile=${profile}`]),
  ...(baseUrl === undefined ? [] : [`--base-url=${baseUrl}`]),
  ...(sandbox ? ['--sandbox'] : []),
  ...(allowHttp ? ['--allow-http'] : []),
  ...(confirm === undefined ? [] : [`--confirm=${confirm}`]),
  ...(dryRun ? ['--dry-run'] : []),
];

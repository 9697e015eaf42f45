import type {Globals} from '../src/commands/globals.js';

/** The global options of a run that shows and asks nothing special. */
export const quietGlobals: Globals = {
  asked: undefined,
  out: undefined,
  overwrite: false,
  profile: undefined,
  baseUrl: undefined,
  sandbox: false,
  yes: false,
  input: true,
  dryRun: false,
  timeout: undefined,
  retries: 4,
  maxWait: undefined,
  keepDeleted: 0,
  keepImports: 90,
  dates: undefined,
  unsubscribeWord: undefined,
  color: false,
  colorOfMessages: 'never',
  quiet: false,
  verbose: false,
  debug: false,
  allowHttp: false,
  confirm: undefined,
};

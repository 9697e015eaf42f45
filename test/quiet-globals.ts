import type {Globals} from '../src/commands/globals.js';

/** The global options of a run that shows and asks nothing special. */
export const quietGlobals: Globals = {
  asked: undefined,
  out: undefined,
  force: false,
  profile: undefined,
  baseUrl: undefined,
  sandbox: false,
  yes: false,
  input: true,
  dryRun: false,
  timeout: undefined,
  retries: 4,
  maxWait: undefined,
  rps: 0,
  lockTimeout: 0,
  minRate: 1024,
  keepDeleted: 0,
  color: false,
  quiet: false,
  verbose: false,
  debug: false,
  debugPii: false,
  allowHttp: false,
  confirm: undefined,
  pager: undefined,
};

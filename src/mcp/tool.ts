import type {SendRules} from './sends.js';

/** What must be switched on before a tool is listed: `folder` is a folder that --folder names. */
export type Permission = 'writes' | 'sends' | 'folder';

/** What the person who starts the server allows. An agent cannot change it. */
export type Allowed = {
  readonly permissions: ReadonlySet<Permission>;
  readonly folders: readonly string[];
  /** Whether people who are added may start a live automation. */
  readonly automations: boolean;
  readonly sends: SendRules;
  readonly masksAddresses: boolean;
};

/**
 * A tool: the commands that it runs, and which of their parameters an agent may give. Everything else that an agent sees
 * of it follows from these commands.
 */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The words of the command; or of several, by the kind of record that the agent names. */
  readonly runs: string | {readonly [kind: string]: string};
  /** What the command's first argument is called here, if an agent may give it; or for some kinds of record only. */
  readonly argument?: string | {readonly [kind: string]: string};
  /** The options that an agent may give. */
  readonly options?: readonly string[];
  /** Words of the line that are always there. */
  readonly always?: readonly string[];
  /** Whether its answer is a list, which is given in parts. */
  readonly inParts?: true;
  readonly needs?: readonly Permission[];
  /** Whether it only prepares what a second call carries out. */
  readonly isPrepared?: true;
  /** What the argument is: a path in an allowed folder or a record and never a file, which must be given; or a run. */
  readonly argumentIs?: 'path' | 'record' | 'run';
};

import type {Client} from '../api/client/client.js';
import type {Account} from '../api/wire/answer.js';
import type {Host} from '../core/system/host.js';
import type {Progress} from '../output/live/progress.js';
import type {Facts} from '../output/results/documents.js';
import type {Format, OutputReader} from '../output/results/format.js';
import type {Zones} from '../records/dates/clock.js';
import type {Agree} from './agree.js';
import type {Ask, TypedValues} from './ask.js';
import type {Budget, Effect} from './effect/effect.js';
import type {Keeping} from './keeping.js';

/** Everything that a command may use besides its input. */
export type Context = Client & {
  readonly host: Host;
  readonly globals: Globals;
  /** Who reads the output. Only the writers know the format. */
  readonly reader: OutputReader;
  /** The terminal's columns for the output; undefined if it does not go to a terminal, or has its own layout. */
  readonly screenWidth: number | undefined;
  /** The account for requests, found when first needed. */
  account(): Promise<Account>;
  connect(account: Account): Client;
  /** The account's client, stopped by this signal. `says` receives what goes to stderr otherwise. */
  until(signal: AbortSignal): Client;
  readonly ask: Ask;
  /** Gets the permit for a change: asks if its effect needs a yes, and throws if nobody can answer without `--yes`. */
  readonly agree: Agree;
  /** Refuses or asks for the profile's name if the profile is guarded, before long work. `agree` does this too. */
  mayChange(): Promise<void>;
  /** Refuses more deletions than a script may make, before long work. `agree` does this too. */
  mayDelete(atMost: Effect, maxDelete: number | undefined): void;
  /** The zones for reading and showing moments. The account's zone is known if its profile names it. */
  zones(): Zones;
  /** Looks and creates while no other run does so for any of these things. `work` follows "is working on". */
  takeTurns<T>(things: ReadonlyArray<readonly string[]>, work: string, act: () => Promise<T>): Promise<T>;
  /** Opens a private file for records that are about to be deleted; undefined if the settings turn copies off. */
  keepDeleted(): Promise<Keeping | undefined>;
  /** A sentence on stderr that `--quiet` hides. */
  notice(sentence: string, facts?: Facts): void;
  /** A sentence on stderr that is always shown. */
  warn(sentence: string, level?: 'warning' | 'error'): void;
  readonly progress: Progress;
  /** How sentences name a value: by what the person called the record, `"Welcome"`, or by its id. */
  readonly called: (parameter: string, value: unknown) => string;
  /** Runs another line of emk in this process; undefined inside another program. */
  readonly runLine?: RunLine;
  /** The typed line, so that hints can repeat it with one more option. */
  readonly line?: string;
  /** Adds a person's answers within the command to the line that needs no questions, and what must be done first to repeat it. */
  answered(values: TypedValues, first?: readonly string[]): void;
};

/** Runs one line of words as emk would, with the streams of this host and an agent's budget, and gives its exit code. */
export type RunLine = (words: readonly string[], host: Host, budget?: Budget) => Promise<number>;

/** The settled values of the global options. Times are in milliseconds. */
export type GlobalsOfRun = Globals & {readonly output: Format};

/** What a command knows of them: not the format, since only who reads its result concerns it. */
export type Globals = AccountChoice & {
  readonly asked: Format | undefined;
  /** The file that the output goes to instead of stdout. */
  readonly out: string | undefined;
  readonly overwrite: boolean;
  readonly yes: boolean;
  readonly input: boolean;
  readonly dryRun: boolean;
  readonly timeout: number | undefined;
  readonly retries: number;
  readonly maxWait: number | undefined;
  /** How many days emk keeps a copy of what it deletes; 0 for no copy. */
  readonly keepDeleted: number;
  /** How many days emk keeps imports that have ended. */
  readonly keepImports: number;
  /** What comes first in dates such as 03/04/2026; undefined if only other dates of a column say so. */
  readonly dates: 'dmy' | 'mdy' | undefined;
  /** The words of the link to unsubscribe in Markdown letters; undefined for those of their language. */
  readonly unsubscribeWord: string | undefined;
  readonly color: boolean;
  readonly colorOfMessages: 'always' | 'auto' | 'never';
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly debug: boolean;
  /** The protected profile that the caller means to change. */
  readonly confirm: string | undefined;
};

/** What a line says about the account. */
export type AccountChoice = {
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly sandbox: boolean;
  readonly allowHttp: boolean;
};

/** The options of a line that say which account it is about. */
export const accountWords = ({profile, baseUrl, sandbox, allowHttp}: AccountChoice): readonly string[] => [
  ...(profile === undefined ? [] : [`--profile=${profile}`]),
  ...(baseUrl === undefined ? [] : [`--base-url=${baseUrl}`]),
  ...(sandbox ? ['--sandbox'] : []),
  ...(allowHttp ? ['--allow-http'] : []),
];

import {accessSync, closeSync, constants, openSync, readFileSync, readSync, type Stats, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {findAccount, keepToSandbox} from '../accounts/account.js';
import {hostOf} from '../accounts/key.js';
import {type Config, configPath, emptyConfig, parseConfig} from '../accounts/store.js';
import {openEnvelope} from '../api/answers/envelope.js';
import {toRequest} from '../api/describe/request.js';
import type {Account, Answer} from '../api/wire/answer.js';
import {type Context, command} from '../commands/command.js';
import {isOpen, openRuns} from '../contacts/journal/runs.js';
import {CheckError, EmkError} from '../core/errors.js';
import {
  about,
  boolean,
  either,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../core/json-schema/describe.js';
import {cacheFolder, configFolder, ownsConfigFolder, stateFolder} from '../core/own-files/folders.js';
import {codeOf} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {counted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {operations} from '../endpoints/lists.js';
import {clean} from '../output/text/sanitise.js';
import {databaseOf} from '../sandbox/running/environment.js';

const look = object({
  check: about('Its name for scripts, which stays the same', text),
  state: oneOf('good', 'note', 'wrong'),
  says: text,
  hint: optional(text),
  facts: optional(
    about("Figures, such as how far this machine's clock is ahead", mapOf(nullable(either(text, number)))),
  ),
});

/** Everything that emk doctor has looked at. */
const looked = object({well: boolean, looks: listOf(look)});

/** One thing that `emk doctor` looked at: fine, worth knowing, or wrong. */
export type Look = TypeOf<typeof look>;

/** The three results of a look. Only a good one needs no hint. */
export const good = (check: string, says: string, facts?: Look['facts']): Look => ({
  check,
  state: 'good',
  says,
  ...(facts && {facts}),
});

const notGood =
  (state: 'note' | 'wrong') =>
  (check: string, says: string, hint: string, facts?: Look['facts']): Look => ({
    ...{check, state, says, hint},
    ...(facts && {facts}),
  });

export const note = notGood('note');
export const wrong = notGood('wrong');

/** The result of a failed look. An unexpected error is rethrown: it is a bug, not a finding. */
function failedLook(check: string, error: unknown, hint: string): Look {
  if (error instanceof EmkError) return wrong(check, error.message, error.hint ?? hint);
  const code = codeOf(error);
  if (code === '') throw error;
  return wrong(check, error instanceof Error ? error.message : code, hint);
}

/** One read with the keys: whether it is answered, and what time its answer says it is. */
async function lookAtService(context: Context, account: Account): Promise<readonly Look[]> {
  const request = {...toRequest(operations.list, {}), effect: 'reads'} as const;
  const began = performance.now();
  try {
    const answer = await context.connect(account).raw({request}, received => {
      openEnvelope(operations.list, received);
    });
    const ms = Math.round(performance.now() - began);
    return [
      good('connection', `The service accepts the keys and answers (HTTP ${answer.status}).`, {ms}),
      clockLook(answer, context.host.now()),
    ];
  } catch (error) {
    return [failedLook('connection', error, 'To see more: emk lists list --debug')];
  }
}

function clockLook({headers}: Answer, now: Date): Look {
  const there = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(there)) return note('clock', "The service's answer has no time.", 'There is nothing to do.');
  const ahead = Math.round((now.getTime() - there) / 1000);
  const facts = {seconds_ahead: ahead};
  if (Math.abs(ahead) <= CLOCKS_AGREE) return good('clock', "This machine's clock agrees with the service's.", facts);
  const away = Math.abs(ahead) < 7200 ? `${Math.abs(ahead)} s` : `${Math.round(Math.abs(ahead) / 3600)} h`;
  return wrong(
    'clock',
    `This machine's clock is ${away} ${ahead > 0 ? 'ahead of' : 'behind'} the service's.`,
    "Set this machine's clock: the service sends scheduled mailings by its own clock.",
    facts,
  );
}

/** In seconds: an answer's clock has no fractions, and the answer takes time to arrive. */
const CLOCKS_AGREE = 30;

function importsLook(host: Host): Look {
  try {
    const open = openRuns(host).filter(isOpen);
    const [first] = open;
    if (first === undefined) return good('imports', 'There is no import to resume.', {pending: 0});
    const {id} = first.header;
    const many = counted(open.length, 'import');
    return note('imports', `${many} can be resumed.`, `To continue: emk contacts import resume ${id}`, {
      pending: open.length,
    });
  } catch (error) {
    return failedLook('imports', error, 'To see the imports: emk contacts import status');
  }
}

function sandboxLook(host: Host): Look {
  try {
    const path = databaseOf(host);
    const stats = statSync(path);
    if (!stats.isFile() || (stats.size > 0 && beginningOf(path) !== SQLITE)) {
      return wrong(
        'sandbox',
        `${path} is not a sandbox account.`,
        'Move that file, or name another one in EMK_SANDBOX_DB.',
      );
    }
    return good('sandbox', `Its account is kept in ${path}.`, {bytes: stats.size});
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error)))
      return good('sandbox', 'The sandbox has no account yet. --sandbox creates one.');
    return failedLook('sandbox', error, 'Name another file in EMK_SANDBOX_DB.');
  }
}

const SQLITE = 'SQLite format 3\0';

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE.length);
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1');
  } finally {
    closeSync(file);
  }
}

type Folder = {
  readonly check: string;
  /** The folder's path; an error if it is unknown. */
  readonly find: (host: Host) => string;
  readonly variable: string;
  readonly needed: boolean;
  readonly private: boolean;
};

/** The folders that emk uses: whether it can write to them, and who else can. */
const lookAtFolders = (host: Host): readonly Look[] =>
  [
    {
      ...{check: 'config folder', find: configFolder, variable: 'EMK_CONFIG_DIR'},
      ...{needed: true, private: ownsConfigFolder(host)},
    },
    {check: 'state folder', find: stateFolder, variable: 'EMK_STATE_DIR', needed: true, private: true},
    {check: 'cache folder', find: cacheFolder, variable: 'XDG_CACHE_HOME', needed: false, private: false},
  ].map(folder => folderLook(host, folder));

function folderLook(host: Host, folder: Folder): Look {
  const {check, find, variable, needed} = folder;
  const another = `Set ${variable} to a folder of your own.`;
  const missing = (says: string, hint = another): Look =>
    needed ? wrong(check, says, hint) : note(check, says, `emk works without it. ${another}`);
  let path = '';
  try {
    path = find(host);
    const stats = statSync(path, {throwIfNoEntry: false});
    if (stats?.isDirectory() === false) return wrong(check, `${path} is not a folder.`, another);
    mustBeWritable(stats ? path : nearestFolder(path));
    return stats ? modeLook(host, folder, path, stats) : good(check, `emk creates ${path} when it needs it.`);
  } catch (error) {
    const isNot = codeOf(error) === 'ENOTDIR' ? 'a folder' : 'written to';
    if (path !== '') return missing(`${path} cannot be ${isNot} (${codeOf(error)}).`);
    const {says, hint} = failedLook(check, error, another);
    return missing(says, hint);
  }
}

function modeLook({platform}: Host, folder: Folder, path: string, {mode}: Stats): Look {
  const {check} = folder;
  const close = `Close it to others with: chmod 700 ${path}`;
  if (platform === 'win32') return good(check, `${path} can be written to.`);
  if ((mode & 0o022) !== 0) return wrong(check, `${path} can be written to by other users of this machine.`, close);
  if (folder.private && (mode & 0o044) !== 0) {
    return note(check, `${path} can be read by other users of this machine.`, close);
  }
  return good(check, (mode & 0o077) === 0 ? `Only you can open ${path}.` : `${path} can be written to.`);
}

const mustBeWritable = (path: string): void => accessSync(path, constants.W_OK | constants.X_OK);

function nearestFolder(path: string): string {
  const above = dirname(path);
  return above === path || statSync(above, {throwIfNoEntry: false}) ? above : nearestFolder(above);
}

/** The file of profiles and settings: whether it can be read, and who else can read it. It is not changed. */
function lookAtConfig(host: Host): {readonly look: Look; readonly config: Config | undefined} {
  const check = 'configuration';
  let path = '';
  try {
    path = configPath(host);
    const stats = statSync(path);
    if (!stats.isFile())
      return {
        look: wrong(check, `${path} is not a file.`, 'Name another folder in EMK_CONFIG_DIR.'),
        config: undefined,
      };
    const config = parseConfig(readFileSync(path, 'utf8'), path);
    const well = good(check, `${path} holds ${profilesIn(config)}.`, {profiles: config.profiles.size});
    return {look: openToOthers(host, check, path, stats) ?? well, config};
  } catch (error) {
    if (path !== '' && ['ENOENT', 'ENOTDIR'].includes(codeOf(error)))
      return {look: good(check, `There is no ${path} yet: emk has saved nothing so far.`), config: emptyConfig};
    const hint = path === '' ? 'Name a folder in EMK_CONFIG_DIR.' : `Check who owns ${path}.`;
    return {look: failedLook(check, error, hint), config: undefined};
  }
}

function profilesIn({profiles, current}: Config): string {
  const count = counted(profiles.size, 'profile');
  return current === undefined ? `${count}, none of them current` : `${count}; "${current}" is the current one`;
}

/** The account that a command would use, and the source of each value. No key is shown. */
function lookAtKeys(
  {host, globals}: Context,
  config: Config,
): {readonly looks: readonly Look[]; readonly account: Account | undefined} {
  try {
    keepToSandbox(globals, host);
    const {account, from} = findAccount(globals, host, config);
    const {name, source, guard, baseUrl} = account;
    const sources = [...new Set([from.baseUrl, from.publicKey, from.secretKey])].join(', ');
    const says = `${name} on ${hostOf(baseUrl)}, from ${sources}${guard === 'none' ? '' : `; it is ${guard}`}.`;
    const facts = {
      base_url: baseUrl,
      base_url_from: from.baseUrl,
      public_key_from: from.publicKey,
      secret_key_from: from.secretKey,
      guard,
    };
    const unusedProfile = source === 'environment' ? config.current : undefined;
    const look =
      unusedProfile === undefined
        ? good('keys', says, facts)
        : note('keys', says, `Unset ${sources} to use the profile "${unusedProfile}".`, facts);
    return {looks: [look, ...keyFileLook(host)], account};
  } catch (error) {
    return {looks: [failedLook('keys', error, 'Log in with "emk auth login".')], account: undefined};
  }
}

function keyFileLook(host: Host): readonly Look[] {
  const path = host.env['EMK_SECRET_KEY_FILE'];
  const stats = path ? statSync(path, {throwIfNoEntry: false}) : undefined;
  const look = path && stats?.isFile() ? openToOthers(host, 'key file', path, stats) : undefined;
  return look ? [look] : [];
}

/** A file that holds keys and that other users may open. On Windows the folder decides. */
function openToOthers({platform}: Host, check: string, path: string, {mode}: Stats): Look | undefined {
  if (platform === 'win32' || (mode & 0o077) === 0) return undefined;
  const says = `${path} holds keys and is open to other users of this machine.`;
  return wrong(check, says, `Close it to others with: chmod 600 ${shellWord(path)}`);
}

/** `emk doctor`: checks everything that emk needs, and changes nothing. */
export default command({
  summary: 'Check that everything emk needs works',
  details:
    'Checks folders and their permissions, your keys and where they come from, sends one request that reads, and compares ' +
    "this machine's clock with the service's. Then imports that you can resume, and the account of the sandbox.\n\nIt " +
    'changes nothing, here or at the service, and writes no file. The exit code is 10 if something is wrong. Lines with ! ' +
    'are only good to know, and do not count.',
  takes: {},
  calls: [operations.list],
  gives: {document: async () => ({default: looked})},
  diagnoses: true,
  examples: [
    'emk doctor',
    'emk doctor --profile prod',
    `emk doctor -o json | jq -r '.looks[] | select(.state == "wrong").hint'`,
  ],
  run: async context => {
    const looks = await lookAtAll(context);
    const bad = looks.filter(({state}) => state === 'wrong').length;
    const well = bad === 0;
    const result = {kind: 'data', data: {well, looks}, text: toText(looks)} as const;
    if (well) return result;
    const error = new CheckError(`${counted(bad, 'thing is', 'things are')} wrong.`, {
      hint: 'Do what it says below each ✗, then run this again.',
    });
    return {...result, error};
  },
});

async function lookAtAll(context: Context): Promise<readonly Look[]> {
  const {look, config} = lookAtConfig(context.host);
  const account = await lookAtAccount(context, config);
  return [...lookAtFolders(context.host), look, ...account, importsLook(context.host), sandboxLook(context.host)];
}

async function lookAtAccount(context: Context, config: Config | undefined): Promise<readonly Look[]> {
  if (context.globals.sandbox) return [good('keys', 'The sandbox brings its own, and needs no network.')];
  const {looks, account} = lookAtKeys(context, config ?? emptyConfig);
  if (account) return [...looks, ...(await lookAtService(context, account))];
  // Without a readable configuration, nobody can say whether there are keys.
  return config === undefined ? [] : looks;
}

function toText(looks: readonly Look[]): string {
  const wide = Math.max(...looks.map(({check}) => check.length));
  return looks
    .flatMap(({check, state, says, hint}) => [
      `${marks[state]} ${check.padEnd(wide)}  ${clean(says)}`,
      ...(hint === undefined ? [] : [`${' '.repeat(wide + 4)}${clean(hint)}`]),
    ])
    .join('\n');
}

const marks = {good: '✓', note: '!', wrong: '✗'} as const satisfies Readonly<Record<Look['state'], string>>;

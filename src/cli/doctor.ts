import {accessSync, constants, readFileSync, type Stats, statSync} from 'node:fs';
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
import {about, boolean, listOf, object, oneOf, optional, type TypeOf, text} from '../core/json-schema/describe.js';
import {cacheFolder, configFolder, ownsConfigFolder, stateFolder} from '../core/own-files/folders.js';
import {codeOf, kindOf} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {counted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {operations} from '../endpoints/lists.js';
import {clean} from '../output/text/sanitise.js';

const look = object({
  check: about('Its name for scripts, which stays the same', text),
  state: oneOf('good', 'note', 'wrong'),
  says: text,
  hint: optional(text),
});

/** Everything that emk doctor has looked at. */
const looked = object({well: boolean, looks: listOf(look)});

/** One thing that `emk doctor` looked at: fine, worth knowing, or wrong. Only a good one needs no hint. */
export type Look = TypeOf<typeof look>;

/** `emk doctor`: checks everything that emk needs, and changes nothing. */
export default command({
  summary: 'Check that everything emk needs works',
  details:
    'Checks folders and their permissions, your keys and where they come from, sends one request that reads, and compares ' +
    "this machine's clock with the service's. Then imports that you can resume.\n\nIt " +
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
    const {look, config} = configLook(context.host);
    const looks = [
      ...folderLooks(context.host),
      look,
      ...(await accountLooks(context, config)),
      importsLook(context.host),
    ];
    const bad = looks.filter(({state}) => state === 'wrong').length;
    const result = {kind: 'data', data: {well: bad === 0, looks}, text: toText(looks)} as const;
    if (bad === 0) return result;
    const error = new CheckError(`${counted(bad, 'thing is', 'things are')} wrong.`, {
      hint: 'Do what it says below each ✗, then run this again.',
    });
    return {...result, error};
  },
});

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

const good = (check: string, says: string): Look => ({check, state: 'good', says});

const note = (check: string, says: string, hint: string): Look => ({check, state: 'note', says, hint});

const wrong = (check: string, says: string, hint: string): Look => ({check, state: 'wrong', says, hint});

/** The result of a failed look. An unexpected error is rethrown: it is a bug, not a finding. */
function failedLook(check: string, error: unknown, hint: string): Look {
  if (error instanceof EmkError) return wrong(check, error.message, error.hint ?? hint);
  if (codeOf(error) === '') throw error;
  return wrong(check, (error as Error).message, hint);
}

type Folder = {
  readonly check: string;
  readonly find: (host: Host) => string;
  readonly variable: string;
  readonly needed: boolean;
  readonly private: boolean;
};

/** The folders that emk uses: whether it can write to them, and who else can. */
const folderLooks = (host: Host): readonly Look[] =>
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
    accessSync(stats ? path : nearestFolder(path), constants.W_OK | constants.X_OK);
    return stats ? modeLook(host, folder, path, stats) : good(check, `emk creates ${path} when it needs it.`);
  } catch (error) {
    const isNot = codeOf(error) === 'ENOTDIR' ? 'a folder' : 'written to';
    if (path !== '') return missing(`${path} cannot be ${isNot} (${codeOf(error)}).`);
    const {says, hint} = failedLook(check, error, another);
    return missing(says, hint);
  }
}

function nearestFolder(path: string): string {
  const above = dirname(path);
  return above === path || statSync(above, {throwIfNoEntry: false}) ? above : nearestFolder(above);
}

function modeLook({platform}: Host, {check, private: isPrivate}: Folder, path: string, {mode}: Stats): Look {
  const close = `Close it to others with: chmod 700 ${path}`;
  if (platform === 'win32') return good(check, `${path} can be written to.`);
  if ((mode & 0o022) !== 0) return wrong(check, `${path} can be written to by other users of this machine.`, close);
  if (isPrivate && (mode & 0o044) !== 0)
    return note(check, `${path} can be read by other users of this machine.`, close);
  return good(check, (mode & 0o077) === 0 ? `Only you can open ${path}.` : `${path} can be written to.`);
}

/** The file of profiles and settings: whether it can be read, and who else can read it. It is not changed. */
function configLook(host: Host): {readonly look: Look; readonly config: Config | undefined} {
  const check = 'configuration';
  let path = '';
  try {
    path = configPath(host);
    const stats = statSync(path);
    if (!stats.isFile()) {
      const look = wrong(check, `${path} is ${kindOf(stats)}, not a file.`, 'Name another folder in EMK_CONFIG_DIR.');
      return {look, config: undefined};
    }
    const config = parseConfig(readFileSync(path, 'utf8'), path);
    const {profiles, current} = config;
    const which = current === undefined ? ', none of them current' : `; "${current}" is the current one`;
    const says = `${path} holds ${counted(profiles.size, 'profile')}${which}.`;
    return {look: openToOthers(host, check, path, stats) ?? good(check, says), config};
  } catch (error) {
    if (path !== '' && ['ENOENT', 'ENOTDIR'].includes(codeOf(error)))
      return {look: good(check, `There is no ${path} yet: emk has saved nothing so far.`), config: emptyConfig};
    const hint = path === '' ? 'Name a folder in EMK_CONFIG_DIR.' : `Check who owns ${path}.`;
    return {look: failedLook(check, error, hint), config: undefined};
  }
}

/** A file that holds keys and that other users may open. On Windows the folder decides. */
function openToOthers({platform}: Host, check: string, path: string, {mode}: Stats): Look | undefined {
  if (platform === 'win32' || (mode & 0o077) === 0) return undefined;
  const says = `${path} holds keys and is open to other users of this machine.`;
  return wrong(check, says, `Close it to others with: chmod 600 ${shellWord(path)}`);
}

/** The account that a command would use with the source of each value, and whether its service answers. */
async function accountLooks(context: Context, config: Config | undefined): Promise<readonly Look[]> {
  const {globals, host} = context;
  if (globals.sandbox) return [good('keys', 'The sandbox brings its own, and needs no network.')];
  let found: ReturnType<typeof findAccount>;
  try {
    keepToSandbox(globals, host);
    found = findAccount(globals, host, config ?? emptyConfig);
  } catch (error) {
    // Without a readable configuration, nobody can say whether there are keys.
    return config === undefined ? [] : [failedLook('keys', error, 'Log in with "emk login".')];
  }
  const looks = [keysLook(found, config?.current), ...keyFileLook(host)];
  return [...looks, ...(await serviceLooks(context, found.account))];
}

/** Whose keys they are and where they come from. No key is shown. */
function keysLook({account, from}: ReturnType<typeof findAccount>, current: string | undefined): Look {
  const {name, source, guard, baseUrl} = account;
  const sources = [...new Set([from.baseUrl, from.publicKey, from.secretKey])].join(', ');
  const says = `${name} on ${hostOf(baseUrl)}, from ${sources}${guard === 'none' ? '' : `; it is ${guard}`}.`;
  if (source !== 'environment' || current === undefined) return good('keys', says);
  return note('keys', says, `Unset ${sources} to use the profile "${current}".`);
}

function keyFileLook(host: Host): readonly Look[] {
  const path = host.env['EMK_SECRET_KEY_FILE'];
  const stats = path ? statSync(path, {throwIfNoEntry: false}) : undefined;
  const look = path && stats?.isFile() ? openToOthers(host, 'key file', path, stats) : undefined;
  return look ? [look] : [];
}

/** One read with the keys: whether it is answered, and what time its answer says it is. */
async function serviceLooks(context: Context, account: Account): Promise<readonly Look[]> {
  const request = {...toRequest(operations.list, {}), effect: 'reads'} as const;
  try {
    const answer = await context.connect(account).raw({request}, received => {
      openEnvelope(operations.list, received);
    });
    return [
      good('connection', `The service accepts the keys and answers (HTTP ${answer.status}).`),
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
  const apart = Math.abs(ahead);
  if (apart <= CLOCKS_AGREE) return good('clock', "This machine's clock agrees with the service's.");
  const away = apart < 7200 ? `${apart} s` : `${Math.round(apart / 3600)} h`;
  return wrong(
    'clock',
    `This machine's clock is ${away} ${ahead > 0 ? 'ahead of' : 'behind'} the service's.`,
    "Set this machine's clock: the service sends scheduled mailings by its own clock.",
  );
}

/** In seconds: an answer's clock has no fractions, and the answer takes time to arrive. */
const CLOCKS_AGREE = 30;

function importsLook(host: Host): Look {
  try {
    const open = openRuns(host).filter(isOpen);
    const [first] = open;
    if (first === undefined) return good('imports', 'There is no import to resume.');
    const hint = `To continue: emk contacts import resume ${first.header.id}`;
    return note('imports', `${counted(open.length, 'import')} can be resumed.`, hint);
  } catch (error) {
    return failedLook('imports', error, 'To see the imports: emk contacts import status');
  }
}

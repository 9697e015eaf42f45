import {accessSync, constants, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {findAccount, keepToSandbox} from '../accounts/account.js';
import {hostOf} from '../accounts/key.js';
import {configIfReadable, configPath, parseConfig} from '../accounts/store.js';
import {openEnvelope} from '../api/answers/envelope.js';
import {toRequest} from '../api/describe/request.js';
import type {Account} from '../api/wire/answer.js';
import type {Context} from '../change/context.js';
import {command} from '../commands/command.js';
import {isOpen, openRuns} from '../contacts/journal/runs.js';
import {CheckError, EmkError} from '../core/errors.js';
import {about, boolean, listOf, object, oneOf, optional, type TypeOf, text} from '../core/json-schema/describe.js';
import {configFolder, ownsConfigFolder, stateFolder} from '../core/own-files/folders.js';
import {codeOf} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {readOwnFile} from '../core/system/kept-file.js';
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
    const {host, globals} = context;
    const folder = (check: string, variable: string, path: () => string, isPrivate: boolean) =>
      looking(check, `Set ${variable}.`, () => folderLook(host, path(), variable, isPrivate));
    const looks = [
      await folder('config folder', 'EMK_CONFIG_DIR', () => configFolder(host), ownsConfigFolder(host)),
      await folder('state folder', 'EMK_STATE_DIR', () => stateFolder(host), true),
      await looking('configuration', 'Check who owns it, or name another folder in EMK_CONFIG_DIR.', () =>
        configLook(host),
      ),
    ];
    if (globals.sandbox) looks.push({check: 'keys', ...good('The sandbox brings its own, and needs no network.')});
    else looks.push(...(await accountLooks(context, looks.at(-1)?.state === 'wrong')));
    looks.push(await looking('imports', 'To see them: emk contacts import status', () => importsLook(host)));
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

type Found = Omit<Look, 'check'>;

const good = (says: string): Found => ({state: 'good', says});

const note = (says: string, hint: string): Found => ({state: 'note', says, hint});

const wrong = (says: string, hint: string): Found => ({state: 'wrong', says, hint});

/** A look, which may fail. An unexpected error is rethrown: it is a bug, not a finding. */
async function looking(check: string, hint: string, find: () => Found | Promise<Found>): Promise<Look> {
  try {
    return {check, ...(await find())};
  } catch (error) {
    if (!(error instanceof EmkError) && codeOf(error) === '') throw error;
    const {message, hint: better = hint} = error as Error & {readonly hint?: string};
    return {check, ...wrong(message, better)};
  }
}

/** Whether emk can write to a folder, and who else can. */
function folderLook({platform}: Host, path: string, variable: string, isPrivate: boolean): Found {
  const another = `Set ${variable} to a folder of your own.`;
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats?.isDirectory() === false) return wrong(`${path} is not a folder.`, another);
  try {
    accessSync(stats ? path : nearestFolder(path), constants.W_OK | constants.X_OK);
  } catch (error) {
    return wrong(`${path} cannot be written to (${codeOf(error)}).`, another);
  }
  if (!stats) return good(`emk creates ${path} when it needs it.`);
  const close = `Close it to others with: chmod 700 ${path}`;
  const others = platform === 'win32' ? 0 : stats.mode & 0o077;
  if ((others & 0o022) !== 0) return wrong(`${path} can be written to by other users of this machine.`, close);
  if (isPrivate && others !== 0) return note(`${path} can be read by other users of this machine.`, close);
  return good(`${path} can be written to.`);
}

function nearestFolder(path: string): string {
  const above = dirname(path);
  return above === path || statSync(above, {throwIfNoEntry: false}) ? above : nearestFolder(above);
}

/** The file of profiles and settings: whether it can be read, and who else can read it. It is not changed. */
function configLook(host: Host): Found {
  const path = configPath(host);
  if (!statSync(path, {throwIfNoEntry: false})) return good(`There is no ${path} yet: emk has saved nothing so far.`);
  const {profiles, current} = parseConfig(readOwnFile(path).toString(), path);
  const which = current === undefined ? ', none of them current' : `; "${current}" is the current one`;
  return openToOthers(host, path) ?? good(`${path} holds ${counted(profiles.size, 'profile')}${which}.`);
}

/** A file that holds keys and that other users may open. On Windows the folder decides. */
function openToOthers({platform}: Host, path: string): Found | undefined {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (platform === 'win32' || !stats?.isFile() || (stats.mode & 0o077) === 0) return undefined;
  const says = `${path} holds keys and is open to other users of this machine.`;
  return wrong(says, `Close it to others with: chmod 600 ${shellWord(path)}`);
}

/** The account that a command would use with the source of each value, and whether its service answers. No key is shown. */
async function accountLooks(context: Context, isUnreadable: boolean): Promise<readonly Look[]> {
  const {globals, host} = context;
  const config = configIfReadable(host);
  let account: Account | undefined;
  const keys = await looking('keys', 'Log in with "emk login".', () => {
    keepToSandbox(globals, host);
    const found = findAccount(globals, host, config);
    account = found.account;
    return openToOthers(host, host.env['EMK_SECRET_KEY_FILE'] ?? '') ?? keysLook(found, config.current);
  });
  // Without a readable configuration, nobody can say whether there are keys.
  if (account === undefined) return isUnreadable ? [] : [keys];
  const client = context.connect(account);
  let there = Number.NaN;
  const connection = await looking('connection', 'To see more: emk lists list --debug', async () => {
    const request = {...toRequest(operations.list, {}), effect: 'reads'} as const;
    const {headers, status} = await client.raw({request}, answer => void openEnvelope(operations.list, answer));
    there = Date.parse(headers['date'] ?? '');
    return good(`The service accepts the keys and answers (HTTP ${status}).`);
  });
  return [keys, connection, ...(Number.isNaN(there) ? [] : [{check: 'clock', ...clockLook(there, host.now())}])];
}

function keysLook({account, from}: ReturnType<typeof findAccount>, current: string | undefined): Found {
  const {name, source, guard, baseUrl} = account;
  const sources = [...new Set([from.baseUrl, from.publicKey, from.secretKey])].join(', ');
  const says = `${name} on ${hostOf(baseUrl)}, from ${sources}${guard === 'none' ? '' : `; it is ${guard}`}.`;
  if (source !== 'environment' || current === undefined) return good(says);
  return note(says, `Unset ${sources} to use the profile "${current}".`);
}

function clockLook(there: number, now: Date): Found {
  const ahead = Math.round((now.getTime() - there) / 1000);
  const apart = Math.abs(ahead);
  if (apart <= CLOCKS_AGREE) return good("This machine's clock agrees with the service's.");
  const away = apart < 7200 ? `${apart} s` : `${Math.round(apart / 3600)} h`;
  return wrong(
    `This machine's clock is ${away} ${ahead > 0 ? 'ahead of' : 'behind'} the service's.`,
    "Set this machine's clock: the service sends scheduled mailings by its own clock.",
  );
}

/** In seconds: an answer's clock has no fractions, and the answer takes time to arrive. */
const CLOCKS_AGREE = 30;

function importsLook(host: Host): Found {
  const open = openRuns(host).filter(isOpen);
  const [first] = open;
  if (first === undefined) return good('There is no import to resume.');
  const hint = `To continue: emk contacts import resume ${first.header.id}`;
  return note(`${counted(open.length, 'import')} can be resumed.`, hint);
}

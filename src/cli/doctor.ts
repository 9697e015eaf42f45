import {accessSync, constants, readFileSync, statSync} from 'node:fs';
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
import {configFolder, stateFolder} from '../core/own-files/folders.js';
import {codeOf} from '../core/system/files.js';
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
type Diagnosis = TypeOf<typeof look>;

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
    const looks = [
      await looking('config folder', 'Set EMK_CONFIG_DIR.', () =>
        folderLook(host, configFolder(host), 'EMK_CONFIG_DIR'),
      ),
      await looking('state folder', 'Set EMK_STATE_DIR.', () => folderLook(host, stateFolder(host), 'EMK_STATE_DIR')),
      await looking('configuration', 'Check who owns it, or name another folder in EMK_CONFIG_DIR.', () =>
        configLook(host),
      ),
      ...(globals.sandbox
        ? [{check: 'keys', ...good('The sandbox brings its own, and needs no network.')}]
        : await accountLooks(context)),
      await looking('imports', 'To see them: emk contacts import status', () => importsLook(host)),
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

function toText(looks: readonly Diagnosis[]): string {
  const wide = Math.max(...looks.map(({check}) => check.length));
  return looks
    .flatMap(({check, state, says, hint}) => [
      `${marks[state]} ${check.padEnd(wide)}  ${clean(says)}`,
      ...(hint === undefined ? [] : [`${' '.repeat(wide + 4)}${clean(hint)}`]),
    ])
    .join('\n');
}

const marks = {good: '✓', note: '!', wrong: '✗'} as const satisfies Readonly<Record<Diagnosis['state'], string>>;

type Symptom = Omit<Diagnosis, 'check'>;

const good = (says: string): Symptom => ({state: 'good', says});

const wrong = (says: string, hint: string): Symptom => ({state: 'wrong', says, hint});

/** A look, which may fail. An unexpected error is rethrown: it is a bug, not a finding. */
async function looking(check: string, hint: string, find: () => Symptom | Promise<Symptom>): Promise<Diagnosis> {
  try {
    return {check, ...(await find())};
  } catch (error) {
    if (!(error instanceof EmkError) && codeOf(error) === '') throw error;
    const {message, hint: better = hint} = error as Error & {readonly hint?: string};
    return {check, ...wrong(message, better)};
  }
}

/** Whether emk can write to a folder, and nobody else can. */
function folderLook({platform}: Host, path: string, variable: string): Symptom {
  const stats = statSync(path, {throwIfNoEntry: false});
  try {
    accessSync(stats ? path : nearestFolder(path), constants.W_OK | constants.X_OK);
  } catch (error) {
    return wrong(`${path} cannot be written to (${codeOf(error)}).`, `Set ${variable} to a folder of your own.`);
  }
  if (stats && platform !== 'win32' && (stats.mode & 0o022) !== 0)
    return wrong(`${path} can be written to by other users of this machine.`, `Close it to others: chmod 700 ${path}`);
  return good(stats ? `${path} can be written to.` : `emk creates ${path} when it needs it.`);
}

function nearestFolder(path: string): string {
  const above = dirname(path);
  return above === path || statSync(above, {throwIfNoEntry: false}) ? above : nearestFolder(above);
}

/** The file of profiles and settings: whether it can be read, and who else can read it. It is not changed. */
function configLook(host: Host): Symptom {
  const path = configPath(host);
  if (!statSync(path, {throwIfNoEntry: false})) return good(`There is no ${path} yet: emk has saved nothing so far.`);
  const {profiles} = parseConfig(readFileSync(path, 'utf8'), path);
  return openToOthers(host, path) ?? good(`${path} holds ${counted(profiles.size, 'profile')}.`);
}

/** A file that holds keys and that other users may open. On Windows the folder decides. */
function openToOthers({platform}: Host, path: string): Symptom | undefined {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (platform === 'win32' || !stats?.isFile() || (stats.mode & 0o077) === 0) return undefined;
  const says = `${path} holds keys and is open to other users of this machine.`;
  return wrong(says, `Close it to others with: chmod 600 ${shellWord(path)}`);
}

/** The account that a command would use with the source of each value, and whether its service answers. No key is shown. */
async function accountLooks(context: Context): Promise<readonly Diagnosis[]> {
  const {globals, host} = context;
  let account: Account | undefined;
  const keys = await looking('keys', 'Log in with "emk login".', () => {
    keepToSandbox(globals, host);
    const found = findAccount(globals, host, configIfReadable(host));
    account = found.account;
    return openToOthers(host, host.env['EMK_SECRET_KEY_FILE'] ?? '') ?? good(keysInWords(found));
  });
  if (account === undefined) return [keys];
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

function keysInWords({account: {name, guard, baseUrl}, from}: ReturnType<typeof findAccount>): string {
  const sources = [...new Set([from.baseUrl, from.publicKey, from.secretKey])].join(', ');
  return `${name} on ${hostOf(baseUrl)}, from ${sources}${guard === 'none' ? '' : `; it is ${guard}`}.`;
}

function clockLook(there: number, now: Date): Symptom {
  const ahead = Math.round((now.getTime() - there) / 1000);
  if (Math.abs(ahead) <= CLOCKS_AGREE) return good("This machine's clock agrees with the service's.");
  return wrong(
    `This machine's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the service's.`,
    "Set this machine's clock: the service sends scheduled mailings by its own clock.",
  );
}

/** In seconds: an answer's clock has no fractions, and the answer takes time to arrive. */
const CLOCKS_AGREE = 30;

function importsLook(host: Host): Symptom {
  const open = openRuns(host).filter(isOpen);
  const [first] = open;
  if (first === undefined) return good('There is no import to resume.');
  return {
    state: 'note',
    says: `${counted(open.length, 'import')} can be resumed.`,
    hint: `To continue: emk contacts import resume ${first.header.id}`,
  };
}

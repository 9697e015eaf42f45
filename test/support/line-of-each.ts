/** One line for each command of the tree that works with the demo account and the files of `faults/files.ts`. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {formatsOf} from '../../src/commands/command-formats.js';
import type {Host} from '../../src/core/system/host.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {files} from '../faults/files.js';
import {copiedAccount} from './account-copy.js';
import {content, moment, utrs} from './demo.js';
import {type Ran, runAgainst} from './run-against.js';
import {NOON} from './shell.js';
import {words} from './words.js';

const adding = ['--email', 'ada@lovelace.example'];
const importing = ['contacts', 'import', 'leads.csv', '--list', 'Staff', '--allow-automations', '--map', 'shoe size='];
const applying = ['account', 'apply', 'account'];
const seeding = ['seed', 'seed.yaml', '--run', 'pr-1'];

/** What a command needs after its words, and the lines that must have run before it. */
export type Rest = {readonly line: readonly string[]; readonly first?: readonly (readonly string[])[]};

const of = (text: string, ...more: readonly string[]): Rest => ({line: [...text.split(' ').filter(Boolean), ...more]});

/** By the words of the command. A test that walks the tree finds missing ones. */
export const lineOfEach: Readonly<Record<string, Rest>> = {
  'lists list': of(''),
  'lists show': of('1'),
  'lists create': of('Leads'),
  'lists update': of('3 --name Team'),
  'lists delete': of('3'),
  'contacts list': of(''),
  'contacts show': of('3'),
  'contacts find': of('example'),
  'contacts create': of('--list 3 --country 101 --allow-automations', ...adding),
  'contacts update': of('3 --first-name Chlo'),
  'contacts import': {line: importing.slice(2)},
  'contacts import resume': {line: [], first: [importing]},
  'contacts import status': {line: [], first: [importing]},
  'contacts sync': of('newsletter.csv --list Newsletter --update first_name --allow-automations'),
  'contacts check': of(''),
  'contacts erase': of('chloe@example.fr'),
  undo: {line: ['account'], first: [applying]},
  'contacts export': of(''),
  'contacts sample': of(''),
  'contacts delete': of('4 5'),
  'fields list': of(''),
  'fields create': of('shoe_size --kind number'),
  'fields delete': of('12'),
  'segments list': of(''),
  'segments delete': of('2'),
  'segments recipients list': of('1'),
  'segments recipients add': of('--segment 2 --first-name Ada --last-name Lovelace --allow-automations', ...adding),
  'segments recipients delete': of('1 --segment 1'),
  'unsubscribes list': of(''),
  'unsubscribes add': of('', ...adding),
  'unsubscribes delete': of('1'),
  'groups list': of(''),
  'groups show': of('1'),
  'groups create': of('--name Daily --description Ours --display'),
  'groups update': of('2 --name Monthly'),
  'groups recipients list': of('1'),
  'groups recipients add': of('--group 2', ...adding),
  'groups recipients delete': of('3 --group 1'),
  'senders list': of(''),
  'senders show': of('1'),
  'senders create': of(
    '--from-name Ada --from-email ada@lovelace.example --reply-to ada@lovelace.example --country 101 --address-line1 Main --nickname ada',
  ),
  'senders update': of('1 --from-name Acme'),
  'senders delete': of('2'),
  'senders verify': of('2'),
  'templates list': of(''),
  'templates show': of('1'),
  'templates tags': of(''),
  'templates lint': of('1'),
  'templates preview': of('1 -'),
  'mailings list': of(''),
  'mailings show': of(utrs.autumn),
  'mailings create': {line: words(`--name May --template 2 ${content} ${moment}`)},
  'mailings update': of(utrs.autumn, '--subject', 'Look'),
  'mailings duplicate': of(utrs.autumn),
  'mailings reschedule': of(utrs.autumn, '--at', '2026-04-01 09:00'),
  'mailings cancel': of(utrs.autumn),
  'mailings copy': of(utrs.autumn),
  'mailings check': of(utrs.autumn),
  'mailings test': of(utrs.autumn, '--to', 'ada@lovelace.example'),
  'mailings results': of(''),
  'mailings delete': of(utrs.autumn),
  'automations list': of(''),
  'automations show': of(utrs.welcome),
  'automations create': of('--kind welcome --name Hello --for list:Customers --group 1'),
  'automations duplicate': of(utrs.birthday),
  'automations pause': of(utrs.welcome),
  'automations set-live': of(utrs.winBack),
  'automations check': of(utrs.welcome),
  'automations results': of(''),
  'automations delete': of(utrs.birthday),
  'automations emails list': of(utrs.welcome),
  'automations emails add': of(
    `--automation ${utrs.birthday} --from 1 --subject Hello --unit instantly --template 2 --allow-automations`,
  ),
  'automations emails delete': of('b67cf476-88bb-409e-b232-34b6a64c5ab8', '--automation', utrs.welcome),
  agenda: of(''),
  report: of(''),
  'notifications list': of(''),
  'notifications add': of('--owner Ada', ...adding),
  'notifications delete': of('2'),
  'locations countries': of(''),
  'locations states': of('--where country_id=101'),
  'locations cities': of('--limit 5'),
  'account pull': of('pulled'),
  'account plan': of('account'),
  'account apply': of('account'),
  schema: of('contacts import'),
  seed: of('seed.yaml --run pr-1'),
  'seed clean': {line: ['--run', 'pr-1'], first: [seeding]},
  'auth status': of(''),
  'config set': of('output table'),
  'config list': of(''),
  'sandbox log': of(''),
  'sandbox mail': of(''),
  api: of('GET /contacts'),
  doctor: of(''),
  completion: of('bash'),
  commands: of(''),
};

export type Played = {
  readonly sandbox: RunningSandbox;
  /** Where requests go, if not to the sandbox itself. */
  readonly baseUrl?: string;
  /** The words of the command. */
  readonly name: string;
  /** The words after it, if they differ from the command's line. */
  readonly line?: readonly string[];
  readonly options: readonly string[];
  readonly host?: Partial<Host>;
};

/** Runs a line in its own folder, which `look` sees afterwards. Waits take no time, but move the clock. */
export async function playLine<T>(played: Played, look: (ran: Ran, folder: string) => T): Promise<T> {
  const {sandbox, baseUrl = sandbox.baseUrl, name, options, host = {}} = played;
  const {line, first = []} = {...(lineOfEach[name] ?? {line: []}), ...(played.line && {line: played.line})};
  const folder = mkdtempSync(join(tmpdir(), 'emk-line-'));
  try {
    const words = [...first, line].flat();
    for (const [path, text] of Object.entries(files)) {
      if (!words.some(word => path === word || path.startsWith(`${word}/`))) continue;
      mkdirSync(dirname(join(folder, path)), {recursive: true});
      writeFileSync(join(folder, path), text);
    }
    let at = Date.parse(NOON);
    const running = {
      env: {EMK_PUBLIC_KEY: sandbox.publicKey, EMK_SECRET_KEY: sandbox.secretKey, EMK_SANDBOX_DB: 'sandbox.db'},
      host: {
        cwd: folder,
        home: folder,
        now: () => new Date(at),
        sleep: async (milliseconds: number) => {
          at += milliseconds;
        },
        ...host,
      },
    };
    for (const each of first)
      await runAgainst(sandbox.baseUrl, [...each, '--yes'], {env: running.env, host: {cwd: folder, home: folder}});
    return look(
      await runAgainst(baseUrl, [...name.split(' '), ...line, ...options, '--retries', '1'], running),
      folder,
    );
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** Returns an unchanged sandbox: the same one again, until somebody has changed something in it. */
export function unchangedSandbox(): () => Promise<RunningSandbox> {
  let sandbox: RunningSandbox | undefined;
  let remove = (): void => undefined;
  const close = async (): Promise<void> => {
    await sandbox?.close();
    remove();
  };
  afterAll(close);
  return async () => {
    const isChanged = (await sandbox?.requests())?.some(({method}) => method !== 'GET');
    if (sandbox !== undefined && !isChanged) return sandbox;
    await close();
    const copy = await copiedAccount({clock: `step@${NOON}`});
    remove = copy.remove;
    sandbox = await startSandbox(copy.options);
    return sandbox;
  };
}

/** Commands that start servers and programs, or wait for a person. */
const elsewhere: readonly string[] = [
  ...['sandbox run', 'sandbox serve', 'sandbox tour', 'sandbox reset', 'auth login', 'auth logout', 'auth switch'],
  'mcp',
];

/** The commands of the tree with a line here, each with its formats. */
export const playedCommands = commandsOf(await loadTree(tree))
  .map(({path, command}) => ({name: path.join(' '), formats: formatsOf(command)}))
  .filter(({name}) => !elsewhere.includes(name));

import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join, resolve} from 'node:path';
import {apply} from '../../account-files/apply/apply.js';
import {contactsTitle, impossibleContactsInWords, impossibleInWords} from '../../account-files/command/plan-words.js';
import {LOCK_FILE} from '../../account-files/folder/lock-file.js';
import {type AccountFiles, entriesOf, readFiles} from '../../account-files/folder/read-files.js';
import {type KindName, kindNames} from '../../account-files/kinds/kind-names.js';
import type {Value} from '../../account-files/kinds/shape.js';
import {checkOptions} from '../../checks/options.js';
import type {Context} from '../../commands/command.js';
import {UsageError} from '../../errors.js';
import {hostWith} from '../../system/host.js';
import {statsOf} from '../../system/path-stats.js';
import {accountTime} from '../account/clock.js';
import {addSegments, replaceTemplates, verifyAllSenders} from '../service/seed/beyond-api.js';
import type {Unfilled} from './start.js';

/**
 * Makes an empty account what the files of a folder say. Most of it is made by the same apply as in a real account; the
 * API cannot make templates, segments and verified senders, so those are written into the account directly. emk works on
 * a copy of the folder, because an apply writes down beside the files what it made.
 */
export async function fillAccount(outer: Context, unfilled: Unfilled, folder: string): Promise<void> {
  const from = resolve(outer.host.cwd, folder);
  if (!statsOf(from)?.isDirectory()) {
    throw new UsageError(`There is no folder ${folder}.`, {hint: 'Make it with: emk account pull.'});
  }
  const place = mkdtempSync(join(tmpdir(), 'emk-sandbox-'));
  try {
    const copy = join(place, 'account');
    cpSync(from, copy, {recursive: true, filter: path => path === from || isContent(basename(path))});
    await fill(await contextFor(outer, unfilled, join(place, 'state')), unfilled, copy);
  } finally {
    rmSync(place, {recursive: true, force: true});
  }
}

/** The rest is hidden, or was left behind by an apply to another account. */
const isContent = (name: string): boolean => name !== LOCK_FILE && !name.startsWith('.');

async function fill(context: Context, {account}: Unfilled, folder: string): Promise<void> {
  const files = await readFiles(folder, new Set(written), 'texts');
  const {store} = account;
  if (files.has('templates')) await store.transaction(db => replaceTemplates(db, templatesIn(files)));
  await applyKinds(context, folder, {wanted: kindNames.filter(kind => !later.includes(kind)), contacts: true});
  await store.transaction(db => {
    verifyAllSenders(db);
    addSegments(db, segmentsIn(files), context.host.now());
  });
  await applyKinds(context, folder, {
    wanted: later.filter(kind => kind !== 'segments' || files.has(kind)),
    contacts: false,
  });
}

/** The kinds that are written into the account directly. */
const written: readonly KindName[] = ['templates', 'segments'];

/** The kinds that need verified senders and segments, and that must not mail the people who are there at the start. */
const later: readonly KindName[] = ['segments', 'automations', 'single-sends'];

async function applyKinds(
  context: Context,
  folder: string,
  {wanted, contacts}: {readonly wanted: readonly KindName[]; readonly contacts: boolean},
): Promise<void> {
  const {error, plan} = await apply(
    context,
    {
      ...{folder, wanted: new Set(wanted), contacts, maxErrors: undefined, rejects: undefined},
      ...{prune: false, sends: true, live: true, allowAutomations: true, settle: 0},
      // The checks ask whether a mailing is ready to go out. Here it only has to be there.
      rules: {force: checkOptions.force.choices},
    },
    async () => undefined,
  );
  if (error) throw error;
  for (const one of plan.impossible) context.warn(`The sandbox starts without this: ${impossibleInWords(one)}`);
  for (const change of plan.contacts)
    for (const line of impossibleContactsInWords(change)) context.warn(`${contactsTitle(change)}: ${line}`);
}

/** The context of an apply to the sandbox: emk asks nobody, keeps nothing on this machine and takes the account's time. */
async function contextFor(outer: Context, {account, ...target}: Unfilled, state: string): Promise<Context> {
  const {host} = outer;
  const began = host.now().getTime();
  const now = (await account.store.transaction(db => accountTime(db, account.realNow()))).getTime();
  const found = {...target, name: 'sandbox', source: 'sandbox', guard: 'none'} as const;
  return {
    ...outer,
    ...outer.connect(found),
    host: hostWith(host, {
      env: {...host.env, EMK_STATE_DIR: state},
      now: () => new Date(now + host.now().getTime() - began),
    }),
    globals: {...outer.globals, yes: true, dryRun: false},
    ask: {...outer.ask, possible: false},
    account: async () => found,
    confirm: async () => undefined,
    mayChange: async () => undefined,
    zones: () => ({service: 'UTC', local: 'UTC'}),
    takeTurns: (_thing, _work, act) => act(),
    keepDeleted: async () => undefined,
    notice: () => undefined,
  };
}

const templatesIn = (files: AccountFiles) =>
  entriesOf(files, 'templates').map(({name, preview, json, html, blank}) => ({
    ...{name: text(name), preview: text(preview), json: text(json), html: text(html), blank: blank === true},
  }));

const segmentsIn = (files: AccountFiles) =>
  entriesOf(files, 'segments').map(({name, type, fields, operators, values}) => ({
    ...{name: text(name), type: text(type), fields: texts(fields), operators: texts(operators), values: texts(values)},
  }));

const text = (value: Value | undefined): string => String(value ?? '');

const texts = (value: Value | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join, resolve} from 'node:path';
import {apply} from '../../account-files/apply/apply.js';
import {effectOfApply} from '../../account-files/apply/apply-effect.js';
import {contactsTitle, impossibleContactsInWords, impossibleInWords} from '../../account-files/command/plan-words.js';
import {LOCK_FILE} from '../../account-files/folder/lock-file.js';
import {type AccountFiles, entriesOf, readFiles} from '../../account-files/folder/read-files.js';
import {type KindName, kindNames, type Value} from '../../account-files/kinds/shape.js';
import {checkOptions} from '../../checks/options.js';
import {createAgree} from '../../commands/agree.js';
import type {Context} from '../../commands/command.js';
import {UsageError} from '../../errors.js';
import {hostWith} from '../../system/host.js';
import {statsOf} from '../../system/path-stats.js';
import {accountTime} from '../account/clock.js';
import {addSegments, replaceTemplates, verifyAllSenders} from '../service/seed/beyond-api.js';
import type {Unfilled} from './start.js';

/**
 * Fills an empty account from the files of a folder. The same apply as in a real account makes most of it. The API
 * cannot create templates, segments and verified senders, so those are written into the account directly. emk works on
 * a copy of the folder, because an apply writes notes beside the files.
 */
export async function fillAccount(outer: Context, unfilled: Unfilled, folder: string): Promise<void> {
  const from = resolve(outer.host.cwd, folder);
  if (!statsOf(from)?.isDirectory()) {
    throw new UsageError(`There is no folder ${folder}.`, {hint: 'Make it with: emk account pull'});
  }
  const place = mkdtempSync(join(tmpdir(), 'emk-sandbox-'));
  try {
    const copy = join(place, 'account');
    cpSync(from, copy, {recursive: true, filter: path => path === from || isContent(basename(path))});
    const files = await readFiles(copy, new Set(kindNames), 'texts');
    if (files.size === 0) {
      throw new UsageError(`${folder} holds no account.`, {hint: 'Make one with: emk account pull'});
    }
    await fill(await contextFor(outer, unfilled, join(place, 'state')), unfilled, files, copy);
  } finally {
    rmSync(place, {recursive: true, force: true});
  }
}

/** Whether a file is content: the others are hidden, or were left by an apply to another account. */
const isContent = (name: string): boolean => name !== LOCK_FILE && !name.startsWith('.');

async function fill(context: Context, {account}: Unfilled, files: AccountFiles, folder: string): Promise<void> {
  const {store} = account;
  const kinds = [...files.keys()];
  if (files.has('templates')) await store.transaction(db => replaceTemplates(db, templatesIn(files)));
  await applyKinds(context, folder, {wanted: kinds.filter(kind => !later.includes(kind)), contacts: true});
  await store.transaction(db => {
    verifyAllSenders(db);
    addSegments(db, segmentsIn(files), context.host.now());
  });
  await applyKinds(context, folder, {wanted: kinds.filter(kind => later.includes(kind)), contacts: false});
}

/** The kinds that need verified senders and segments, and that must not mail the first people. */
const later: readonly KindName[] = ['segments', 'automations', 'mailings'];

async function applyKinds(
  context: Context,
  folder: string,
  {wanted, contacts}: {readonly wanted: readonly KindName[]; readonly contacts: boolean},
): Promise<void> {
  if (wanted.length === 0) return;
  const {error, plan} = await apply(
    context,
    {
      ...{folder, wanted: new Set(wanted), contacts, maxErrors: undefined, rejects: undefined},
      ...{prune: false, sends: true, live: true, allowAutomations: true, settle: 0},
      // The checks ask whether a mailing is ready to be sent. Here it only has to exist.
      rules: {force: checkOptions.force.choices},
    },
    proposal => context.agree(effectOfApply(proposal), {settled: 'the sandbox is new'}),
  );
  if (error) throw error;
  for (const one of plan.impossible) context.warn(`The sandbox starts without this: ${impossibleInWords(one)}`);
  for (const change of plan.contacts)
    for (const line of impossibleContactsInWords(change)) context.warn(`${contactsTitle(change)}: ${line}`);
}

/**
 * The context of an apply to the sandbox: it asks nobody, saves nothing on this machine and uses the account's time.
 */
async function contextFor(outer: Context, {account, ...target}: Unfilled, state: string): Promise<Context> {
  const {host} = outer;
  const began = host.now().getTime();
  const now = (await account.store.transaction(db => accountTime(db, account.realNow()))).getTime();
  const found = {...target, name: 'sandbox', source: 'sandbox', guard: 'none'} as const;
  const client = outer.connect(found);
  return {
    ...outer,
    ...client,
    until: () => client,
    host: hostWith(host, {
      env: {...host.env, EMK_STATE_DIR: state},
      now: () => new Date(now + host.now().getTime() - began),
    }),
    globals: {...outer.globals, yes: true, dryRun: false},
    ask: {...outer.ask, possible: false},
    account: async () => found,
    agree: createAgree(
      {...outer.ask, possible: false},
      {...outer.globals, yes: true, dryRun: false, reader: outer.reader},
      async () => {},
    ),
    mayChange: async () => undefined,
    zones: () => ({service: 'UTC', local: 'UTC'}),
    takeTurns: (_things, _work, act) => act(false),
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

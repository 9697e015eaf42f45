import {createHash} from 'node:crypto';
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {stateFolder} from '../../own-files/folders.js';
import {makeFolder} from '../../system/folder.js';
import {readKept, requireKnownVersion} from '../../system/kept-file.js';
import {createJournal, type Journal, type Place, readJournal} from '../../work/journal.js';
import {type Begun, type Header, type Item, VERSION, type WorkRecord} from '../../work/record.js';

/**
 * An unfinished test in this machine's journal. The account does not show what a killed test has mailed and deleted.
 */
export type OpenTest = {
  readonly run: string;
  readonly name: string;
  readonly addresses: readonly string[];
  readonly keeps: boolean;
  readonly mail: 'not sent' | 'maybe sent' | 'sent';
};

export type TestJournal = {
  readonly cutShort: OpenTest | undefined;
  /** Begins the journal of a test, in place of that of an earlier one. */
  start(test: Omit<OpenTest, 'mail'>): Journal;
  /** The next test needs no information from this one. */
  end(): void;
};

/** Does something with the journal of tests while no other emk on this machine runs one in this account. */
export async function withTestJournal<T>(context: Context, work: (journal: TestJournal) => Promise<T>): Promise<T> {
  const {host} = context;
  const target = targetOf(await context.account());
  const name = createHash('sha256')
    .update(JSON.stringify([target.origin, target.key]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(stateFolder(host), 'tests');
  const [path, note] = [join(folder, `${name}.jsonl`), join(folder, `${name}.json`)];
  let journal: Journal | undefined;
  const end = (): void => {
    journal?.close();
    for (const each of [path, note]) rmSync(each, {force: true});
  };
  const tests: Omit<TestJournal, 'cutShort'> = {
    start(test) {
      end();
      makeFolder(folder);
      journal = createJournal(placeOf(path), {
        kind: 'header',
        version: VERSION,
        way: 'mailings test',
        ...target,
        ...test,
      });
      return journal;
    },
    end,
  };
  return context.takeTurns([['mailings test']], 'a test in this account', async () => {
    try {
      return await work({...tests, cutShort: read(path) ?? readNote(note)});
    } finally {
      journal?.close();
    }
  });
}

/** The item of the test's mailing in its journal. */
export const mailingItem = (name: string): Item => ({kind: 'mailings', key: name});

function read(path: string): OpenTest | undefined {
  const {header, records} = readJournal<Header & Omit<OpenTest, 'mail'>>(placeOf(path));
  if (header === undefined) return undefined;
  const {run, name, addresses, keeps} = header;
  return {run, name, addresses, keeps, mail: mailIn(records)};
}

/** What became of the mail: the request that makes it also sends it. */
function mailIn(records: readonly WorkRecord[]): OpenTest['mail'] {
  if (records.some(({kind}) => kind === 'finished')) return 'sent';
  const sends = records.find((record): record is Begun => record.kind === 'begun' && record.does === 'sends');
  const isNotApplied = records.some(
    record => record.kind === 'answered' && record.step === sends?.step && record.as === 'not_applied',
  );
  return sends === undefined || isNotApplied ? 'not sent' : 'maybe sent';
}

/** The note of a test that an older emk left, in one JSON object. */
function readNote(path: string): OpenTest | undefined {
  const found = readKept(path);
  if (found === undefined) return undefined;
  requireKnownVersion(found, `The note ${path} of an interrupted test`, {or: OR});
  const {version: _, ...test} = found as OpenTest & {readonly version?: unknown};
  return typeof test.run === 'string' ? test : undefined;
}

const OR = 'Or delete what that test left in the account, then that file.';

const placeOf = (path: string): Place => ({
  path,
  again: 'run the same line again.',
  or: OR,
  ifDamaged: 'Delete what that test left in the account, then that file.',
});

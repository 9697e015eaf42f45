import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {CheckRules} from '../../checks/options.js';
import type {Context} from '../../commands/command.js';
import type {AtDoor} from '../../who-left/door.js';
import type {AccountRecord} from '../account/read-account.js';
import type {Id} from '../folder/made.js';
import type {Entry, KindName} from '../kinds/shape.js';
import type {Change} from '../results.schema.js';
import type {ApplyJournal} from './apply-journal.js';
import type {Names} from './names.js';

/** What is needed to make the changes of an apply. */
export type ApplyWork = {
  /** A context without questions: the plan was agreed to as a whole. */
  readonly context: Context;
  /** The permit for the whole plan. */
  readonly permit: Permit;
  readonly journal: ApplyJournal;
  readonly names: Names;
  readonly rules: CheckRules;
  /** How people pass the door: those who left by what the files say come in. */
  readonly door: AtDoor & {readonly known: ReadonlySet<string>};
  /** Called before each change, so that an error can name it. */
  begins(change: Change | undefined): void;
  current(): Change | undefined;
  accountRecord(kind: KindName, name: string): AccountRecord | undefined;
  /** Whether a record was in the account when the work was planned. */
  isKnown(kind: KindName, record: Loose): boolean;
};

export type Task = {readonly change: Change; readonly entry: Entry};

export async function idOf(
  {accountRecord, names}: Pick<ApplyWork, 'accountRecord' | 'names'>,
  kind: KindName,
  name: string,
): Promise<Id> {
  // A sent mailing may have the same name as a scheduled one.
  const id = accountRecord(kind, name)?.id ?? (await names.idOf(kind, name));
  if (id === undefined) throw new Error(`There is no id for ${kind} ${name}.`);
  return id;
}

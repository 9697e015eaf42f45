import type {Collection} from '../../api/describe/collection.js';
import type {Loose, Operation, Params} from '../../api/describe/schema.js';
import type {Card, CardLine} from '../card.js';
import type {Context} from '../command.js';
import type {About} from './about.js';
import type {MailAgain} from './mail-again.js';
import type {Id} from './removal-report.js';

/** How a kind of record is deleted: what people learn before, what refuses, and what goes along. */
export type Removing = About & {
  readonly of: Collection;
  /** The options that name the parent, for records under a parent. Without them, nothing can be checked. */
  readonly within?: Params;
  /** The list may be too long to read just for the names in a question. */
  readonly listIsLong?: true;
  /** Throws if some of these records, which may not be in the list, cannot be deleted by anybody. */
  readonly refuse?: {readonly calls: readonly Operation[]; by(context: Context, ids: readonly Id[]): Promise<void>};
  /** What a person should know about the records before deletion, if their names are not enough. Undefined if there are none. */
  readonly card?: (context: Context, ids: readonly Id[]) => Promise<Card | undefined>;
  /** How many people are deleted with the records. */
  readonly peopleOn?: (context: Context, ids: readonly Id[]) => Promise<number>;
  /** What others take turns for too when they add to these records. */
  readonly turns?: (ids: readonly Id[]) => Promise<ReadonlyArray<readonly string[]>>;
  /** Checks what still needs the records, before they are deleted. */
  readonly guard?: Guard;
  /** Says who gets mail again, for records that keep mail from people. */
  readonly mailAgain?: MailAgain;
  /** The sentence about a single deleted record, if there is more to say. */
  readonly says?: ((record: Loose) => string | undefined) | undefined;
};

/** A check before a deletion. It returns what a person sees at the question, and refuses if nobody is asked. */
export type Guard = {
  readonly takes: Params;
  readonly calls: () => Promise<readonly Operation[]>;
  look(context: Context, ids: readonly Id[], input: Loose): Promise<readonly CardLine[]>;
};

import {resolve} from 'node:path';
import {addressProblem} from '../api/email-address.js';
import type {Context} from '../commands/command.js';
import {concurrently} from '../commands/concurrently.js';
import {toEmkError} from '../commands/stopping.js';
import {afterChange} from '../commands/verbs/after-change.js';
import {batchesOf, readAddresses} from '../csv/addresses.js';
import {foldAddress} from '../csv/fold-address.js';
import {
  type EmkError,
  InterruptedError,
  PartialError,
  PreflightError,
  RefusedError,
  UnknownOutcomeError,
  UsageError,
} from '../errors.js';
import type {Done, Failure} from '../output/result.js';

export type AddressInput = {
  readonly email?: readonly string[] | undefined;
  readonly file?: string | undefined;
  readonly column?: string | undefined;
};

/** A list that addresses are added to. */
export type AddressBook = {
  /** The state of an address in the list, as sentences say it: `unsubscribed`. */
  readonly membership: string;
  /** The addresses in it, with their ids. */
  entries(): AsyncIterable<{readonly id: number; readonly email_address: string}>;
  /** Adds several addresses, separated by commas. */
  add(addresses: string): Promise<unknown>;
  /** How many addresses one request takes; 100 where this is left out. */
  readonly most?: number;
  /** How many requests may be under way at a time. */
  readonly concurrency?: number;
  /** Runs once it is known how many are new, and before any of them is added. */
  before?(fresh: number): Promise<void>;
};

/** Adds the addresses of options and of a file to a list. */
export const addAddresses = async (context: Context, input: AddressInput, book: AddressBook): Promise<Done> =>
  addMissing(context, await collect(context, input), book);

/**
Adds addresses in batches, each once and only if it is not in the list yet. All of them are looked for in the list
afterwards, since the service's answer does not say which it took.
*/
export async function addMissing(context: Context, wanted: readonly string[], book: AddressBook): Promise<Done> {
  const before = await idsIn(book);
  const fresh = wanted.filter(address => !before.has(foldAddress(address)));
  const already = wanted.length - fresh.length;
  await book.before?.(fresh.length);
  const sent = await addInBatches(context, fresh, book);
  const {failures, stopped} = sent;
  context.progress.clear();
  if (context.globals.dryRun) return {kind: 'done', sentence: '', done: [], failed: []};
  const after = fresh.length === 0 ? before : await lookAgain(context, book, sent);
  const done = fresh.flatMap(address => after.get(foldAddress(address)) ?? []);
  const failed = fresh
    .filter(address => !after.has(foldAddress(address)))
    .map((address): Failure => ({id: address, error: failures.get(foldAddress(address)) ?? stopped ?? notThere()}));
  return {kind: 'done', sentence: sentenceFor(done.length, already, book.membership), done, failed, stopped};
}

/** The addresses of the command line and of the file. A malformed one stops everything, since nothing was sent yet. */
async function collect({host, warn}: Context, {email = [], file, column}: AddressInput): Promise<readonly string[]> {
  const typed = email.flatMap(text => text.split(/[,;\s]+/)).filter(text => text !== '');
  if (typed.length === 0 && file === undefined) {
    throw new UsageError('Missing: --email or --file.', {
      hint: 'Give addresses, or a file of them; --file - reads standard input.',
    });
  }
  const problems = typed.flatMap(text => {
    const problem = addressProblem(text);
    return problem === undefined ? [] : [`"${text}" ${problem}`];
  });
  const read =
    file === undefined ? undefined : await readAddresses(host, file === '-' ? file : resolve(host.cwd, file), {column});
  for (const warning of read?.warnings ?? []) warn(warning);
  problems.push(...(read?.rejected ?? []).map(({line, reason}) => `line ${line}: ${reason}`));
  if (problems.length > 0) throw unfit(problems);
  const each = new Map([...typed, ...(read?.addresses ?? [])].map(address => [foldAddress(address), address]));
  return [...each.values()];
}

/** The result of the batches so far. */
type Sent = {
  /** How many addresses the service said it had added. */
  accepted: number;
  readonly failures: Map<string, EmkError>;
  stopped?: EmkError;
};

/** Sends batch after batch, until one fails for a reason that would stop the next one too. */
async function addInBatches(context: Context, fresh: readonly string[], book: AddressBook): Promise<Sent> {
  const sent: Sent = {accepted: 0, failures: new Map()};
  let tried = 0;
  try {
    await concurrently(book.concurrency ?? 1, batchesOf(fresh, book.most), async batch => {
      if (batch.length < fresh.length)
        context.progress.show({label: 'Adding addresses', done: tried, total: fresh.length});
      await addBatch(book, batch, sent);
      tried += batch.length;
    });
    return sent;
  } catch (error) {
    const stopped = toEmkError(error, context.host);
    if (!stopped) throw error;
    return {...sent, stopped};
  }
}

/** Sends one batch. A refusal names no address, so its halves are sent apart; after a lost answer the list will tell. */
async function addBatch(book: AddressBook, batch: readonly string[], sent: Sent): Promise<void> {
  try {
    await book.add(batch.join(','));
    sent.accepted += batch.length;
  } catch (error) {
    const isRefused = error instanceof RefusedError;
    if (!isRefused && !(error instanceof UnknownOutcomeError)) throw error;
    if (!isRefused || batch.length === 1) {
      for (const address of batch) sent.failures.set(foldAddress(address), error);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await addBatch(book, batch.slice(0, middle), sent);
    await addBatch(book, batch.slice(middle), sent);
  }
}

/** Reads the list afterwards. Where nothing can have been added, the error that stopped the additions is thrown instead. */
async function lookAgain(
  context: Context,
  book: AddressBook,
  {accepted, failures, stopped}: Sent,
): Promise<ReadonlyMap<string, number>> {
  const lost = [...failures.values()].find(error => error instanceof UnknownOutcomeError);
  const happened = `${accepted === 1 ? '1 address was' : `${accepted.toLocaleString('en-US')} addresses were`} added`;
  if (stopped instanceof InterruptedError && accepted > 0) context.warn(`${happened}.`);
  if (stopped && (stopped instanceof InterruptedError || (accepted === 0 && !lost))) throw stopped;
  const change = {
    happened,
    lost,
    hint: 'Run the same command again when the service answers: it adds only those that are missing.',
  };
  return afterChange(context, change, () => idsIn(book));
}

async function idsIn({entries}: AddressBook): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for await (const {id, email_address} of entries()) ids.set(foldAddress(email_address), id);
  return ids;
}

function unfit(problems: readonly string[]): PreflightError {
  const shown = problems.slice(0, SHOWN).join('; ');
  const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
  return new PreflightError(`These cannot be added: ${shown}${more}.`, {
    hint: 'Nothing was sent. Mend or leave them out, then try again.',
  });
}

const notThere = (): EmkError => new PartialError('The service said that it was added, but it is not in the list.');

function sentenceFor(added: number, already: number, membership: string): string {
  const now = added === 1 ? '1 address is' : `${added.toLocaleString('en-US')} addresses are`;
  const there = already === 0 ? '' : ` ${already.toLocaleString('en-US')} ${already === 1 ? 'was' : 'were'} already.`;
  return `${now} ${membership} now.${there}`;
}

/** How many problems fit into one sentence. */
const SHOWN = 10;

import {forEachRecord} from '../../api/answers/record-sources.js';
import {PartialError, ThrottledError, UnknownOutcomeError, UnreachableError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {fileTrouble} from '../../system/file-trouble.js';
import {andList, counted} from '../../words/sentence.js';
import {covers} from '../../work/ranges.js';
import type {Added} from '../../work/record.js';
import type {Checked, RowKey} from '../file/contract.js';
import {type LineBytes, makeLineBytes} from '../file/line-bytes.js';
import {filesWritten} from '../journal/runs.js';
import {checkOnly} from '../send/acknowledged.js';
import {type AddedContacts, collectAdded} from '../send/added-contacts.js';
import {type Listing, type Reader, readListing, whyIncomplete} from '../send/listing.js';
import type {Sending} from '../send/sending.js';
import type {ImportService, ListedContact} from '../send/service.js';
import {waitForRest} from '../send/wait-for-rest.js';
import {writeBeside} from './write-beside.js';

/** The result of comparing the final list with the rows. If `proven`, rows missing from the list did not arrive. */
export type Verified = {
  readonly verified: number;
  readonly missing: number;
  readonly duplicates: number;
  readonly proven: boolean;
  /** Why the list proves nothing about rows that are missing from it. */
  readonly why?: string;
  readonly files: {readonly missing?: string; readonly duplicates?: string};
  /** The lines of rows that did not arrive, if the list was complete. */
  readonly absent?: ReadonlySet<number>;
  /** The contacts that the rows became, if the list was read. */
  readonly added?: Added;
};

/** Compares the list with the sent rows by address, and writes missing and duplicate ones down. */
export async function verify(
  sending: Sending,
  checked: Checked,
  {lastId, besides, beside}: Before & Place & Besides,
): Promise<Verified> {
  const {tally, service} = sending;
  const nothing: Verified = {verified: 0, missing: 0, duplicates: 0, proven: false, files: {}};
  if (tally.sent === 0) return {...nothing, proven: true};
  sending.tell.progress.show({label: 'Verifying'});
  const listing = await lookUntilThere(sending, checked, besides, lastId);
  const {result: looked, complete: proven} = listing;
  checkOnly(sending, looked.only, proven);
  const {absent, present, several} = looked;
  const missing =
    proven && absent.size > 0
      ? await withPlace(`${counted(absent.size, 'row')} did not arrive`, writeMissing(sending, checked, absent, beside))
      : undefined;
  const duplicates =
    several > 0
      ? await withPlace(
          `${counted(several, 'row')} arrived more than once`,
          writeDuplicates(sending, checked, looked, beside),
        )
      : undefined;
  sending.tell.progress.clear();
  return {
    verified: present,
    missing: proven ? absent.size : 0,
    duplicates: several,
    proven: proven || absent.size === 0,
    ...(proven ? {absent} : {why: await whyIncomplete(service, listing)}),
    files: {...(missing ? {missing} : {}), ...(duplicates ? {duplicates} : {})},
    ...(lastId === undefined ? {} : {added: looked.added.record(tally.done)}),
  };
}

/** The highest id before the first row was sent; undefined if the journal does not say. */
export type Before = {readonly lastId: number | undefined};

/** Another look at the same reading of the list: whether all is there that was changed besides. */
type Besides = {readonly besides?: (() => Reader<boolean>) | undefined};

/** The path that result files are named after. */
type Place = {readonly beside: string};

/** The news with the file that names the rows. If the file cannot be written, the news is still reported. */
const withPlace = (news: string, file: Promise<string>): Promise<string> =>
  file.catch(error => {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    throw new PartialError(`${news}, but emk could not write the file that names them. ${trouble.message}`, {
      cause: error,
    });
  });

/** What a list shows of the sent rows, and how often it shows each. */
type Looked = {
  readonly times: LineBytes;
  /** The lines of rows that it does not show. */
  readonly absent: ReadonlySet<number>;
  readonly present: number;
  readonly several: number;
  readonly isAll: boolean;
  readonly added: AddedContacts;
  /** The contacts of rows that are to be checked by each field. */
  readonly only: ReadonlyMap<string, ListedContact>;
};

/** Reads the list, and again after it has settled if rows are missing. */
async function lookUntilThere(
  sending: Sending,
  checked: Checked,
  besides: Besides['besides'],
  lastId = Number.POSITIVE_INFINITY,
): Promise<Listing<Looked>> {
  const {service, host, restTimes, tell} = sending;
  try {
    return await readSettled(
      {service, host, restTimes, progress: tell.progress},
      () => readerOf(sending, checked, lastId, besides?.()),
      ({absent, isAll}) => absent.size === 0 && isAll,
    );
  } catch (error) {
    if (!(error instanceof UnreachableError || error instanceof ThrottledError)) throw error;
    throw new UnknownOutcomeError(
      `All rows were added, but emk could not read the list to verify them: ${error.message}`,
      {cause: error, hint: `Run: emk contacts import resume ${sending.journal.id} (it only looks).`},
    );
  }
}

type Reading = Pick<Sending, 'service' | 'host' | 'restTimes'> & {readonly progress: Sending['tell']['progress']};

/** Reads a list, and again after it has settled if something is missing. */
export async function readSettled<T>(
  {service, host, restTimes, progress}: Omit<Reading, 'service'> & {readonly service: ImportService},
  reader: () => Reader<T>,
  isThere: (result: T) => boolean,
): Promise<Listing<T>> {
  const listing = await readListing(service, reader);
  if (isThere(listing.result) || !listing.complete) return listing;
  await waitForRest(service, host, restTimes, 'no answer', () =>
    progress.show({label: 'Waiting until the list stops changing'}),
  );
  return readListing(service, reader);
}

/** Counts how often a list shows each sent row: one look at a contact, whether it is one of them or not. */
function readerOf(sending: Sending, checked: Checked, lastId: number, besides?: Reader<boolean>): Reader<Looked> {
  const {tally, only: rows = []} = sending;
  const times = makeLineBytes();
  const added = collectAdded(lastId);
  const wanted = new Set(rows.map(({address}) => address));
  const only = new Map<string, ListedContact>();
  let [present, several] = [0, 0];
  return {
    see(contact) {
      besides?.see(contact);
      const address = foldAddress(contact.email ?? '');
      const line = checked.lineOf(address);
      if (line === 0 || !covers(tally.done, line)) return;
      if (wanted.has(address)) only.set(address, contact);
      const count = times.of(line) + 1;
      times.set(line, Math.min(count, MOST));
      if (count === 1) present++;
      if (count === 2) several++;
      added.see(contact);
    },
    result() {
      const absent = new Set<number>();
      for (const line of checked.goodLines()) if (covers(tally.done, line) && times.of(line) === 0) absent.add(line);
      return {times, absent, present, several, isAll: besides?.result() ?? true, added, only};
    },
  };
}

/** The highest count in a byte. */
const MOST = 255;

function writeMissing(sending: Sending, checked: Checked, lines: ReadonlySet<number>, beside: string): Promise<string> {
  async function* text() {
    const {header, mark} = checked.original;
    if (mark) yield BYTE_ORDER_MARK;
    yield header;
    for await (const {raw} of checked.rowsAt(lines)) {
      yield NEWLINE;
      yield raw;
    }
    yield NEWLINE;
  }
  return write(sending, 'missing', text(), beside);
}

/** Writes a result file, and its hash into the journal, so that a later run may replace it. */
async function write(
  {host, journal}: Sending,
  word: string,
  text: Parameters<typeof writeBeside>[2],
  beside: string,
): Promise<string> {
  const {path, sha256} = await writeBeside(beside, word, text, filesWritten(host));
  journal.note({kind: 'wrote', path, sha256});
  return path;
}

/** Names contacts in the list more than once: the oldest stays, on every machine, with `contacts delete --doubles`. */
async function writeDuplicates(sending: Sending, checked: Checked, {times}: Looked, beside: string): Promise<string> {
  const rows: RowKey[] = [];
  await forEachRecord(checked.goodKeys(), row => {
    if (times.of(row.line) > 1) rows.push(row);
  });
  const ids = new Map<string, number[]>(rows.map(({address}) => [address, []]));
  await forEachRecord(sending.service.contacts(), ({id, email}) => {
    ids.get(foldAddress(email ?? ''))?.push(id);
  });
  const {csvLines} = await import('../../csv/bytes/write-lines.js');
  const toLines = csvLines({raw: true});
  const listed = rows.flatMap(({line, address}) => {
    const [keep, ...surplus] = (ids.get(address) ?? []).sort((one, other) => one - other);
    return keep === undefined ? [] : [[line, address, keep, surplus.join(' ')]];
  });
  return write(sending, 'duplicates', [toLines([['line', 'email', 'keep', 'surplus'], ...listed])], beside);
}

/** The error of an import whose rows did not all arrive exactly once. */
export function faultsIn({missing, duplicates, files}: Verified): PartialError | undefined {
  if (missing === 0 && duplicates === 0) return undefined;
  const faults = [
    ...(missing > 0 ? [`${counted(missing, 'row')} did not arrive (${files.missing})`] : []),
    ...(duplicates > 0 ? [`${counted(duplicates, 'row')} arrived more than once (${files.duplicates})`] : []),
  ];
  return new PartialError(`The service took the file, but ${andList(faults)}.`, {
    hint:
      missing > 0
        ? `The missing rows are in ${files.missing}. You can import that file.`
        : 'To delete only the surplus: emk contacts delete --doubles --list LIST',
  });
}

const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const NEWLINE = '\n';

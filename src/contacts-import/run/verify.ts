import {forEachRecord} from '../../api/answers/record-sources.js';
import {foldAddress} from '../../csv/columns/fold-address.js';
import {PartialError, ThrottledError, UnknownOutcomeError, UnreachableError} from '../../errors.js';
import {fileTrouble} from '../../system/file-trouble.js';
import {counted} from '../../words/count.js';
import {andList} from '../../words/list.js';
import type {Checked, GoodRow} from '../file/contract.js';
import type {Added} from '../journal/journal-record.js';
import {covers} from '../journal/line-ranges.js';
import {filesWritten} from '../journal/runs.js';
import type {ImportSettings} from '../journal/settings.js';
import {type AddedContacts, collectAdded} from '../send/added-contacts.js';
import {type AddressCounts, createAddressCounts} from '../send/address-counts.js';
import {type Listing, readListing} from '../send/listing.js';
import type {Sending} from '../send/sending.js';
import {waitForRest} from '../send/wait-for-rest.js';
import {writeBeside} from './write-beside.js';

/**
 * The result of comparing the final list with the rows. `proven` means that rows missing from the list did not arrive.
 */
export type Verified = {
  readonly verified: number;
  readonly missing: number;
  readonly duplicates: number;
  readonly proven: boolean;
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
  how: ImportSettings['verify'],
  {counted: known, lastId, ...place}: Before & Place,
): Promise<Verified> {
  const {tally, service} = sending;
  const nothing: Verified = {verified: 0, missing: 0, duplicates: 0, proven: false, files: {}};
  if (how === 'none' || tally.sent === 0) return {...nothing, proven: tally.sent === 0};
  if (how === 'count' && known !== undefined && (await service.count()) === known + tally.sent) {
    return {...nothing, verified: tally.sent, proven: true};
  }
  sending.tell.progress.show({label: 'Verifying'});
  const {listing, counts} = await listUntilThere(sending, checked, lastId);
  const proven = listing.complete;
  const {absent, several} = counts;
  const lines = proven && absent > 0 ? await absentLines(sending, checked, listing.result.counts) : undefined;
  const missing = lines
    ? await withPlace(`${counted(absent, 'row')} did not arrive`, writeMissing(sending, checked, lines, place))
    : undefined;
  const duplicates =
    several > 0
      ? await withPlace(
          `${counted(several, 'row')} arrived more than once`,
          writeDuplicates(sending, checked, listing.result.counts, place),
        )
      : undefined;
  sending.tell.progress.clear();
  return {
    verified: counts.present,
    missing: proven ? counts.absent : 0,
    duplicates: counts.several,
    proven: proven || counts.absent === 0,
    ...(proven ? {absent: lines ?? new Set()} : {}),
    files: {...(missing ? {missing} : {}), ...(duplicates ? {duplicates} : {})},
    ...(lastId === undefined ? {} : {added: listing.result.added.record(tally.done)}),
  };
}

/** What was known before the first row was sent; undefined if the journal does not say. */
export type Before = {readonly counted: number | undefined; readonly lastId: number | undefined};

/** The path that result files are named after, and whether those of earlier runs stay. */
type Place = {readonly beside: string; readonly keepFiles: boolean};

/** The news with the file that names the rows. If the file cannot be written, the news is still reported. */
const withPlace = (news: string, file: Promise<string>): Promise<string> =>
  file.catch(error => {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    throw new PartialError(`${news}, but emk could not write the file that names them. ${trouble.message}`, {
      cause: error,
    });
  });

type Counts = {readonly present: number; readonly absent: number; readonly several: number};

type Looked = Listing<{readonly counts: AddressCounts; readonly added: AddedContacts}>;

/** Reads the list, and again after it has settled if rows are missing. */
async function listUntilThere(
  sending: Sending,
  checked: Checked,
  lastId: number | undefined,
): Promise<{listing: Looked; counts: Counts}> {
  const sent = addressesSent(sending, checked);
  const look = (): Promise<Looked> =>
    readListing(sending.service, () => {
      const counts = createAddressCounts();
      const added = collectAdded(sent, lastId ?? Number.POSITIVE_INFINITY);
      return {
        see(contact) {
          if (contact.email !== null) counts.add(foldAddress(contact.email));
          added.see(contact);
        },
        result: () => ({counts, added}),
      };
    });
  try {
    const listing = await look();
    const counts = await countRows(sending, checked, listing.result.counts);
    if (counts.absent === 0 || !listing.complete) return {listing, counts};
    await waitForRest(sending.service, sending.host, sending.restTimes, 'no answer', () =>
      sending.tell.progress.show({label: 'Waiting for the list to settle'}),
    );
    const again = await look();
    return {listing: again, counts: await countRows(sending, checked, again.result.counts)};
  } catch (error) {
    if (!(error instanceof UnreachableError || error instanceof ThrottledError)) throw error;
    throw new UnknownOutcomeError(
      `All rows were sent, but emk could not read the list to verify them: ${error.message}`,
      {
        cause: error,
        hint: `Run: emk contacts import resume ${sending.journal.id} (it only looks).`,
      },
    );
  }
}

function addressesSent({tally}: Sending, {goodAddresses}: Checked): AddressCounts {
  const sent = createAddressCounts();
  for (const {line, address} of goodAddresses()) if (covers(tally.done, line)) sent.add(address);
  return sent;
}

async function countRows(sending: Sending, checked: Checked, listed: AddressCounts): Promise<Counts> {
  const counts = {present: 0, absent: 0, several: 0};
  for await (const row of sentRows(sending, checked)) {
    const times = listed.of(row.address);
    if (times === 0) counts.absent++;
    else counts.present++;
    if (times > 1) counts.several++;
  }
  return counts;
}

async function absentLines(sending: Sending, checked: Checked, listed: AddressCounts): Promise<ReadonlySet<number>> {
  const lines = new Set<number>();
  for await (const {line, address} of sentRows(sending, checked)) if (listed.of(address) === 0) lines.add(line);
  return lines;
}

function writeMissing(sending: Sending, checked: Checked, lines: ReadonlySet<number>, place: Place): Promise<string> {
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
  return write(sending, 'missing', text(), place);
}

/** Writes a result file, and its hash into the journal, so that a later run may replace it. */
async function write(
  {host, journal}: Sending,
  word: string,
  text: AsyncIterable<string | Uint8Array>,
  {beside, keepFiles}: Place,
): Promise<string> {
  const {path, sha256} = await writeBeside(beside, word, text, keepFiles ? undefined : filesWritten(host));
  journal.append({kind: 'wrote', path, sha256});
  return path;
}

/** Names contacts in the list more than once: the oldest stays, on every machine, for `contacts dedupe`. */
async function writeDuplicates(
  sending: Sending,
  checked: Checked,
  listed: AddressCounts,
  place: Place,
): Promise<string> {
  const ids = new Map<string, number[]>();
  for await (const row of sentRows(sending, checked)) if (listed.of(row.address) > 1) ids.set(row.address, []);
  await forEachRecord(sending.service.contacts(), ({id, email}) => {
    ids.get(foldAddress(email ?? ''))?.push(id);
  });
  const {csvLines} = await import('../../csv/bytes/write-lines.js');
  const toLines = csvLines({raw: true});
  async function* text() {
    yield toLines([['line', 'email', 'keep', 'surplus']]);
    for await (const rows of sentBatches(sending, checked)) {
      const listed = rows.flatMap(({line, address}) => {
        const [keep, ...surplus] = (ids.get(address) ?? []).sort((one, other) => one - other);
        return keep === undefined ? [] : [[line, address, keep, surplus.join(' ')]];
      });
      if (listed.length > 0) yield toLines(listed);
    }
  }
  return write(sending, 'duplicates', text(), place);
}

async function* sentBatches({tally}: Sending, checked: Checked): AsyncGenerator<readonly GoodRow[]> {
  for await (const batch of checked.goodRows()) yield batch.filter(({line}) => covers(tally.done, line));
}

async function* sentRows(sending: Sending, checked: Checked): AsyncGenerator<GoodRow> {
  for await (const rows of sentBatches(sending, checked)) yield* rows;
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
        : `To delete only the surplus: emk contacts dedupe ${files.duplicates}`,
  });
}

const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const NEWLINE = '\n';

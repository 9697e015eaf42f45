import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Checked} from '../../contacts-import/file/contract.js';
import type {Rejecting} from '../../contacts-import/file/rejects.js';
import type {ListedContact} from '../../contacts-import/send/service.js';
import {isBehind} from '../../contacts-import/sync/advance-base.js';
import {beforeOf, findComeBack} from '../../contacts-import/sync/come-back.js';
import {comeBackData} from '../../contacts-import/sync/come-back-words.js';
import {type ContactSample, contactComparer} from '../../contacts-import/sync/compare-list.js';
import {comparedField} from '../../contacts-import/sync/compared-field.js';
import type {KeptBase} from '../../contacts-import/sync/kept-bases.js';
import {type ComparisonTerms, differencesIn, readRows} from '../../contacts-import/sync/read-rows.js';
import {away, countsOf, fresh, makeRowTable, type RowTable, toChange} from '../../contacts-import/sync/row-table.js';
import type {CameBack} from '../../contacts-import/sync/sync-result.schema.js';
import type {Before} from '../../contacts-import/sync/three-sides.js';
import {PreflightError} from '../../errors.js';
import type {Door} from '../../who-left/door.js';
import {stoppedBy} from '../../who-left/let-in.js';
import {somePeople} from '../../who-left/mail-again.js';
import type {Stopped} from '../../who-left/words.js';
import {type ContactFile, type ContactRules, termsOf} from './contact-file.js';
import {impossibleContacts, isEverybody, type UnimportableRow} from './impossible-contacts.js';
import type {ContactDifference} from './plan.schema.js';
import {mistakeIn, type RejectedRows, readRejectedRows} from './rejected-rows.js';

export type Comparison = {
  see(contact: Loose): void;
  /** The differences, once every contact was seen, and the invalid rows. */
  result(door: Door): Promise<{
    readonly difference: ContactDifference;
    readonly rows: number;
    readonly unimportable: readonly UnimportableRow[];
    /** New people who left, and so are not added. */
    readonly stopped: readonly Stopped[];
    /** Whether the list says more of what the file says than the base knows, so that an apply has to note it. */
    readonly isBehind: boolean;
    /** The same rows unchanged, for a separate file. */
    readonly rejects: Rejecting | undefined;
  }>;
};

/** Compares a file with a list like a sync, so that an apply does what the plan promises, by hashes of the rows. */
export async function startComparison(
  check: () => Promise<ContactFile>,
  rules: ContactRules,
  {prune, base}: {readonly prune: boolean; readonly base: KeptBase | null | undefined},
): Promise<Comparison> {
  const {rowsInFile, rows, terms, wanted, odd, repeated, sha256, before} = await readFile(await check(), rules, base);
  const leftOut = {has: (address: string) => odd?.has(address) === true};
  const comparer = contactComparer({rows, terms, wanted, leftOut, unsubscribed: undefined, before});
  let listed = 0;
  return {
    see(contact) {
      listed++;
      odd?.see(contact);
      comparer.see(contact as ListedContact);
    },
    async result(door) {
      const {gone, keyless, doubles, unlike, back} = comparer.result();
      const counts = countsOf(rows);
      const found = {
        prune,
        needsCountry: counts.needsCountry,
        notCarried: differencesIn(rows, terms).notCarried,
        rows: {nameless: odd?.nameless ?? 0, repeated},
        list: {
          ...{listed, unlike, gone: gone.ids.length, joined: back.joined.ids.length, nameless: keyless.ids.length},
          repeated: doubles.ids.length - counts.ambiguous,
        },
      };
      const unlisted = countOf(rows, fresh);
      const asks = unlisted + counts.toChange + countOf(rows, away) + back.conflicts.length > 0;
      const again = asks || odd ? await check() : undefined;
      if (again && (await again.checked?.sha256()) !== sha256) throw changedMeanwhile(again);
      const {stopped, ...addresses} = await addressesIn(again?.checked, rows, door);
      return {
        difference: {
          create: {count: unlisted - stopped.length, first: addresses.created},
          update: {count: counts.toChange, first: addresses.updated},
          delete:
            prune && isEverybody(found)
              ? {count: 0, first: []}
              : {count: gone.ids.length, first: emailsOf(gone).slice(0, MOST_NAMED)},
          impossible: impossibleContacts(found),
          joined: {count: back.joined.ids.length, first: somePeople(emailsOf(back.joined)).first},
          come_back: await cameBack(again?.checked, {rows, terms, list: {back}, before}),
        },
        rows: rowsInFile,
        stopped,
        isBehind: before !== undefined && isBehind(rows, before, back.conflicts, terms.fields.length),
        ...(await unimportableIn(odd, again)),
      };
    },
  };
}

const emailsOf = ({first}: ContactSample): readonly string[] => first.map(({email}) => email ?? '');

/** What became of a pulled file since; null for a file that nobody pulled. */
async function cameBack(
  checked: Checked | undefined,
  {before, ...compared}: Omit<Parameters<typeof findComeBack>[1], 'before'> & {readonly before: Before | undefined},
): Promise<CameBack | null> {
  if (!before) return null;
  if (checked) return comeBackData(await findComeBack(checked, {...compared, before}));
  const nothing = {away: 0, away_changed: 0, conflicts: 0, first: {away: [], conflicts: []}};
  return {known: before.isKnown, ...nothing};
}

async function readFile({checked, columns}: ContactFile, rules: ContactRules, base: KeptBase | null | undefined) {
  if (checked === undefined) {
    const rows = makeRowTable(0, 0);
    const wanted = new Set<number>();
    return {
      rowsInFile: 0,
      rows,
      terms: noTerms,
      wanted,
      odd: undefined,
      repeated: 0,
      sha256: undefined,
      before: undefined,
    };
  }
  const {repeated, sha256, rejected} = checked;
  const {terms, wanted} = termsOf(checked, rules);
  const before = beforeOf({base, checked, isPart: false}, terms);
  const rows = await readRows(checked, terms, before?.see);
  const odd = rejected > 0 ? await readRejectedRows(checked, columns, rules.countries?.find) : undefined;
  return {rowsInFile: checked.rows, rows, terms, wanted, odd, repeated, sha256: await sha256(), before};
}

async function unimportableIn(
  odd: RejectedRows | undefined,
  again: ContactFile | undefined,
): Promise<{readonly unimportable: readonly UnimportableRow[]; readonly rejects: Rejecting | undefined}> {
  const unimportable: UnimportableRow[] = [];
  const checked = again?.checked;
  if (!odd || !checked) return {unimportable, rejects: undefined};
  for await (const row of odd.unlike(checked)) {
    unimportable.push({mistake: mistakeIn(row, again.name), isThere: odd.isThere(row)});
  }
  const {original, delimiter} = checked;
  return {unimportable, rejects: {original, delimiter, rejectedRows: () => odd.unlike(checked)}};
}

const changedMeanwhile = ({name}: ContactFile): PreflightError =>
  new PreflightError(`${name} changed while emk compared it.`, {hint: 'Run the same line again.'});

/** The terms for a file without rows, where only addresses count. */
const noTerms: ComparisonTerms = {
  key: comparedField({name: 'email', type: 'text'}, undefined),
  fields: [],
  clear: true,
};

/** The addresses of the first new rows and of the first that differ: the table has only their hashes. */
async function addressesIn(
  checked: Checked | undefined,
  {states}: RowTable,
  door: Door,
): Promise<{
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly stopped: readonly Stopped[];
}> {
  const [created, updated]: [string[], string[]] = [[], []];
  const stopped: Stopped[] = [];
  if (!checked) return {created, updated, stopped};
  let row = 0;
  await forEachRecord(checked.goodValues(), ({address}) => {
    const state = states[row++];
    const out = state === fresh ? stoppedBy(door, [address]) : [];
    stopped.push(...out);
    if (state === fresh && out.length === 0 && created.length < MOST_NAMED) created.push(address);
    if (state === toChange && updated.length < MOST_NAMED) updated.push(address);
  });
  return {created, updated, stopped};
}

function countOf({states, size}: RowTable, wanted: number): number {
  let count = 0;
  for (let row = 0; row < size; row++) if (states[row] === wanted) count++;
  return count;
}

const MOST_NAMED = 10;

import type {AccountRecord, AccountState} from '../account/read-account.js';
import {createdFingerprint, fingerprintOf} from '../compare/fingerprint.js';
import type {Id, MadeRecord} from '../folder/made-records.js';
import type {KindName} from '../kinds/kind-names.js';
import {kinds} from '../kinds/kinds.js';

/** Why a record stays, and whether a person should look at it. */
type KeepReason = {readonly why: string; readonly needsLook: boolean};

/** A record's current state, and what was added to it. */
type RecordNow = {
  readonly held: AccountRecord | undefined;
  readonly account: Pick<AccountState, 'sent'>;
  readonly members: ReadonlyMap<string, Id> | undefined;
};

/** Why a record made from this folder stays; `gone` if somebody has deleted it, undefined if it is unchanged. */
export function keepReason(
  kind: KindName,
  name: string,
  record: MadeRecord,
  now: RecordNow,
): KeepReason | 'gone' | undefined {
  const {held, account} = now;
  if (held === undefined) {
    const went = kind === 'single-sends' && account.sent.some(one => String(one.id) === String(record.id));
    return went ? {why: 'it went out, and emk keeps its statistics', needsLook: false} : 'gone';
  }
  const {can} = kinds[kind];
  if (can.delete !== true) return {why: can.delete, needsLook: false};
  if (held.name !== name) return {why: `somebody renamed it to "${held.name}"`, needsLook: true};
  return isStill(kind, record, held, now.members) ? undefined : {why: 'somebody has changed it since', needsLook: true};
}

/** Whether a record is still as an apply left it, finished or interrupted. */
function isStill(kind: KindName, record: MadeRecord, held: AccountRecord, members: RecordNow['members']): boolean {
  const now = fingerprintOf(kind, held.entry);
  if (record.finishedFingerprint !== undefined)
    return now === record.finishedFingerprint || now === record.intendedFingerprint;
  const own = new Set([...(members?.values() ?? [])].map(String));
  if (held.entry['live'] === true || held.below.some(({utr}) => !own.has(String(utr)))) return false;
  return createdFingerprint(kind, held.entry) === record.createdFingerprint;
}

import {isDeepStrictEqual} from 'node:util';
import {PreflightError} from '../../errors.js';
import {reasonsWithMore} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {fileOf} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import type {KindName} from '../kinds/shape.js';
import {accountLine} from './account-line.js';
import {ALL} from './save-plan.js';
import type {SavedPlan} from './saved-plan.schema.js';

/** A saved plan and its file. */
export type KeptPlan = SavedPlan & {readonly file: string};

/** Throws if the account or the files are not as they were when the plan was made, and names what changed. */
export function refuseStalePlan(saved: KeptPlan, now: SavedPlan): void {
  const {origin, key} = saved.basis.account;
  if (origin !== now.basis.account.origin || key !== now.basis.account.key) {
    throw new PreflightError(`The plan was made for another account (${origin}).`, {
      hint: 'Nothing was changed. Name the profile of that account with --profile.',
    });
  }
  const changes = changesSince(saved, now);
  if (changes.length === 0) return;
  throw new PreflightError(`Something changed since the plan was made: ${reasonsWithMore(changes, 5)}.`, {
    hint: `Nothing was changed. Make a new plan: ${newPlan(saved, saved.basis.mail_again)}`,
  });
}

/** The line that makes the plan anew, perhaps with another word about unsubscribes. */
export const newPlan = ({basis, file}: KeptPlan, mailAgain: boolean | undefined): string =>
  `${accountLine('plan', {...basis, mailAgain})} --out ${shellWord(file)} --overwrite`;

function changesSince(saved: SavedPlan, now: SavedPlan): readonly string[] {
  const inAccount = differing(saved.basis.records, now.basis.records, () => 'the account');
  const inFiles = differing(saved.basis.files, now.basis.files, fileOf);
  const tables = inMap(saved.basis.contact_files, now.basis.contact_files).map(
    ([path, how]) => `${path} ${words[how].alone}`,
  );
  const people = inMap(saved.basis.people ?? {}, now.basis.people ?? {}).map(
    ([list]) => `other people are on the list "${list}"`,
  );
  const found = [...inAccount, ...inFiles, ...tables, ...people];
  return found.length > 0 ? found : otherwise(saved, now);
}

/** The same records can need other changes: a moment has passed, or contacts are different. */
const otherwise = (saved: SavedPlan, now: SavedPlan): readonly string[] => [
  ...saved.contacts
    .filter(one => !now.contacts.some(other => isDeepStrictEqual(one, other)))
    .map(({list}) => `the contacts of "${list}" are different`),
  ...now.contacts
    .filter(({list}) => !saved.contacts.some(one => one.list === list))
    .map(({list}) => `the contacts of "${list}" are different`),
  ...[...now.changes, ...now.impossible]
    .filter(one => ![...saved.changes, ...saved.impossible].some(other => isDeepStrictEqual(one, other)))
    .map(({kind, name}) => `${titleOf(kind, name)} needs another change by now`),
];

type Fingerprints = SavedPlan['basis']['files'];
type How = keyof typeof words;

const words = {
  new: {in: 'is new in', alone: 'is new'},
  gone: {in: 'is gone from', alone: 'is gone'},
  changed: {in: 'was changed in', alone: 'was changed'},
} as const;

const differing = (before: Fingerprints, after: Fingerprints, placeOf: (kind: KindName) => string): string[] =>
  (Object.keys({...before, ...after}) as KindName[]).flatMap(kind =>
    inMap(before[kind] ?? {}, after[kind] ?? {}).map(([name, how]) =>
      name === ALL
        ? `the ${kinds[kind].collection.noun.many} were changed in ${placeOf(kind)}`
        : `${titleOf(kind, name)} ${words[how].in} ${placeOf(kind)}`,
    ),
  );

function inMap(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ReadonlyArray<readonly [name: string, how: How]> {
  return Object.keys({...before, ...after}).flatMap(name => {
    if (before[name] === after[name]) return [];
    return [[name, before[name] === undefined ? 'new' : after[name] === undefined ? 'gone' : 'changed'] as const];
  });
}

const titleOf = (kind: KindName, name: string): string => `${kinds[kind].collection.noun.one} "${name}"`;

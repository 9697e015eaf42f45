import {addressProblem} from '../../records/fields/email-address.js';
import {orList} from '../../words/sentence.js';
import type {AccountState} from '../account/read-account.js';
import {keyHint} from '../folder/check-shape.js';
import type {Mistake} from '../folder/mistakes.js';
import type {AccountFiles} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import type {Plan} from '../kinds/results.schema.js';
import {type Entry, type Key, type Keys, type KindName, textsOf} from '../kinds/shape.js';
import {withoutImpossible} from './make-plan.js';
import {referencesIn, targetOf, writtenBy} from './references.js';

/** The names in the files that match no record, in the files or in the account. */
export async function danglingReferences(
  files: AccountFiles,
  account: AccountState,
  {prune}: {readonly prune: boolean},
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = [];
  const namesOf = async (kind: KindName): Promise<ReadonlySet<string>> => {
    const file = files.get(kind);
    const inFile = file?.entries.map(({entry}) => String(entry[kinds[kind].identity])) ?? [];
    // Records that are in no file will be deleted, so nothing may refer to them.
    return new Set(file && prune ? inFile : [...inFile, ...(await account.idsOf(kind)).keys()]);
  };
  for (const [kind, {source, entries}] of files) {
    for (const {text, key, at} of entries.flatMap(placed => referencesIn(placed, kinds[kind].keys))) {
      const target = targetOf(text, key);
      const names = target && (await namesOf(target.kind));
      if (target && names?.has(target.name)) continue;
      const wrong =
        target && names
          ? notCalled(target, names)
          : {says: `"${text}" is not an audience.`, hint: 'For example: list:Newsletter or segment:VIP'};
      mistakes.push({source, at, ...wrong});
    }
  }
  return mistakes;
}

function notCalled({kind, name}: Target, names: ReadonlySet<string>): Pick<Mistake, 'says' | 'hint'> {
  const {one, many} = kinds[kind].collection.noun;
  const hint = names.size === 0 ? `There are no ${many}.` : keyHint(name, [...names].slice(0, MOST));
  return {says: `There is no ${one} called "${name}".`, hint};
}

type Target = NonNullable<ReturnType<typeof targetOf>>;

const MOST = 500;

/** A plan without records that lack a required value, which are reported: the account may have such records. */
export const dropIncomplete = (plan: Plan, files: AccountFiles): Plan =>
  withoutImpossible(plan, change => {
    const found = writtenBy(change, files);
    const [missing] = found ? missingIn(found.placed.entry, found.keys, '') : [];
    return found && missing !== undefined
      ? `the service requires ${missing}, which is missing (${found.source.file}, line ${found.placed.at.line})`
      : undefined;
  });

const missingIn = (entry: Entry, keys: Keys, path: string): readonly string[] =>
  Object.entries(keys).flatMap(([name, {required, type, below}]) => {
    const value = entry[name];
    if (value === undefined) return required && type !== 'flag' ? [`${path}${name}`] : [];
    return below && Array.isArray(value) ? value.flatMap(one => missingIn(one as Entry, below, `${name}: `)) : [];
  });

/** The values to send that the service would refuse. The account may have old ones that it would refuse today. */
export const refusedValues = (files: AccountFiles, {changes}: Plan): readonly Mistake[] =>
  changes.flatMap(change => {
    const found = writtenBy(change, files);
    if (!found) return [];
    const {placed, source, keys} = found;
    return textsOf(placed.entry, keys).flatMap(({text, key, path}): Mistake[] => {
      const problem = problemOf(text, key);
      const name = path.split('.').findLast(part => !/^\d+$/.test(part));
      return problem === undefined
        ? []
        : [{source, at: placed.places.get(path) ?? placed.at, says: `${name} ${problem}.`}];
    });
  });

function problemOf(text: string, {choices, limits, address}: Key): string | undefined {
  if (address) {
    const problem = addressProblem(text);
    return problem === undefined ? undefined : `is "${text}", which ${problem}`;
  }
  const length = [...text].length;
  if (choices && !choices.includes(text)) return `must be ${orList(choices)}, not "${text}"`;
  if (limits?.min !== undefined && length < limits.min) return `must have at least ${limits.min} characters`;
  if (limits?.max !== undefined && length > limits.max)
    return `must have at most ${limits.max} characters, not ${length}`;
  return limits?.pattern && !limits.pattern.test(text)
    ? (limits.says ?? 'has a form that the service refuses')
    : undefined;
}

import {keyHint, type PlacedEntry, refuseDuplicates} from '../../account-files/folder/check-shape.js';
import type {Mistake, Source} from '../../account-files/folder/mistakes.js';
import type {KindName} from '../../account-files/kinds/kind-names.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import type {Keys} from '../../account-files/kinds/shape.js';
import {textsOf} from '../../account-files/kinds/texts.js';
import {addressProblem} from '../../records/fields/email-address.js';
import {isReserved, reservedInWords} from '../marks/reserved-domains.js';
import {checkPeople} from './check-people.js';
import type {FilledSeed, Names} from './fill-in-seed.js';
import {contactKeys} from './seed-keys.js';

/** What a seed must not contain although an account may: real people, the account's own audiences, equal names. */
export function checkSeed({files, people, names}: FilledSeed, source: Source): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  for (const [kind, {entries}] of files) {
    const {keys, identity, collection} = kinds[kind];
    // Names can become equal when the environment is filled in.
    refuseDuplicates(entries, {keys, identity, one: collection.noun.one}, source, mistakes);
    for (const placed of entries) {
      refuseName(kind, String(placed.entry[identity] ?? ''), names, {source, at: placed.at}, mistakes);
      if (kind !== 'senders') refuseRealAddresses(placed, keys, source, mistakes);
      refuseAudiences(placed, keys, names, source, mistakes);
    }
  }
  for (const placed of people) refuseRealAddresses(placed, contactKeys, source, mistakes);
  checkPeople(people, [...(names.get('contact-types')?.keys() ?? [])], source, mistakes);
  return mistakes.sort(({at: one}, {at: other}) => one.line - other.line || one.column - other.column);
}

type Where = Pick<Mistake, 'source' | 'at'>;

function refuseName(kind: KindName, name: string, names: Names, where: Where, mistakes: Mistake[]): void {
  const inRun = names.get(kind)?.get(name) ?? name;
  const {keys, identity} = kinds[kind];
  const limits = keys[identity]?.limits;
  if (limits?.pattern && !limits.pattern.test(name)) {
    mistakes.push({...where, says: `${identity} ${limits.says}.`, hint: `"${name}" does not.`});
  } else if (/\p{Cc}/u.test(name)) {
    mistakes.push({...where, says: `This ${identity} has a line end or another control character in it.`});
  } else if ([...inRun].length > LONGEST) {
    mistakes.push({
      ...where,
      says: `With the mark of its run this ${identity} has ${[...inRun].length} characters. At most ${LONGEST} are allowed.`,
      hint: 'Shorten it.',
    });
  }
}

/** No service is known to keep longer names, and a mark that is cut off could never be found again. */
const LONGEST = 191;

function refuseRealAddresses(placed: PlacedEntry, keys: Keys, source: Source, mistakes: Mistake[]): void {
  for (const {text, key, path} of textsOf(placed.entry, keys)) {
    if (!key.address) continue;
    const at = placed.places.get(path) ?? placed.at;
    const problem = addressProblem(text);
    if (problem !== undefined) mistakes.push({source, at, says: `"${text}" ${problem}.`});
    else if (!isReserved(text)) {
      mistakes.push({
        source,
        at,
        says: `"${text}" may be a real address. A seed takes only people who cannot exist.`,
        hint: `Use an address at ${reservedInWords}.`,
      });
    }
  }
}

/** Refuses audiences outside of the seed: the account's own lists may contain real people. */
function refuseAudiences(placed: PlacedEntry, keys: Keys, names: Names, source: Source, mistakes: Mistake[]): void {
  const types = [...(names.get('contact-types')?.keys() ?? [])];
  for (const {text, key, path} of textsOf(placed.entry, keys)) {
    if (key.refers !== 'audience') continue;
    const [, name] = /^type:(.+)$/s.exec(text) ?? [];
    if (name !== undefined && types.includes(name)) continue;
    mistakes.push({
      source,
      at: placed.places.get(path) ?? placed.at,
      says: `"${text}" is not a list of this file. A seed mails only its own people.`,
      hint:
        types.length === 0
          ? 'Name the list under contact-types.'
          : keyHint(
              text,
              types.map(type => `type:${type}`),
            ),
    });
  }
}

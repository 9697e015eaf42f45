import type {KeptCount} from '../accounts/read-kept-deletion.js';
import type {KeptKind} from '../commands/keeping/keeping.js';
import {loadCollections} from '../endpoints/all.js';
import {andList, counted} from '../words/sentence.js';

/** What a copy holds: one record by its name, and several by their number. */
export async function copyInWords(kinds: ReadonlyMap<KeptKind, KeptCount>): Promise<string> {
  const collections = await loadCollections();
  return andList(
    [...kinds].map(([kind, {count, first}]) => {
      const {noun, label} = collections.find(({path}) => path === kind) ?? {
        noun: {one: kind, many: kind},
        label: 'name',
      };
      const called = String(first[label] ?? '');
      if (count > 1 || called === '') return counted(count, noun.one, noun.many);
      return called.includes('@') ? `${noun.one} ${called}` : `${noun.one} "${called}"`;
    }),
  );
}

import type {PlacedEntry} from '../../account-files/folder/check-shape.js';
import type {AccountFiles} from '../../account-files/folder/read-files.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import {type Key, mapTexts} from '../../account-files/kinds/shape.js';
import {markedAddress} from '../marks/marks.js';
import type {FilledSeed, Names} from './fill-in-seed.js';
import {nameInRun} from './run-name.js';
import {contactKeys} from './seed-keys.js';

/** The records and people of a seed as a run creates them: each name and address has the run's mark. */
export function markRecords({files, people, names}: FilledSeed, run: string): Pick<FilledSeed, 'files' | 'people'> {
  return {
    files: new Map(
      [...files].map(([kind, file]) => {
        const {keys, identity} = kinds[kind];
        const entries = file.entries.map(placed => ({
          ...placed,
          entry: mapTexts(placed.entry, keys, ({text, key, path}) => {
            if (path === identity) return nameInRun(kind, text, run);
            // A sender needs a real address, or the service could not verify it.
            return key.address && kind !== 'senders' ? markedAddress(run, text) : referred(text, key, names);
          }),
        }));
        return [kind, {...file, entries}] as const;
      }),
    ) satisfies AccountFiles,
    people: people.map(
      (placed): PlacedEntry => ({
        ...placed,
        entry: mapTexts(placed.entry, contactKeys, ({text, key}) =>
          key.address ? markedAddress(run, text) : referred(text, key, names),
        ),
      }),
    ),
  };
}

/** A reference by the record's name in the run. Other records are the account's, and keep their names. */
function referred(text: string, {refers}: Key, names: Names): string {
  if (refers === undefined) return text;
  if (refers !== 'audience') return names.get(refers)?.get(text) ?? text;
  const [, word = '', name = ''] = /^(list|segment):(.+)$/s.exec(text) ?? [];
  const target = names.get(word === 'list' ? 'lists' : 'segments')?.get(name);
  return target === undefined ? text : `${word}:${target}`;
}

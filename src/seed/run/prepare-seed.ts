import {createHash} from 'node:crypto';
import {type Mistake, refuseMistakes} from '../../account-files/folder/mistakes.js';
import type {Context} from '../../commands/command.js';
import {readCountries} from '../../contacts-import/run/countries.js';
import {checkSeed} from '../file/check-seed.js';
import {type FilledSeed, fillInSeed} from '../file/fill-in-seed.js';
import {markRecords} from '../file/mark-records.js';
import {readSeed} from '../file/read-seed.js';
import {type PeopleOfList, peopleByList} from '../people/rows.js';
import {lostReferences, unknownCountries} from './unknown-in-account.js';

export type SeedOptions = {
  readonly file: string;
  readonly run: string;
  /** What the invented people are derived from. */
  readonly random: string;
};

/** A seed without mistakes: its records as in the file and as in the run, and its people. */
export type PreparedSeed = {
  readonly filled: FilledSeed;
  readonly files: FilledSeed['files'];
  readonly people: readonly PeopleOfList[];
  /** Changes with everything that will be made, so that a run belongs to one file. */
  readonly fingerprint: string;
};

/** Reads a seed file and fills it in. Anything invalid is an error with its line before anything is sent. */
export async function prepareSeed(context: Context, {file, run, random}: SeedOptions): Promise<PreparedSeed> {
  const {host} = context;
  const seed = await readSeed(host.cwd, file);
  const mistakes: Mistake[] = [];
  const settled = fillInSeed(seed, {run, env: host.env}, mistakes);
  refuseMistakes(mistakes);
  refuseMistakes(checkSeed(settled, seed.source));
  refuseMistakes(await lostReferences(context, settled, seed));
  const countries = settled.people.length === 0 ? undefined : await readCountries(context);
  refuseMistakes(unknownCountries(settled, seed, countries));
  const {files, people} = markRecords(settled, run);
  const countryOf = (name: string): string | undefined => (countries ? countries.find(name)?.name : name);
  return {
    filled: settled,
    files,
    people: peopleByList(people, {run, random, countryOf}),
    fingerprint: fingerprintOf([
      [...files].map(([kind, {entries}]) => [kind, entries.map(({entry}) => entry)]),
      people,
      random,
    ]),
  };
}

const fingerprintOf = (wanted: unknown): string => createHash('sha256').update(JSON.stringify(wanted)).digest('hex');

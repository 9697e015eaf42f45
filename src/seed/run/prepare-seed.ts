import {createHash} from 'node:crypto';
import {type Mistake, refuseMistakes} from '../../account-files/folder/mistakes.js';
import type {Context} from '../../commands/command.js';
import {readCountries} from '../../contacts-import/run/countries.js';
import {checkSeed} from '../file/check-seed.js';
import {inRun} from '../file/in-run.js';
import {readSeed} from '../file/read-seed.js';
import {type Settled, settle} from '../file/settle.js';
import {type PeopleOfType, peopleByType} from '../people/rows.js';
import {lostReferences, unknownCountries} from './unknown-in-account.js';

export type SeedOptions = {
  readonly file: string;
  readonly run: string;
  /** What the invented people follow from. */
  readonly random: string;
};

/** A seed that was found to be without mistakes: its records as the file calls them and as the run does, and its people. */
export type Prepared = {
  readonly settled: Settled;
  readonly files: Settled['files'];
  readonly people: readonly PeopleOfType[];
  /** Changes with everything that is to be made, so that a run is of one file. */
  readonly print: string;
};

/** Reads a seed file and fills it in. Whatever cannot be meant is an error with its line before anything is sent. */
export async function prepareSeed(context: Context, {file, run, random}: SeedOptions): Promise<Prepared> {
  const {host} = context;
  const seed = await readSeed(host.cwd, file);
  const mistakes: Mistake[] = [];
  const settled = settle(seed, {run, env: host.env}, mistakes);
  refuseMistakes(mistakes);
  refuseMistakes(checkSeed(settled, seed.source));
  refuseMistakes(await lostReferences(context, settled, seed));
  const countries = settled.people.length === 0 ? undefined : await readCountries(context);
  refuseMistakes(unknownCountries(settled, seed, countries));
  const {files, people} = inRun(settled, run);
  const countryOf = (name: string): string | undefined => (countries ? countries.find(name)?.name : name);
  return {
    settled,
    files,
    people: peopleByType(people, {run, random, countryOf}),
    print: printOf([[...files].map(([kind, {entries}]) => [kind, entries.map(({entry}) => entry)]), people, random]),
  };
}

const printOf = (wanted: unknown): string => createHash('sha256').update(JSON.stringify(wanted)).digest('hex');

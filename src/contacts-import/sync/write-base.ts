import type {PeopleKey} from '../../who-left/people-key.js';
import type {Checked} from '../file/contract.js';
import {type BaseHead, writeBase} from './base-file.js';
import {type ComparisonTerms, markingOf} from './read-rows.js';

/** A file that was written, how it will be compared, and the ids of its contacts in the order of its rows. */
type Outgoing = {readonly checked: Checked; readonly terms: ComparisonTerms; readonly ids: Ids};

type Ids = {at(row: number): number | undefined};

/** Where the base of a file goes, and what it is about. */
type BasePlace = {readonly path: string; readonly about: Omit<BaseHead, 'fields'>; readonly key: PeopleKey};

/** Writes down what a file says when it goes out; without rows, nobody is in it. */
export async function writeBaseOf(going: Outgoing | undefined, {path, about, key}: BasePlace): Promise<void> {
  const fields = going?.terms.fields.map(({name}) => name) ?? [];
  await writeBase(path, {...about, fields}, key, async ({add}) => {
    if (!going) return;
    const idOf = await idsByLine(going.checked, going.ids);
    await going.checked.hashGoodRows(markingOf(going.terms), ({line, key: person, hashes}) => {
      if (person !== undefined) add(person, idOf(line), field => hashes[field] as number);
    });
  });
}

/** The id of the contact on each line, for lines that are asked in their order. A cell may have several lines. */
async function idsByLine({rows, rowsAt}: Checked, ids: Ids): Promise<(line: number) => number> {
  const lines = new Uint32Array(rows);
  let size = 0;
  const noting = {
    has(line: number) {
      lines[size++] = line;
      return false;
    },
  };
  for await (const _ of rowsAt(noting));
  let at = 0;
  return line => {
    while (at < size && (lines[at] as number) < line) at++;
    return ids.at(at) ?? 0;
  };
}

import type {Loose, Source} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {searchRecords} from '../../commands/find-record.js';
import {isNumber, parseReference} from '../../commands/record-reference.js';
import type {ListedRecord} from '../../commands/verbs/record-choice.js';
import {clean} from '../../output/text/sanitise.js';
import {isCode} from '../../words/code.js';

/** The words for chosen records on a line: each name if it finds the record again, else the id. */
export async function wordsFor(
  context: Context,
  source: Source,
  records: readonly ListedRecord[],
  parent: Loose,
): Promise<readonly string[]> {
  const typable = records.filter(({name}) => isTypable(name));
  if (typable.length === 0) return records.map(({id}) => id);
  const names = typable.map(({name}) => name);
  const searches = await searchRecords(context, source, names, parent);
  const findable = new Set(
    typable.filter(({id}, at) => {
      const found = searches[at]?.found ?? [];
      return found.length === 1 && String(found[0]?.[source.key]) === id;
    }),
  );
  return records.map(record => (findable.has(record) ? record.name : record.id));
}

/** Whether a name can be on a line without being read as an option, a file, an id or a keyword. */
const isTypable = (name: string): boolean =>
  !/^[-@]/.test(name) &&
  clean(name) === name &&
  name.trim() === name &&
  parseReference(name).by === 'either' &&
  !isNumber(name) &&
  !isCode(name);

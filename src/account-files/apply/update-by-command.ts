import type {Loose} from '../../api/describe/schema.js';
import type {Command} from '../../commands/command.js';
import {kinds} from '../kinds/kinds.js';
import type {Key, Value} from '../kinds/shape.js';
import type {ApplyWork, Task} from './work.js';

/** Changes the fields of a record with the command that people use: it reads, merges, writes and checks. */
export async function updateByCommand(work: ApplyWork, task: Task, command: Command, id: Loose): Promise<void> {
  const changed = await changedForm(work, task);
  if (Object.keys(changed).length > 0) await command.run(work.context, {...id, ...changed} as never);
}

/** The changed fields of a record's form. A field that is omitted in the file is emptied. */
export async function changedForm({names}: ApplyWork, {change, entry}: Task): Promise<Loose> {
  const {keys} = kinds[change.kind];
  const changed = new Set(change.fields.map(({key}) => key));
  // Another country has other states and cities, so all of them are sent.
  const movesPlace = [...changed].some(name => keys[name]?.place);
  const written = Object.entries(keys).filter(([name, key]) => changed.has(name) || (movesPlace && key.place));
  const values = written.map(([name, key]): [string, Value] => [name, entry[name] ?? emptyForm(key)]);
  return names.toForm(Object.fromEntries(written), Object.fromEntries(values));
}

const emptyForm = ({type}: Key): Value => (type === 'texts' || type === 'entries' ? [] : type === 'flag' ? false : '');

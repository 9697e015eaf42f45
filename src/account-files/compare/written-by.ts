import type {PlacedEntry} from '../folder/check-shape.js';
import type {Source} from '../folder/mistakes.js';
import type {AccountFiles} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import type {Keys} from '../kinds/shape.js';
import type {Change} from './plan.schema.js';

/** The entry of a change, and the keys of it that would be sent; undefined for a deletion. */
export function writtenBy(
  {action, kind, name, fields}: Change,
  files: AccountFiles,
): {readonly placed: PlacedEntry; readonly source: Source; readonly keys: Keys} | undefined {
  const file = files.get(kind);
  const placed = file?.entries.find(({entry}) => entry[kinds[kind].identity] === name);
  if (!file || !placed || action === 'delete') return undefined;
  const changed = new Set(fields.map(({key}) => key));
  const keys = Object.entries(kinds[kind].keys).filter(([key]) => action === 'create' || changed.has(key));
  return {placed, source: file.source, keys: Object.fromEntries(keys)};
}

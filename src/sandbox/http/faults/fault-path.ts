import {partsOf, pathReader} from '../../../api/describe/route.js';
import type {Operation} from '../../../api/describe/schema.js';
import {UsageError} from '../../../errors.js';
import {closest} from '../../../words/closest.js';
import {fileFolders} from '../served-file.js';
import {type Fault, parseFaults} from './fault-text.js';

/** Reads faults, and refuses those on paths that the API does not have: a test would pass without meeting them. */
export function faultsFrom(texts: readonly string[], operations: Iterable<Operation>): Fault[] {
  const paths = new Set([...operations].map(operation => partsOf(operation).path));
  const faults = texts.flatMap(parseFaults);
  for (const {path} of faults) if (!isAskedFor(path, paths)) throw strayPath(path, paths);
  return faults;
}

function isAskedFor(path: string, paths: ReadonlySet<string>): boolean {
  if (
    [...paths].some(known => known === path || pathReader(known)(path)) ||
    fileFolders.some(folder => path.startsWith(folder))
  )
    return true;
  return path.endsWith('*') && [...paths, ...fileFolders].some(known => known.startsWith(path.slice(0, -1)));
}

function strayPath(path: string, paths: Iterable<string>): UsageError {
  const near = path.endsWith('*') ? undefined : closest(path, paths);
  return new UsageError(`The API has no path "${path}", so this fault would never happen.`, {
    hint:
      near === undefined
        ? 'Write a path of the API, the start of one followed by *, or * for all.'
        : `Did you mean "${near}"?`,
  });
}

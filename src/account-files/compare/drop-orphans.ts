import type {AccountFiles} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import {withoutImpossible} from './make-plan.js';
import type {Change, Plan} from './plan.schema.js';
import {referencesIn, targetOf} from './references.js';
import {nameOf} from './uses.js';
import {writtenBy} from './written-by.js';

/** Removes records whose references cannot be created, and all that refer to them, and reports them as impossible. */
export function dropOrphans(plan: Plan, files: AccountFiles): Plan {
  const missing = new Set(plan.impossible.filter(({action}) => action === 'create').map(nameOf));
  const left = withoutImpossible(plan, change => {
    const missingRecord = firstMissing(change, files, missing);
    if (missingRecord && change.action === 'create') missing.add(nameOf(change));
    return missingRecord && `it needs the ${missingRecord}, which cannot be created`;
  });
  return left.changes.length === plan.changes.length ? plan : dropOrphans(left, files);
}

/** The first missing record that a change refers to, in words. Only values to write count. */
function firstMissing(change: Change, files: AccountFiles, missing: ReadonlySet<string>) {
  const written = missing.size === 0 ? undefined : writtenBy(change, files);
  if (written === undefined) return undefined;
  for (const {text, key} of referencesIn(written.placed, written.keys)) {
    const target = targetOf(text, key);
    if (target && missing.has(nameOf(target))) return `${kinds[target.kind].collection.noun.one} "${target.name}"`;
  }
  return undefined;
}

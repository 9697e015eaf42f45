import {readFile, stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import {isObject} from '../../api/answers/is-object.js';
import {jsonOrNothing} from '../../api/answers/json-or-nothing.js';
import {UsageError} from '../../errors.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Host} from '../../system/host.js';
import {shellWord} from '../../words/shell-word.js';
import type {KeptPlan} from '../compare/refuse-stale-plan.js';
import type {SavedPlan} from '../compare/saved-plan.schema.js';

/** The plan in a file; undefined if the path is no file, and so the folder of an account. */
export async function readPlan({cwd}: Pick<Host, 'cwd'>, path: string): Promise<KeptPlan | undefined> {
  const full = resolve(cwd, path);
  const found = await stat(full).catch(() => undefined);
  if (!found && path.endsWith('.json')) {
    throw new UsageError(`There is no plan ${path}.`, {
      hint: `Make it with: emk account plan --out ${shellWord(path)}`,
    });
  }
  if (!found?.isFile()) return undefined;
  const text = await tellingFileTrouble(() => readFile(full, 'utf8'));
  const plan = jsonOrNothing(text);
  if (isPlan(plan)) return {...plan, file: path};
  throw new UsageError(`${path} is not a plan of this emk.`, {
    hint: 'To make one: emk account plan --out plan.json. Or name the folder of the files.',
  });
}

/** Checks only the form: the comparison refuses a plan that somebody has changed by hand. */
const isPlan = (plan: unknown): plan is SavedPlan =>
  isObject(plan) &&
  ['changes', 'impossible', 'contacts'].every(name =>
    Array.isArray((plan as {readonly [name: string]: unknown})[name]),
  ) &&
  isObject((plan as {readonly basis?: unknown}).basis) &&
  (plan as SavedPlan).basis.version === 3;

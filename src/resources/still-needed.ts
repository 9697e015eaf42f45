import {checking} from '../api/describe/operation.js';
import type {Context} from '../change/context.js';
import type {DeletionCheck} from '../commands/verbs/remove.js';
import {PreflightError} from '../core/errors.js';

/** Finds what needs some records, one sentence for each mailing or automation. */
type Finds = (context: Context, ids: ReadonlyArray<string | number>) => Promise<readonly string[]>;

/**
 * Stops the deletion of records that a scheduled mailing or a live automation still needs, by the check that would then
 * fail. A person sees it at the question; `--yes` is not enough, so a script names the check.
 */
export const stillNeeded = (check: string, find: (needs: typeof import('./needs.js')) => Finds): DeletionCheck => ({
  takes: checking({
    force: {
      type: 'text',
      many: true,
      choices: [check],
      value: 'check',
      help: 'In a script: delete it even if a scheduled mailing or a live automation needs it',
    },
  }),
  async look(context, ids, {force}) {
    const {ask, globals} = context;
    const isAsked = ask.possible && !globals.yes && !globals.dryRun;
    // Nobody has said yes, so this is refused even if nothing is wrong.
    if (!isAsked && !globals.yes && !globals.dryRun) return [];
    const needs = await find(await import('./needs.js'))(context, ids);
    if (isAsked) return needs.map(says => ['Still needed', says]);
    if (needs.length > 0 && !Array.isArray(force)) throw refused(check, needs);
    for (const says of needs) context.warn(`${says} (${check})`);
    return [];
  },
});

function refused(check: string, needs: readonly string[]): PreflightError {
  const hint = `Nothing was deleted. Change the mailing first, or delete it anyway with --force ${check}.`;
  const [only = '', ...others] = needs;
  return others.length === 0
    ? new PreflightError(only, {hint})
    : new PreflightError(`${needs.length} upcoming emails use what this deletes.`, {fields: {[check]: needs}, hint});
}

import {type Changes, changesUntil} from '../api/client/changes-under-way.js';
import {type Command, mayChange} from '../commands/command.js';
import {InterruptedError, interruptedBy, isSilent, LOOK_FIRST} from '../errors.js';
import type {Host} from '../system/host.js';
import {counted, plural} from '../words/sentence.js';

/** Makes an interruption say what its line has changed until then, unless the work itself has said it. */
export function untilInterrupted(
  {interrupted}: Pick<Host, 'interrupted'>,
  command: Command,
): (error: unknown) => Promise<unknown> {
  const changes = changesUntil(interrupted);
  const before = {...changes};
  return async thrown => {
    const error = orInterrupted(thrown, {interrupted});
    if (!isSilent(error)) return error;
    const {made, open} = {made: changes.made - before.made, open: changes.open - before.open};
    if (made + open > 0) return new InterruptedError(soFar({made, open}), {exit: error.exit, hint: LOOK_FIRST});
    return (await mayChange(command))
      ? new InterruptedError(`${error.message} Nothing was changed.`, {exit: error.exit})
      : error;
  };
}

/** Whatever Ctrl-C has cut off throws an error of Node. */
export const orInterrupted = (error: unknown, {interrupted}: Pick<Host, 'interrupted'>): unknown =>
  interrupted.aborted && isAbort(error) ? interruptedBy(interrupted) : error;

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

function soFar({made, open}: Changes): string {
  const done = made > 0 ? [`${counted(made, 'change was', 'changes were')} saved.`] : [];
  const doubt =
    open > 0
      ? [`emk can't tell whether ${counted(open, 'change', 'changes')} ${plural(open, 'was', 'were')} saved.`]
      : [];
  return ['Interrupted.', ...done, ...doubt].join(' ');
}

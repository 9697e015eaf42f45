import {atExit, type Host} from '../../system/host.js';
import {runsAlone} from '../../system/person.js';

/** Shows how far work is in the terminal's own tab or taskbar. */
type TerminalProgress = {
  /** Without a total, it shows only that there is work. */
  show(done: number | undefined, total: number | undefined): void;
  end(): void;
};

/** The progress of a terminal that knows it, by the sequence that ConEmu began: `OSC 9 ; 4 ; state ; percent`. */
export function createTerminalProgress(write: (signal: string) => void): TerminalProgress {
  let told = ENDED;
  let forget: (() => void) | undefined;
  const tell = (state: string): void => {
    if (state === told) return;
    told = state;
    write(`\u001b]9;4;${state}\u001b\\`);
  };
  const end = (): void => {
    forget?.();
    forget = undefined;
    tell(ENDED);
  };
  return {
    show(done, total) {
      // A second Ctrl-C ends the process at once, and the terminal would go on showing progress.
      forget ??= atExit(end);
      tell(done === undefined || !total ? UNKNOWN : `1;${Math.floor(100 * Math.min(1, done / total))}`);
    },
    end,
  };
}

const ENDED = '0;0';
const UNKNOWN = '3;0';

/**
 * Whether a person's terminal says that it shows progress. Older versions of iTerm2 would pop up a message instead, and
 * tmux and screen pass nothing on.
 */
export function knowsProgress({env}: Pick<Host, 'env'>): boolean {
  if (runsAlone(env) || env['TMUX'] || env['STY']) return false;
  const program = env['TERM_PROGRAM'] ?? '';
  return (
    Boolean(env['WT_SESSION']) ||
    env['ConEmuANSI'] === 'ON' ||
    ['ghostty', 'WezTerm', 'mintty'].includes(program) ||
    (program === 'iTerm.app' && isSince(env['TERM_PROGRAM_VERSION'] ?? '', [3, 6, 6])) ||
    Number(env['VTE_VERSION'] ?? 0) >= 8000
  );
}

/** Whether a version is this one or a later one; a part that is not there counts as 0. */
function isSince(version: string, first: readonly number[]): boolean {
  const parts = version.split('.').map(part => Number.parseInt(part, 10) || 0);
  const at = first.findIndex((part, index) => (parts[index] ?? 0) !== part);
  return at < 0 || (parts[at] ?? 0) > (first[at] ?? 0);
}

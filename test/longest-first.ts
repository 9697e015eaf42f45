import {BaseSequencer, type TestSpecification} from 'vitest/node';

/** The files that take longest, the everyday part and the long one. */
export const longest: readonly string[] = [
  'who-left/matrix',
  'transcripts',
  'reference/guides/guides',
  'seed/processes.long',
  'faults/kills.long',
  'account-files/apply/kill.long',
  'contacts-import/sync/thirty-nights',
  'how-to-add.long',
  'output/hostile-account',
  'examples.long',
  'terminal/jobs.long',
  'terminal/at-home.long',
  'terminal/day.long',
  'account-files/contacts-come-back',
  'contacts-import/nasty/hints',
  'faults/at-once.long',
  'pairs-at-once.long',
  'commands/verbs/remove-kill.long',
  'unattended.long',
  'letters.long',
  'terminal/what-next.long',
  'mcp/ten-tasks',
];

/**
 * Starts them first, so that no core waits for one of them at the end. Vitest goes by the times of the last run, of which a new
 * clone knows nothing, and else by the sizes of files.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({moduleId}: TestSpecification): number => {
      const at = longest.findIndex(name => moduleId.includes(`/test/${name}.`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

import {BaseSequencer, type TestSpecification} from 'vitest/node';

/** The files that take longest, the everyday part and the long one. */
export const longest: readonly string[] = [
  'reference/guides/guides',
  'faults/kills.long',
  'reference/recipes-struck.long',
  'unattended.long',
  'transcripts',
  'site/looks.long',
  'contacts-import/sync/thirty-nights.long',
  'how-to-add.long',
  'letters.long',
  'who-left/matrix',
  'pairs-at-once.long',
  'faults/at-once.long',
  'commands/verbs/remove-kill.long',
  'terminal/jobs.long',
  'seed/processes.long',
  'examples.long',
  'reference/played-examples.long',
  'account-files/contacts-come-back',
  'terminal/what-next.long',
  'terminal/day.long',
  'account-files/apply/kill.long',
  'hints',
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

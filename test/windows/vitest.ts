/** What test files import as `vitest`, where vitest itself cannot run: its own parts, without the programs around them. */
import * as expecting from '@vitest/expect';
import type {File, Task, VitestRunner} from '@vitest/runner';
import * as runner from '@vitest/runner';

export {afterAll, afterEach, beforeAll, beforeEach, describe, it, onTestFinished, test} from '@vitest/runner';

const {chai} = expecting;
chai.use(expecting.JestExtend);
chai.use(expecting.JestChaiExpect);
chai.use(expecting.JestAsymmetricMatchers);

export const expect = Object.assign((value: unknown, message?: string) => chai.expect(value, message), chai.expect);

/** Plays test files one after another, and returns how many tests went well and what each of the others said. */
export async function playFiles(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<Played> {
  const config = {
    root: '',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxConcurrency: 1,
    sequence: {hooks: 'stack', setupFiles: 'list', concurrent: false, shuffle: false, seed: 1},
    retry: 0,
    setupFiles: [],
  };
  const here = {config, importFile: (path: string) => files[path]?.()} as unknown as VitestRunner;
  const played = await runner.startTests(Object.keys(files), here);
  const tests = played.flatMap(file => testsOf(file));
  return {
    passed: tests.filter(({result}) => result?.state === 'pass').length,
    failed: [...played, ...tests].flatMap(saidBy),
  };
}

export type Played = {readonly passed: number; readonly failed: readonly string[]};

const testsOf = (task: Task | File): readonly Task[] => ('tasks' in task ? task.tasks.flatMap(testsOf) : [task]);

const saidBy = (task: Task): readonly string[] =>
  (task.result?.errors ?? []).map(({message, diff, stack}) => `${task.name}: ${message}\n${diff ?? stack}`);

/**
 * Plays tests with mutants, for `npm run mutants`. Without a plan it looks which mutants each test reaches. With a plan it
 * plays each test once for each of its mutants that nothing has caught yet, and once more without: what fails then too proves
 * nothing. Where one mutant is active, it lives in all tests and hooks.
 */
import {appendFileSync, readFileSync} from 'node:fs';
import {relative} from 'node:path';
import {type RunnerTask, type RunnerTestCase, TestRunner} from 'vitest';

const reached = new Set<string>();
const activeFile = process.env['EMK_MUTANTS_ACTIVE'];
let active: string | undefined;

Object.assign(globalThis, {
  mutant__(id: string): boolean {
    reached.add(id);
    return id === active;
  },
});

const events = process.env['EMK_MUTANTS_EVENTS'] ?? '';
const note = (event: object): void => appendFileSync(events, `${JSON.stringify(event)}\n`);

const plan: {readonly [test: string]: readonly string[]} | undefined =
  process.env['EMK_MUTANTS_PLAN'] && !activeFile
    ? JSON.parse(readFileSync(process.env['EMK_MUTANTS_PLAN'], 'utf8'))
    : undefined;

export default class MutantsRunner extends TestRunner {
  private readonly playing = new Map<RunnerTask, readonly string[]>();
  private readonly tries = new Map<RunnerTask, {readonly count: number; readonly errors: number}>();
  private started = 0;

  onBeforeRunFiles(): void {
    if (activeFile) active = readFileSync(activeFile, 'utf8');
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    if (activeFile || test.type !== 'test' || test.mode !== 'run') return;
    const mutants = plan ? stillToPlay(keyOf(test)) : [''];
    this.playing.set(test, mutants);
    if (mutants.length === 0) test.mode = 'skip';
    else test.repeats = mutants.length - 1;
  }

  override onBeforeTryTask(test: RunnerTask): void {
    super.onBeforeTryTask(test);
    if (activeFile) return;
    active = this.mutantOf(test) || undefined;
    if (active !== undefined) note({test: keyOf(test as RunnerTestCase), starts: active});
    this.started = performance.now();
    reached.clear();
  }

  /** Called after each try, whether it failed or not. */
  onAfterRetryTask(test: RunnerTask): void {
    if (activeFile) return;
    const before = this.tries.get(test);
    const errors = test.result?.errors?.length ?? 0;
    const fails = errors > (before?.errors ?? 0);
    const of = {test: keyOf(test as RunnerTestCase)};
    if (plan) note({...of, played: this.mutantOf(test), fails});
    else note({...of, ms: performance.now() - this.started, fails, reached: [...reached]});
    this.tries.set(test, {count: (before?.count ?? 0) + 1, errors});
    active = undefined;
  }

  private mutantOf(test: RunnerTask): string | undefined {
    return this.playing.get(test)?.[this.tries.get(test)?.count ?? 0];
  }
}

const keyOf = (test: RunnerTestCase): string => `${relative(process.cwd(), test.file.filepath)} > ${test.fullTestName}`;

type Played = {readonly test: string; readonly played?: string; readonly fails?: boolean};

/** The mutants of a test that no test has caught so far, and that it has not played before a restart. */
function stillToPlay(key: string): readonly string[] {
  const wanted = plan?.[key] ?? [];
  if (wanted.length === 0) return [];
  const before: readonly Played[] = readFileSync(events, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
  const proves = new Set(before.filter(({played, fails}) => played === '' && !fails).map(({test}) => test));
  const isOver = ({test, fails}: Played): boolean => test === key || (fails === true && proves.has(test));
  const over = new Set(before.filter(isOver).map(({played}) => played));
  const left = wanted.filter(id => !over.has(id));
  return left.length === 0 ? [] : [...left, ''];
}

/** Plays whole files of tests, each from its start with one mutant; the odd or the even mutants of the plan. */
import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import {createVitest} from 'vitest/node';

const part = process.argv[2];
const {EMK_MUTANTS_EVENTS: events, EMK_MUTANTS_PLAN: plan} = process.env;
const note = event => appendFileSync(events, `${JSON.stringify(event)}\n`);

// The tests of this process read here which mutant lives.
process.env.EMK_MUTANTS_ACTIVE = `${plan}.${part}`;
const options = {config: 'test/mutants/vitest.config.mjs', watch: false, reporters: [{}], maxWorkers: 1, bail: 1};
const vitest = await createVitest('test', options);
await vitest.init();

const queue = JSON.parse(readFileSync(plan, 'utf8'));
const ids = [...new Set(queue.map(({id}) => id))].filter((_, index) => String(index % 2) === part);
for (const mutant of ids) {
  for (const {file} of queue.filter(({id}) => id === mutant)) if (await isCaught(file, mutant)) break;
}
await vitest.close();

/** Whether a file of tests fails with a mutant. What was played before a restart is not played again. */
async function isCaught(file, mutant) {
  const over = readFileSync(events, 'utf8')
    .split('\n')
    .filter(line => line.includes(JSON.stringify(mutant)))
    .map(line => JSON.parse(line))
    .filter(({played}) => played === mutant);
  if (over.some(({fails}) => fails)) return true;
  if (over.some(({test}) => test === file)) return false;
  writeFileSync(process.env.EMK_MUTANTS_ACTIVE, mutant);
  note({test: file, starts: mutant, part});
  const {testModules, unhandledErrors} = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications([file]),
  );
  const fails = unhandledErrors.length > 0 || testModules.some(module => !module.ok());
  note({test: file, played: mutant, fails});
  return fails;
}

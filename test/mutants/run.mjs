/**
 * `npm run mutants`: breaks the rooms that decide about people and data in small ways, and counts how many of these mutants
 * a test of every day catches. `--sample N` plays so many of them, drawn by `--seed TEXT`; a run that was stopped goes on.
 * It plays tests that stand alone, and of those that reach a mutant the ones whose names have most in common with its file: what
 * it counts as caught is caught, and another test may catch more.
 */
import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {mutate} from './mutate.mjs';
import {filesOfRooms} from './rooms.mjs';

const root = new URL('../..', import.meta.url).pathname;
const given = (option, usual) =>
  process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : usual;
const seed = given('--seed', '1');
const most = Number(given('--sample', Number.POSITIVE_INFINITY));

/** How many tests play a mutant at most, and for how many milliseconds. */
const [MOST_TESTS, MOST_TIME] = [120, 90_000];

/** A test has at most a minute, and to load the first of them takes as long on a machine at work. */
const PATIENCE = 180_000;

const folder = given('--folder', join(root, 'node_modules/.cache/mutants'));
mkdirSync(folder, {recursive: true});
const [looks, plays, planFile] = ['looks.jsonl', `plays-${seed}-${most}.jsonl`, `plan-${seed}-${most}.json`].map(name =>
  join(folder, name),
);
const figures = join(root, 'test/mutants/figures.json');

const mutants = new Map(
  filesOfRooms(root).map(file => [
    file,
    [...new Set(mutate(readFileSync(join(root, 'src', file), 'utf8'), file).mutants)],
  ]),
);
const all = [...mutants.values()].flat();
const chosen = inDrawnOrder(all).slice(0, most);

if (!existsSync(looks)) await play(looks, testsThatStandAlone());
const plan = planned(eventsIn(looks), new Set(chosen));
writeFileSync(planFile, JSON.stringify(plan));
const files = [...new Set(Object.keys(plan).map(test => test.slice(0, test.indexOf(' > '))))];
while (files.length > 0 && (await play(plays, files)) === 'stuck') console.error('A mutant never ended: going on.');
writeFigures(eventsIn(plays));

/** All mutants in an order that follows from the seed, so that a sample is drawn from everywhere. */
function inDrawnOrder(ids) {
  const draw = id => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return ids
    .map(id => [draw(id), id])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, id]) => id);
}

/** Tests that share an account see what a mutant did in the one before, and would blame the next. */
function testsThatStandAlone() {
  const elsewhere =
    /^(?:(?:house|terminal|bin|mutants|bench|site|reference|warehouse|report|sandbox|preview|html|statistics|markdown|output|csv|doctor|records|parquet|prompts)\/|transcripts|map|layers)/;
  return readdirSync(join(root, 'test'), {recursive: true})
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.test.ts') && !path.endsWith('.long.test.ts') && !elsewhere.test(path))
    .filter(path => !/\buseShell\(|\bbeforeAll\(/.test(readFileSync(join(root, 'test', path), 'utf8')))
    .map(path => `test/${path}`);
}

/** For each test the mutants that it plays: for each mutant the tests nearest to it that reach it, within some seconds. */
function planned(events, wanted) {
  const tests = new Map();
  const unfit = new Set(events.filter(({fails}) => fails).map(({test}) => test));
  for (const {test, ms, reached} of events) if (reached && !unfit.has(test)) tests.set(test, {ms, reached});
  const reaching = new Map();
  for (const [test, {ms, reached}] of tests)
    for (const id of reached) if (wanted.has(id)) reaching.set(id, [...(reaching.get(id) ?? []), {test, ms}]);
  const plan = {};
  for (const [id, some] of reaching) {
    const near = inCommonWith(id.slice(0, id.indexOf(':')));
    const first = some
      .map(one => ({...one, near: near(one.test)}))
      .sort((one, other) => other.near - one.near || one.ms - other.ms);
    let time = 0;
    for (const {test, ms} of first.slice(0, MOST_TESTS)) {
      if (time > 0 && time + ms > MOST_TIME) continue;
      time += ms;
      plan[test] = [...(plan[test] ?? []), id];
    }
  }
  return plan;
}

/** How many words a test has in common with a file. */
function inCommonWith(file) {
  const words = text => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);
  const ofFile = words(file.replace(/\.ts$/, ''));
  return test => [...words(test)].filter(word => ofFile.has(word)).length;
}

/** Runs tests once. If nothing happens for a while, the mutants at work count as caught: somebody would see that. */
async function play(events, tests) {
  const env = {...process.env, EMK_MUTANTS_EVENTS: events, ...(events === plays && {EMK_MUTANTS_PLAN: planFile})};
  const words = ['vitest', 'run', '--config', 'test/mutants/vitest.config.mjs', '--reporter', 'dot', ...tests];
  writeFileSync(events, '', {flag: 'a'});
  const child = spawn('npx', words, {cwd: root, env, stdio: 'ignore', detached: true});
  const ended = new Promise(resolve => child.on('close', () => resolve('ended')));
  for (;;) {
    const patience = new Promise(resolve => setTimeout(resolve, 5000, 'running'));
    if ((await Promise.race([ended, patience])) === 'ended') return 'ended';
    if (Date.now() - statSync(events).mtimeMs < PATIENCE) continue;
    process.kill(-child.pid, 'SIGKILL');
    const noted = eventsIn(events);
    const last = new Map(noted.filter(({starts}) => starts).map(({test, starts}) => [test, starts]));
    const over = new Set(noted.filter(({played}) => played).map(({test, played}) => `${test} ${played}`));
    const open = [...last].filter(([test, id]) => !over.has(`${test} ${id}`));
    if (open.length === 0) throw new Error('The tests stand still without a mutant.');
    for (const [test, played] of open)
      writeFileSync(events, `${JSON.stringify({test, played, fails: true})}\n`, {flag: 'a'});
    return 'stuck';
  }
}

function eventsIn(path) {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
    : [];
}

/** Writes what was caught of each file; reasons that a person gave for survivors stay. */
function writeFigures(events) {
  // A test that also fails without a mutant has proved nothing.
  const unfit = new Set(events.filter(({played, fails}) => played === '' && fails).map(({test}) => test));
  const caught = new Set(
    events.filter(({test, played, fails}) => played && fails && !unfit.has(test)).map(({played}) => played),
  );
  const tried = new Set(events.flatMap(({played}) => played ?? []));
  const reasons = existsSync(figures) ? JSON.parse(readFileSync(figures, 'utf8')).survivors : {};
  const inFile = (file, ids) => ids.filter(id => id.startsWith(`${file}:`));
  const rows = [...mutants].flatMap(([file, {length}]) => {
    const played = inFile(file, chosen);
    return played.length === 0
      ? []
      : [[file, {mutants: length, played: played.length, caught: inFile(file, [...caught]).length}]];
  });
  const survivors = chosen.filter(id => !caught.has(id)).sort();
  const document = {
    reproduce: `npm run mutants -- --sample ${chosen.length} --seed ${seed}`,
    ...{mutants: all.length, played: chosen.length, caught: caught.size},
    files: Object.fromEntries(rows),
    survivors: Object.fromEntries(
      survivors.map(id => [id, reasons[id] ?? (tried.has(id) ? 'open' : 'no test that stands alone reaches it')]),
    ),
  };
  writeFileSync(figures, `${JSON.stringify(document, undefined, 2)}\n`);
  console.log(
    `${caught.size} of ${chosen.length} mutants were caught (${((caught.size / chosen.length) * 100).toFixed(1)} %).`,
  );
  rmSync(planFile);
}

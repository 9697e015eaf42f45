/**
 * `npm run mutants`: breaks what decides about people and data in small ways, and counts how many of these mutants the
 * tests catch. `--sample N` plays so many of them, drawn by `--seed TEXT`; `--only FOLDER` plays those of one folder;
 * `--outer` plays tests from outside alone. First it plays tests that stand alone, those first whose names have most in
 * common with the mutant's file. What these let live is played with whole files of tests that share an account, each from
 * its start. A run that was stopped goes on, and after a change of tests only these play.
 */
import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {mutate} from './mutate.mjs';
import {isOuter} from './outer.mjs';
import {filesOfRooms} from './rooms.mjs';

const root = new URL('../..', import.meta.url).pathname;
const given = (option, usual) =>
  process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : usual;
const seed = given('--seed', '1');
const most = Number(given('--sample', Number.POSITIVE_INFINITY));
const only = given('--only', '');
const among = given('--tests', '');
const outer = process.argv.includes('--outer');

/** How many tests play a mutant at most, and for how many milliseconds; and how long whole files play it. */
const MOST_TESTS = 120;
const MOST_TIME = Number(given('--seconds', 90)) * 1000;
const MOST_TIME_WHOLE = (MOST_TIME * 2) / 3;

/** A test has at most two minutes; to load the first of them can take longer on a machine at work. */
const PATIENCE = 300_000;
const MOST_PATIENCE = 900_000;

const folder = given('--folder', join(root, 'node_modules/.cache/mutants'));
mkdirSync(folder, {recursive: true});
const run = [seed, most, outer ? 'outer' : 'all', ...[only, among].map(path => path.replaceAll('/', '-'))].join('-');
const [looks, plays, planFile] = [
  outer ? 'looks-outer.jsonl' : 'looks.jsonl',
  `plays-${run}.jsonl`,
  `plan-${run}.json`,
].map(name => join(folder, name));

const hashOf = text => createHash('sha256').update(text).digest('hex');
const textOf = path => readFileSync(join(root, path), 'utf8');
const linesOf = events => events.map(event => `${JSON.stringify(event)}\n`).join('');
const fileOf = test => test.split(' > ', 1)[0];

const mutants = new Map(
  filesOfRooms(root).map(file => [file, [...new Set(mutate(textOf(`src/${file}`), file).mutants)]]),
);
const all = [...mutants.values()].flat();
/** A pool that shrinks is a way past: what decides has to be found wherever it went. */
if (all.length < 1112) throw new Error(`Only ${all.length} mutants: test/mutants/rooms.mjs misses what decides.`);
const chosen = inDrawnOrder(all.filter(id => id.startsWith(only))).slice(0, most);

forgetWhatIsOld();
const seenBefore = new Set(eventsIn(looks).map(({seen}) => seen));
const unseen = testsWorthALook().filter(file => !seenBefore.has(file));
if (unseen.length > 0) {
  await play(looks, unseen);
  if (!eventsIn(looks).some(({reached}) => reached)) throw new Error('No test could be looked at.');
  writeFileSync(looks, linesOf(unseen.map(file => ({seen: file, text: hashOf(textOf(file))}))), {flag: 'a'});
}
await playAlone();
await playWhole();
console.log(survivorsOf(eventsIn(plays)).sort().join('\n'));
tell(eventsIn(plays));

/** All mutants in an order that follows from the seed, so that a sample is drawn from everywhere. */
function inDrawnOrder(ids) {
  const draw = id => hashOf(`${seed} ${id}`);
  return ids
    .map(id => [draw(id), id])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, id]) => id);
}

/** Of former runs there stays what is known of tests that are as they were, as long as the code is the same. */
function forgetWhatIsOld() {
  const code = hashOf(all.join('\n'));
  const before = eventsIn(looks);
  const isSame = before[0]?.code === code;
  const current = new Set(
    isSame
      ? before.filter(({seen, text}) => seen && existsSync(seen) && hashOf(textOf(seen)) === text).map(({seen}) => seen)
      : [],
  );
  writeFileSync(looks, linesOf([{code}, ...before.filter(({seen, test}) => current.has(seen ?? fileOf(test ?? '')))]));
  writeFileSync(plays, linesOf(eventsIn(plays).filter(({test}) => current.has(fileOf(test)))));
}

/** Tests of rooms that have nothing to do with these, and tests in processes of their own, are not worth a look. */
function testsWorthALook() {
  const elsewhere =
    /^(?:house|terminal|built|mutants|bench|sandbox|support|units\/(?:letters|output|csv|records|machine)|lines\/(?:output|doctor|preview))\b/;
  return readdirSync(join(root, 'test'), {recursive: true})
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.test.ts') && !elsewhere.test(path))
    .filter(path => path.includes(among))
    .map(path => `test/${path}`)
    .filter(path => !outer || isOuter(path));
}

/** Tests that share an account see what a mutant did in the one before, and would blame the next: these play as whole files. */
function sharesAnAccount(file) {
  return /\buse[A-Z]\w*\(|\bbeforeAll\(/.test(textOf(file));
}

/** Plays each test that stands alone with the mutants that it reaches. */
async function playAlone() {
  const plan = planned(new Set(survivorsOf(eventsIn(plays))));
  writeFileSync(planFile, JSON.stringify(plan));
  const files = [...new Set(Object.keys(plan).map(fileOf))];
  while (files.length > 0 && (await play(plays, files)) === 'stuck') console.error('A mutant never ended: going on.');
  rmSync(planFile, {force: true});
}

/** For each test the mutants that it plays: for each mutant the tests nearest to it that reach it, within some seconds. */
function planned(wanted) {
  const tests = fitTests().filter(({test}) => !sharesAnAccount(fileOf(test)));
  const plan = {};
  for (const [id, some] of reaching(tests, wanted)) {
    let time = 0;
    for (const {test, ms} of nearest(id, some).slice(0, MOST_TESTS)) {
      if (time + ms > MOST_TIME) continue;
      time += ms;
      plan[test] = [...(plan[test] ?? []), id];
    }
  }
  return plan;
}

/** Plays what is left with whole files that share an account, half of it in each of two processes. */
async function playWhole() {
  const files = new Map();
  for (const {test, ms, reached} of fitTests().filter(({test}) => sharesAnAccount(fileOf(test)))) {
    const {ms: before = 0, reached: others = []} = files.get(fileOf(test)) ?? {};
    files.set(fileOf(test), {test: fileOf(test), ms: before + ms, reached: [...others, ...reached]});
  }
  const queue = [];
  for (const [id, some] of reaching([...files.values()], new Set(survivorsOf(eventsIn(plays))))) {
    let time = 0;
    for (const {test, ms} of likeliest(id, some)) {
      if (time + ms > MOST_TIME_WHOLE) continue;
      time += ms;
      queue.push({id, file: test});
    }
  }
  if (queue.length === 0) return;
  writeFileSync(planFile, JSON.stringify(queue));
  const parts = ['0', '1'];
  await Promise.all(
    parts.map(async part => {
      while ((await watch(plays, 'node', ['test/mutants/whole.mjs', part], part)) === 'stuck');
    }),
  );
  for (const path of [planFile, ...parts.map(part => `${planFile}.${part}`)]) rmSync(path, {force: true});
}

/** Tests that pass without a mutant, with what they reach. */
function fitTests() {
  const events = eventsIn(looks).filter(({reached, test}) => reached && test.slice(5).includes(among));
  const unfit = new Set(events.filter(({fails}) => fails).map(({test}) => fileOf(test)));
  return events.filter(({test, fails}) => !(sharesAnAccount(fileOf(test)) ? unfit.has(fileOf(test)) : fails));
}

/** The tests that reach each mutant that is wanted. */
function reaching(tests, wanted) {
  const found = new Map();
  for (const one of tests)
    for (const id of new Set(one.reached)) if (wanted.has(id)) found.set(id, [...(found.get(id) ?? []), one]);
  return found;
}

/** Those tests first that have most words in common with a mutant's file, and then the quickest. */
function nearest(id, tests) {
  const near = nearnessTo(id);
  return tests
    .map(one => ({...one, near: near(one.test)}))
    .sort((one, other) => other.near - one.near || one.ms - other.ms);
}

/** Those files first that probably catch a mutant: many of their tests reach it, and their names are near to it. */
function likeliest(id, files) {
  const near = nearnessTo(id);
  const chance = ({test, reached}) => (1 + near(test)) * reached.filter(each => each === id).length;
  return files.map(one => ({...one, chance: chance(one)})).sort((one, other) => other.chance - one.chance);
}

/** How many words a name has in common with a mutant's file. */
function nearnessTo(id) {
  const words = text => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);
  const ofFile = words(id.slice(0, id.indexOf('.ts:')));
  return test => [...words(test)].filter(word => ofFile.has(word)).length;
}

/** Runs tests once in this process's child. */
function play(events, tests) {
  return watch(events, 'npx', [
    'vitest',
    'run',
    '--config',
    'test/mutants/vitest.config.mjs',
    '--reporter',
    'dot',
    ...tests,
  ]);
}

/** Runs a program that writes events. If nothing happens for a while, the mutants at work count as caught: somebody would see that. */
async function watch(events, program, words, part) {
  const env = {...process.env, EMK_MUTANTS_EVENTS: events, ...(existsSync(planFile) && {EMK_MUTANTS_PLAN: planFile})};
  writeFileSync(events, '', {flag: 'a'});
  utimesSync(events, new Date(), new Date());
  const child = spawn(program, words, {cwd: root, env, stdio: 'ignore', detached: true});
  const ended = new Promise(resolve => child.on('close', () => resolve('ended')));
  const leave = endingWith(child);
  ended.then(leave);
  for (;;) {
    const patience = new Promise(resolve => setTimeout(resolve, 5000, 'running'));
    if ((await Promise.race([ended, patience])) === 'ended') return 'ended';
    const silent = Date.now() - statSync(events).mtimeMs;
    if (silent < PATIENCE) continue;
    const noted = eventsIn(events);
    const last = new Map(noted.filter(({starts}) => starts).map(event => [`${event.part} ${event.test}`, event]));
    const over = new Set(noted.filter(({played}) => played).map(({test, played}) => `${test} ${played}`));
    const open = [...last.values()].filter(event => event.part === part && !over.has(`${event.test} ${event.starts}`));
    if (open.length === 0 && silent < MOST_PATIENCE) continue;
    leave();
    process.kill(-child.pid, 'SIGKILL');
    if (open.length === 0) throw new Error('The tests stand still without a mutant.');
    writeFileSync(events, linesOf(open.map(({test, starts}) => ({test, played: starts, fails: true}))), {flag: 'a'});
    return 'stuck';
  }
}

/** Ends a program and all that it has started when this one is ended: a mutant may never end. Returns what undoes that. */
function endingWith(child) {
  const end = () => {
    process.kill(-child.pid, 'SIGKILL');
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, end);
  };
}

function eventsIn(path) {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
    : [];
}

/** A test that also fails without a mutant has proved nothing. */
function caughtIn(events) {
  const unfit = new Set(events.filter(({played, fails}) => played === '' && fails).map(({test}) => test));
  return new Set(
    events.filter(({test, played, fails}) => played && fails && !unfit.has(test)).map(({played}) => played),
  );
}

function survivorsOf(events) {
  const caught = caughtIn(events);
  return chosen.filter(id => !caught.has(id));
}

function tell(events) {
  const count = chosen.length - survivorsOf(events).length;
  console.log(`${count} of ${chosen.length} mutants were caught (${((count / chosen.length) * 100).toFixed(1)} %).`);
}

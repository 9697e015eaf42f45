/**
 * README, guides and the change log say what was counted and measured: what a test can count is counted here, and what
 * takes long stands in the files of figures that its run writes.
 */
import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {settings} from '../src/accounts/settings.js';
import {names, tableOfGuide} from './contacts-import/layouts/guide-table.js';
import {changes, isAnotherWay} from './faults/changes.js';
import {cellsOf} from './faults/matrix.js';
import {readsStruckBy, struckBy} from './faults/struck-by.js';

const here = (path: string): string => new URL(path, import.meta.url).href;
const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const proof = 'src/site/guides/proof.md';

type Row = {
  readonly what: string;
  readonly node: number;
  readonly value: number;
  readonly unit: string;
  readonly day: string;
};
type Bench = {readonly rows: readonly Row[]};
type Run = {readonly day: string; readonly cases: number; readonly problems: number};
type Task = {readonly sync?: true; readonly undo?: true; readonly fault?: object};

const {figures} = await import(here('figures.mjs'));
const {bench, ...runs}: {readonly bench: Bench; readonly faults?: Run; readonly imports?: Run} = figures();
const {daysOf, tableOf} = await import(here('bench/kept-rows.mjs'));
const {importTasks} = await import(here('faults/import-cases.mjs'));
const {syncTasks} = await import(here('faults/sync-cases.mjs'));

/** Line breaks of a text may be anywhere. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
const says = (file: string, ...sentences: readonly string[]): void => {
  const text = inOneLine(textOf(file));
  expect(sentences.map(inOneLine).filter(sentence => !text.includes(sentence))).toEqual([]);
};
const count = (number: number): string => number.toLocaleString('en-US');
const dayOf = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', {day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC'});

describe('faults', () => {
  const [once, again] = [false, true].map(wanted => changes.filter(change => isAnotherWay(change) === wanted));
  const cells = (some: typeof changes = []): number => some.flatMap(cellsOf).length;
  const imports: readonly Task[] = importTasks({long: true});
  const syncs: readonly Task[] = syncTasks({long: true});
  const struck = (tasks: readonly Task[]): number => tasks.filter(({fault}) => fault).length;
  const killed = (tasks: readonly Task[]): number => tasks.length - struck(tasks);
  const given = (name: string): number =>
    Number(new RegExp(`${name}: '(\\d+)'`).exec(textOf('test/faults/run.mjs'))?.[1]);

  test('are as many as README and the guide say', () => {
    says(
      'README.md',
      `${count(struck(imports))} faults, and ${count(killed(imports))} kills`,
      `\`npm run test:faults -- --long\`: ${count(cells(changes))} cases of changes × faults`,
    );
    says(
      proof,
      `| ${count(once?.length ?? 0)} changes × ${struckBy.length} faults × their requests | ${count(cells(once))} |`,
      `| ${count(again?.length ?? 0)} other ways to make them × ${struckBy.filter(({alike}) => !alike).length} faults × their requests | ${count(cells(again))} |`,
      `| the first and the last read of each change × ${readsStruckBy.length} faults |`,
      `| ${count(struck(imports))}, and ${count(killed(imports))} killed at a write or at random |`,
      `| ${count(struck(syncs))}, and ${count(killed(syncs))} killed at a write |`,
      `| ${count(given('EMK_RUNS'))} inputs each, good and bad |`,
      `| ${count(given('CRON_MINUTES'))} |`,
    );
  });

  test('were played by the runs that the guide names', () => {
    const ran = ({day, cases, problems}: Run): string =>
      `${dayOf(day)}, ${count(cases)} cases, ${count(problems)} problems`;
    says(proof, ...Object.values(runs).map(ran));
    expect(runs.imports).toMatchObject({cases: imports.length + syncs.length, problems: 0});
  });
});

describe('speed', () => {
  const measured = (what: string): number => {
    const row = bench.rows.find(row => row.what === what && row.node === 20);
    if (!row) throw new Error(`The bench has not measured "${what}".`);
    return row.value;
  };
  const bar = (value: number): string =>
    '█'.repeat(Math.floor(value / 2)) + (' ▏▎▍▌▋▊▉'[Math.floor((value % 2) * 4)] ?? '').trim();
  const chart = (what: string, ...others: readonly (readonly [name: string, row: string])[]): string =>
    [
      `${what.padEnd(36)}emk ${bar(1)} 1`,
      ...others.map(([name, row]) => `${name.padStart(39)} ${bar(measured(row))} ${measured(row)}`),
    ].join('\n');

  test('is in the guide as the bench wrote it', () => {
    expect(textOf(proof)).toContain(`<!-- bench -->\n${tableOf(bench)}<!-- /bench -->`);
    const lists = textOf('test/bench/lists.mjs');
    const small = count(Number(/small = files\.list\(([\d_]+)\)/.exec(lists)?.[1]?.replaceAll('_', '')));
    const large = count(Number(/large = await service\.sizeOf\('n(\d+)'\)/.exec(lists)?.[1]));
    says(proof, `read ${small} records from a file, emk reads ${large} over HTTP`);
  });

  test('is in README as in the figures', () => {
    const charts = [
      chart(
        '1,000,000 contacts to JSON lines',
        ['jq', '1,000,000 contacts to JSON lines, over jq -c'],
        ['stream-json', '1,000,000 contacts to JSON lines, over stream-json'],
      ),
      chart(
        '1,000,000 contacts to CSV',
        ['jq', '1,000,000 contacts to CSV, over jq -r @csv'],
        ['stream-json', '1,000,000 contacts to CSV, over stream-json, csv-stringify'],
      ),
      chart(
        'check of 1,000,000 rows',
        ['papaparse', 'import check of 1,000,000 rows, over papaparse'],
        ['csv-parse', 'import check of 1,000,000 rows, over csv-parse'],
      ),
    ];
    expect(textOf('README.md')).toContain(charts.join('\n\n'));
    const megabytes = (what: string): string => `${Math.round(measured(`${what}: peak memory`))} MB`;
    says(
      'README.md',
      `Medians of ${daysOf(bench.rows)}`,
      `${megabytes('JSON lines')} for the list, ${megabytes('import check')} for the check`,
    );
  });
});

test('exports of other tools are as many as README, the guide and the change log say', () => {
  const rows = tableOfGuide().trimEnd().split('\n').slice(2);
  const marked = rows.filter(row => !row.includes('no column says it'));
  const tools = new Set(Object.values(names).map(name => name.split(/,| contacts/)[0]));
  expect(tools.size).toBe(32);
  says(
    'README.md',
    `in ${marked.length} of the ${rows.length} layouts that emk knows`,
    'Mailchimp, HubSpot and thirty more',
  );
  says('src/site/guides/moving.md', 'the exports of more than thirty tools');
  says('CHANGELOG.md', `It knows the exports of ${tools.size} other tools`);
});

test('exit codes and jobs are as many as README and the guides say', () => {
  const exits = [...textOf('src/errors.ts').matchAll(/ exit(?:: number)? = (\d+);/g)].map(([, code]) => Number(code));
  says('README.md', `| Exit codes | 0 to ${Math.max(...exits)}, 130, 143 |`);
  for (const tool of ['mailchimp', 'hubspot', 'brevo', 'mailerlite']) {
    const jobs = textOf(`src/site/guides/${tool}.md`).matchAll(/^\*\*(\d+)\. /gm);
    expect([tool, [...jobs].map(([, job]) => Number(job))]).toEqual([tool, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
    says(`src/site/guides/${tool}.md`, 'the same ten jobs');
  }
  says('CHANGELOG.md', 'and the same ten jobs');
});

test('limits are those of the program', () => {
  const {'mailing-limits': mailing, 'keep-deleted': deleted, 'keep-imports': imports} = settings;
  const of = (file: string, name: string): number =>
    Number(new RegExp(`${name} = ([\\d_]+);`).exec(textOf(file))?.[1]?.replaceAll('_', ''));
  const [call, session] = ['perCall', 'perSession'].map(name => of('src/effect/budget.ts', name));
  const node = JSON.parse(textOf('package.json')).engines.node.replace(/^>=|\.0$/g, '');
  says('README.md', `Node.js ${node} or newer`, `at most ${call} records at once`);
  says('src/site/guides/start.md', `Node.js ${node} or newer`);
  says('src/site/guides/nightly-sync.md', `at least ${of('src/contacts-import/sync/limits.ts', 'LEAST')})`);
  says('src/site/guides/nightly-sync.md', `(${of('src/cli/connection.ts', 'MAX_WAIT') / 60_000} minutes)`);
  const enough = of('src/checks/last-send.ts', 'ENOUGH');
  const rates = mailing.standard.match(/\d+%/g)?.join(' and ');
  says('src/site/guides/results.md', `they are ${rates}, from ${enough} mails on`);
  says(
    'CHANGELOG.md',
    `"${mailing.standard}"\` (the default, from ${enough} mails on)`,
    `${call} records and people at once, counted over all values of a call, and ${session} in all`,
    `a private copy of what it deletes for ${deleted.standard} days`,
    `ended more than ${imports.standard} days ago`,
  );
});

test('no time, memory or share that somebody measured by hand is in the change log', () => {
  const unquoted = textOf('CHANGELOG.md').replaceAll(/"[^"\n]*"/g, '');
  expect(unquoted.match(/.*\d(?: to \d+)? (?:ms|s|seconds|minutes|MB|%)(?!\w).*/g)).toBeNull();
});

test('mutants are as many as README and the notes say', () => {
  const {reproduce, played} = JSON.parse(textOf('test/mutants/figures.json'));
  says('README.md', `\`${reproduce.replace(/ --seed 1$/, '')}\``, `in ${played} small ways`);
  says('src/DECISIONS.md', `${played} mutants`);
});

test('what is played on Wine is as much as the guide says', () => {
  const inOne = textOf('test/windows/in-one-process.mjs');
  const transcripts = /const transcripts = \[(.*?)\]/.exec(inOne)?.[1]?.split(',').length;
  const kills = /length: (\d+)\}, \(_, kill\)/.exec(textOf('test/windows/imports.mjs'))?.[1];
  expect([transcripts, kills]).toEqual([6, '10']);
  says(
    'src/site/guides/tried.md',
    `${/EMK_RUNS: '(\d+)'/.exec(inOne)?.[1]} random lines, six transcripts, an import killed at ten moments`,
  );
});

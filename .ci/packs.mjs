/**
 * The packs of dist/ by what is loaded together, in the order in which they take modules: a folder, file or dependency
 * brings everything that it imports statically and that no earlier pack has. So a pack needs only the packs above it,
 * and every module exists once. Leads of a pack that loads when called export nothing but functions.
 */
const plan = [
  [
    'core',
    [
      'src/entry.ts',
      'src/commands/command.ts',
      'src/endpoints/lists.ts',
      'src/commands/verbs/',
      'src/resources/address-options.ts',
      'src/resources/still-needed.ts',
    ],
  ],
  ['endpoints', ['src/endpoints/']],
  ['run', ['src/cli/perform.ts', 'src/accounts/target.ts']],
  ['dates', ['src/records/dates/clock.ts', 'src/records/dates/span.ts', 'src/records/dates/when.ts'], 'when called'],
  ['conditions', ['src/records/view/where.ts', 'src/records/view/sort.ts'], 'when called'],
  [
    'changes',
    [
      'src/change/work/concurrently.ts',
      'src/change/records/copy-records.ts',
      'src/change/work/stop-errors.ts',
      'src/csv/columns/pasted-people.ts',
    ],
    'when called',
  ],
  [
    'machine',
    [
      'src/api/answers/record-sources.ts',
      'src/api/wire/answer.ts',
      'src/core/system/lock.ts',
      'src/core/system/read-input.ts',
    ],
    'when called',
  ],
  [
    'words',
    [
      'src/cli/same-account.ts',
      'src/output/formats/people.ts',
      'src/output/live/progress.ts',
      'src/output/messages/error-text.ts',
      'src/output/results/columns.ts',
      'src/output/results/rows.ts',
      'src/output/text/sanitise.ts',
      'src/core/words/closest.ts',
    ],
    'when called',
  ],
  ['help', ['src/cli/help.ts', 'src/help/page.ts', 'src/help/synonyms.ts']],
  [
    'everyday',
    [
      'src/mailings/moment.ts',
      'src/mailings/options.ts',
      'src/cli/out-file.ts',
      'src/commands/find-record.ts',
      'src/commands/view.ts',
      'src/records/fields/finding.ts',
      'src/letters/markdown/letter-input.ts',
      'src/resources/answers.ts',
      'src/core/system/whole-file.ts',
    ],
  ],
  ['accounts', ['src/resources/auth.ts', 'src/resources/config.ts']],
  ['stats', ['src/insight/results-command.ts']],
  ['lists', ['src/resources/lists.ts']],
  ['contacts', ['src/contacts/command/contacts.ts']],
  ['mailings', ['src/resources/mailings.ts']],
  ['automations', ['src/resources/automations.ts']],
  ['senders', ['src/resources/senders.ts']],
  ['groups', ['src/resources/groups.ts']],
  [
    'online',
    [
      'src/api/wire/http.ts',
      'node_modules/undici/lib/dispatcher/pool.js',
      'node_modules/undici/lib/api/api-request.js',
    ],
  ],
  ['proxy', ['node_modules/undici/']],
  ['keeping', ['src/accounts/take-turns.ts', 'src/accounts/kept-deletions.ts']],
  ['screen', ['src/output/formats/screen.ts']],
  ['prompts', ['src/ask/terminal/', 'src/core/system/keyboard.ts', 'node_modules/@inquirer/']],
  ['questions', ['src/ask/line/']],
  ['csv', ['src/csv/']],
  ['html', ['src/letters/html/']],
  ['markdown', ['src/letters/markdown/make-email.ts']],
  ['checks', ['src/mailings/']],
  ['import', ['src/contacts/']],
  ['preview', ['src/letters/preview/']],
  ['results', ['src/insight/results.ts']],
  ['at-a-glance', ['src/insight/agenda.ts', 'src/insight/report.ts']],
  ['report', ['src/insight/']],
  ['account', ['src/files/account/account.ts']],
  ['account-files', ['src/files/account/', 'node_modules/yaml/']],
  ['seed', ['src/files/seed/seed.ts']],
  ['seeding', ['src/files/seed/']],
  ['sandbox', ['src/sandbox/running/start.ts', 'src/sandbox/service/']],
  ['sandbox-commands', ['src/sandbox/commands/']],
  ['reference', ['src/help/', 'src/cli/version.ts']],
  ['schema', ['src/agents/schema-command.ts', 'src/agents/schemas.ts']],
  ['doctor', ['src/cli/doctor.ts']],
  ['mcp', ['src/agents/mcp-command.ts']],
  ['mcp-server', ['src/agents/', 'node_modules/@modelcontextprotocol/']],
  ['library', ['src/sandbox/library/start-sandbox.ts']],
];

/** Modules that others import without loading them: their pack loads when one of their functions is first called. */
export const whenCalled = new Set(plan.flatMap(([, leads, when]) => (when === 'when called' ? leads : [])));

/** Returns the pack of every module. An on-demand module outside of the plan gets its own pack;
 * a lead that is not there leads to nothing, so that a file may move before the plan knows. */
export function packsOf(inputs) {
  const packOf = new Map();
  const take = (path, pack) => {
    if (packOf.has(path) || !(path in inputs)) return;
    packOf.set(path, pack);
    for (const imported of inputs[path].imports)
      if (!isOnDemand(imported) && !whenCalled.has(imported.path)) take(imported.path, pack);
  };
  const paths = Object.keys(inputs);
  for (const [pack, leads] of plan) {
    for (const lead of leads) {
      const led = paths.filter(path => isLedBy(lead, path));
      for (const path of led) take(path, pack);
    }
  }
  for (const path of paths.flatMap(path => inputs[path].imports.filter(isOnDemand).map(imported => imported.path))) {
    if (packOf.has(path)) continue;
    const taken = new Set(packOf.values());
    const name = nameOf(path);
    let pack = name;
    for (let more = 2; taken.has(pack); more += 1) pack = `${name}-${more}`;
    take(path, pack);
  }
  return packOf;
}

/** A lead is a file or a folder. */
const isLedBy = (lead, path) => path === lead || (lead.endsWith('/') && path.startsWith(lead));

const isOnDemand = ({kind, external}) => kind === 'dynamic-import' && !external;

/** `src/resources/senders.ts` is the pack `senders`, and `node_modules/conf/dist/source/index.js` is `conf`. */
const nameOf = path =>
  /node_modules\/(?:@[^/]+\/)?([^/]+)/.exec(path)?.[1] ??
  path
    .replace(/\.[jt]s$/, '')
    .split('/')
    .at(-1);

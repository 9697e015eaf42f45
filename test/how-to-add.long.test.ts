/** The additions of src/README.md, made in a copy: how many files they take, and what notices a missing part. */
import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Tree} from '../src/commands/tree-words.js';
import {answer} from '../src/reference/completion/answer.js';
import type {Completable} from '../src/reference/completion/stops.js';
import type {makeSite} from '../src/site/make-site.js';
import {fakeHost} from './accounts/fake-host.js';
import {formatAddition} from './format-addition.js';
import {printed, said} from './said.js';
import type {Shell} from './shell.js';
import {copyTree, type Edit, type TreeCopy} from './tree-copy.js';

const endpointFile = 'src/endpoints/contact-types.ts';
const resourceFile = 'src/resources/setup/contact-types.ts';

/** The edits of each addition. */
const additions = {
  'an endpoint with its command': [
    {
      file: endpointFile,
      at: '  delete: deletion(',
      before: `  archive: operation('POST /contacts-type/archive?contact_type_id', {
    effect: 'acts',
    params: {contact_type_id: typeId, archive_reason: {type: 'text', required: true, help: 'Why', option: 'why'}},
    returns: text('Archived Successfully'),
  }),
`,
    },
    {
      file: resourceFile,
      at: "import {create} from '../../commands/verbs/create.js';",
      before: "import {act} from '../../commands/verbs/act.js';\n",
    },
    {
      file: resourceFile,
      at: '    delete: remove(operations.delete, {',
      before: `    archive: act(operations.archive, {
      of: contactTypes,
      summary: 'Put a list into the archive',
      does: id => \`Archive list \${id}\`,
      did: id => \`List \${id} is archived.\`,
      unless: 'It may be in the archive already.',
      examples: ['emk contact-types archive 12 --why old', 'emk contact-types archive 12 --why old -o json'],
    }),
`,
    },
  ],
  'an endpoint with a parameter in its path': [
    {
      file: endpointFile,
      at: '  update: operation(',
      before: `  history: operation('GET /contacts-type/{contact_type_id}/history?since', {
    effect: 'reads',
    params: {contact_type_id: typeId, since: {type: 'integer', required: true, help: 'First year', option: 'year'}},
    returns: many('contactTypes', contactType),
  }),
`,
    },
    {
      file: resourceFile,
      at: '    create: create(operations.create, {',
      before: `    history: list(operations.history, {
      of: contactTypes,
      summary: 'List the earlier states of a list',
      columns: ['name', 'updated_at'],
      examples: ['emk contact-types history 12 --year 2026', 'emk contact-types history 12 --year 2026 -o csv'],
    }),
`,
    },
  ],
  'a check': [
    {file: 'src/checks/names.ts', at: "  'shouting',", before: "  'question',\n"},
    {
      file: 'src/checks/email-checks.ts',
      at: '  shouting({subject}) {',
      before: `  question: ({subject}) =>
    subject.includes('?') ? [warning('The subject asks a question.', 'Say what the mail is about.')] : [],

`,
    },
  ],
  'a resource': [
    {
      file: 'src/endpoints/campaigns.ts',
      text: `import {collection} from '../api/describe/collection.js';
import {operation} from '../api/describe/operation.js';
import {many, record} from '../api/describe/notation.js';

export const campaign = record({id: 'integer', title: 'text', created_at: 'timestamp'});

export const operations = {
  list: operation('GET /campaigns/list', {effect: 'reads', returns: many('campaigns', campaign)}),
};

const campaigns = collection({
  record: campaign,
  key: 'id',
  label: 'title',
  noun: {one: 'campaign', many: 'campaigns'},
  list: operations.list,
  see: 'emk campaigns list',
  operations,
});

export default campaigns;
`,
    },
    {
      file: 'src/resources/setup/campaigns.ts',
      text: `import type {Group} from '../../commands/command.js';
import {list} from '../../commands/verbs/list.js';
import campaigns, {operations} from '../../endpoints/campaigns.js';

export default {
  commands: {
    list: list(operations.list, {
      of: campaigns,
      summary: 'List campaigns',
      columns: ['id', 'title'],
      examples: ['emk campaigns list', 'emk campaigns list -o json'],
    }),
  },
} satisfies Group;
`,
    },
    {file: 'src/endpoints/all.ts', at: '  contacts: () =>', before: "  campaigns: () => import('./campaigns.js'),\n"},
    {
      file: 'src/cli/tree.ts',
      at: '  contacts: {',
      before:
        "  campaigns: {summary: 'Sends that belong together', load: () => import('../resources/setup/campaigns.js')},\n",
    },
  ],
  'a global option': [
    {file: 'src/commands/globals.ts', at: '  readonly verbose: boolean;', before: '  readonly slow: boolean;\n'},
    {
      file: 'src/commands/globals.ts',
      at: '  verbose: {type',
      before: "  slow: {type: 'flag', help: 'Send one request a second'},\n",
    },
    {file: 'src/cli/settle-globals.ts', at: '    verbose: isOn(', before: '    slow: isOn(flags.slow),\n'},
  ],
  'a format': formatAddition,
} satisfies Readonly<Record<string, readonly Edit[]>>;
const allEdits: readonly Edit[] = Object.values(additions).flat();
const filesOf = (edits: readonly Edit[]): string[] => [...new Set(edits.map(({file}) => file))].sort();

describe('additions', () => {
  type Changed = {
    readonly startShell: () => Promise<Shell>;
    readonly completable: () => Promise<Completable>;
    readonly makeSite: typeof makeSite;
    readonly tree: Tree;
  };
  let copy: TreeCopy;
  let changed: Changed;
  let shell: Shell;
  beforeAll(async () => {
    copy = copyTree();
    copy.edit(allEdits);
    changed = await copy.load<Changed>(`
      export {startShell} from './test/shell.ts';
      export {makeSite} from './src/site/make-site.ts';
      export {tree} from './src/cli/tree.ts';
      import {toCompletable} from './src/reference/completion/stops.ts';
      import {loadTree} from './src/reference/load-tree.ts';
      import {tree} from './src/cli/tree.ts';
      export const completable = () => loadTree(tree).then(toCompletable);`);
    shell = await changed.startShell();
  }, 120_000);
  afterAll(async () => {
    await shell?.close();
    copy?.remove();
  });

  test('touch this many files', () => {
    const counts = Object.entries(additions).map(([what, edits]) => [what, filesOf(edits).length]);
    expect(Object.fromEntries(counts)).toEqual({
      'an endpoint with its command': 2,
      'an endpoint with a parameter in its path': 2,
      'a check': 2,
      'a format': 3,
      'a resource': 4,
      'a global option': 2,
    });
    expect(copy.changed()).toEqual(filesOf(allEdits));
    const map = readFileSync('src/README.md', 'utf8');
    expect(map).toContain('**A format.** Three files');
    expect(map).toContain('**An endpoint** to a resource. Two files');
    expect(map).toContain(
      '**A resource.** Two new files, `endpoints/<resource>.ts` and one in a room of `resources`, and one line',
    );
  });

  test('an endpoint is in the help of its group, and has a page of its own', async () => {
    const group = await shell.emk('contact-types --help');
    expect(group.stdout).toMatch(/^ {2}archive +Put a list into the archive$/m);
    const {code, stdout} = await shell.emk('contact-types archive --help');
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: emk contact-types archive [options] <type>');
    expect(stdout).toMatch(/--why <text> +Why \(required\)/);
  });

  test('an endpoint checks its input before anything is sent', async () => {
    const missing = await shell.emk('contact-types archive');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('The list and --why are missing')]);
    const blank = await shell.emk(['contact-types', 'archive', '1', '--why', ' ']);
    expect([blank.code, blank.stderr]).toEqual([2, expect.stringContaining('--why must not be blank')]);
  });

  test('an endpoint is planned by a dry run as the request it would be', async () => {
    const {code, stdout} = await shell.emk('contact-types archive 2 --why old --dry-run');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      method: 'POST',
      path: '/contacts-type/archive?contact_type_id=2',
      encoding: 'multipart',
      fields: {archive_reason: 'old'},
    });
  });

  test('an endpoint is completed in every shell, and stands in the command reference', async () => {
    const known = await changed.completable();
    const typed = (...words: string[]) => answer(['fish', 'contact-types', ...words], fakeHost(), () => known);
    expect(typed('arch')).toBe('-\narchive\tPut a list into the archive\n');
    expect(typed('archive', '--wh')).toBe('-\n--why\tWhy\n');
    const site = await changed.makeSite(changed.tree, {guides: new Map(), transcripts: new Map(), pictures: []});
    expect(site.get('commands/contact-types-archive.md')).toContain('--why');
    expect((await shell.emk('commands -o json')).stdout).toContain('"POST /contacts-type/archive?contact_type_id"');
  });

  test('an endpoint has an address in the sandbox, which checks method and parameters', async () => {
    const answerTo = async (line: string) => (await shell.emk(line)).stderr;
    expect(await answerTo('api POST /contacts-type/unheard-of')).toContain('404');
    expect(await answerTo('api GET /contacts-type/archive')).toContain('405');
    expect(await answerTo('api POST /contacts-type/archive')).toContain('archive_reason');
  });

  test('an endpoint is answered by the sandbox before anybody writes a behaviour for it', async () => {
    expect(await shell.emk('contact-types archive 2 --why old')).toMatchObject(said(0, 'is archived.'));
    expect(await shell.emk('campaigns list')).toEqual({code: 0, stdout: '', stderr: 'No campaigns.\n'});
  });

  test('a parameter of a path takes a name or an id, and is checked before anything is sent', async () => {
    const {stdout} = await shell.emk('contact-types history --help');
    expect(stdout).toContain('Usage: emk contact-types history [options] <type>');
    const missing = await shell.emk('contact-types history');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('The list and --year are missing')]);
    for (const type of ['Newsletter', '1'])
      expect((await shell.emk(`contact-types history ${type} --year 2026`)).stderr).toBe('No lists.\n');
    const asked = (await shell.sandbox.requests()).filter(({path}) => path.includes('/history'));
    expect(asked.map(({method, path, encoding}) => [method, path, encoding])).toEqual(
      ['1', '1'].map(id => ['GET', `/api/contacts-type/${id}/history?since=2026`, 'none']),
    );
    expect((await shell.emk('api POST /contacts-type/7/history')).stderr).toContain('405');
  });

  test('a check is made, listed and offered to be overruled', async () => {
    await shell.emk(`single-sends update 'Spring news' --subject 'Ready?' --yes`);
    const {stdout} = await shell.emk(`single-sends check 'Spring news' -o json`);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({level: 'warning', check: 'question', says: 'The subject asks a question.'}),
    );
    expect((await shell.emk('commands -o json')).stdout).toContain('"question"');
  });

  test('a resource is found by its singular, helped with and described', async () => {
    expect(await shell.emk('campaign list --help')).toMatchObject(printed(0, 'Usage: emk campaigns list [options]'));
    expect((await shell.emk('')).stdout).toMatch(/^ +campaigns +Sends that belong together$/m);
    const site = await changed.makeSite(changed.tree, {guides: new Map(), transcripts: new Map(), pictures: []});
    expect(site.get('commands/campaigns.md')).toContain(
      '[`emk campaigns list`](../commands/campaigns-list.md): List campaigns',
    );
    expect((await shell.emk('api POST /campaigns/list')).stderr).toContain('405');
  });

  test('a global option is taken by every command, and not by mistake', async () => {
    expect((await shell.emk('locations countries --slow -o id --limit 1')).code).toBe(0);
    expect((await shell.emk('locations countries --slower -o id')).code).toBe(2);
    expect((await shell.emk('help options')).stdout).toMatch(/--slow +Send one request a second/);
  });
});

describe('the compiler names the place', () => {
  /** A change that omits something, and the files in which the compiler must report it. */
  const forgotten: readonly {readonly what: string; readonly edit: Edit; readonly missedIn: readonly string[]}[] = [
    {
      what: 'of an operation without its effect',
      edit: {
        file: endpointFile,
        at: 'export const operations = {',
        instead: `export const operations = {
  rest: operation('GET /contacts-type/rest', {returns: many('contactTypes', contactType)}),`,
      },
      missedIn: [endpointFile],
    },
    {
      what: "of a route's query parameter that is not among the parameters",
      edit: {
        file: 'src/endpoints/segments.ts',
        at: '    {segment_id: segmentId},',
        instead: '    {id: segmentId},',
      },
      missedIn: ['src/endpoints/segments.ts'],
    },
    {
      what: "of a path's parameter that is not among the parameters",
      edit: {
        file: 'src/endpoints/fields.ts',
        at: 'export const operations = {',
        instead: `export const operations = {
  history: operation('GET /field/{field_id}/history', {effect: 'reads', returns: many('fields', field)}),`,
      },
      missedIn: ['src/endpoints/fields.ts'],
    },
    {
      what: 'of a read with a parameter that its route has no place for',
      edit: {
        file: 'src/endpoints/unsubscribers.ts',
        at: 'export const operations = {',
        instead: `export const operations = {
  history: operation('GET /global-unsubscribes/history', {
    effect: 'reads',
    params: {since: {type: 'integer', required: true, help: 'First year'}},
    returns: many('unSubscribers', unsubscriber),
  }),`,
      },
      missedIn: ['src/endpoints/unsubscribers.ts'],
    },
    {
      what: 'of a check without a function',
      edit: {file: 'src/checks/names.ts', at: "  'preheader',", before: "  'weather',\n"},
      missedIn: ['src/checks/mailing-checks.ts'],
    },
    {
      what: 'of a check that has no name',
      edit: {file: 'src/checks/automation-checks.ts', at: "  'no-emails'", before: '  weather: () => [],\n\n'},
      missedIn: ['src/checks/automation-checks.ts'],
    },
    {
      what: 'of a collection whose label is not a field of its record',
      edit: {file: 'src/endpoints/senders.ts', at: "label: 'from_email'", instead: "label: 'email'"},
      missedIn: ['src/endpoints/senders.ts'],
    },
    {
      what: 'of an update whose record cannot be sent back as it was read',
      edit: {
        file: 'src/endpoints/senders.ts',
        at: "country_id: refers(() => import('./locations.js'))",
        instead: "country_id: refers(() => import('./locations.js'), 'text')",
      },
      missedIn: ['src/resources/setup/senders.ts'],
    },
    {
      what: 'of a table with a column that records no longer have',
      edit: {file: 'src/endpoints/templates.ts', at: "  preview_image: 'text',\n", instead: ''},
      missedIn: ['src/resources/automations/schedule-input.ts', 'src/resources/templates/templates.ts'],
    },
    {
      what: 'of a global option that is declared and not settled',
      edit: {
        file: 'src/commands/globals.ts',
        at: '  verbose: {type',
        before: "  calm: {type: 'flag', help: 'Wait longer'},\n",
      },
      missedIn: ['src/cli/settle-globals.ts'],
    },
    {
      what: 'of a format that nobody writes',
      edit: {
        file: 'src/output/results/format.ts',
        at: '} as const satisfies Readonly<Record<string, About>>;',
        before: "  toml: {reader: 'programs', endings: ['toml'], help: 'for settings'},\n",
      },
      missedIn: ['src/output/formats/render.ts'],
    },
    {
      what: 'of a fault that acts at no stage',
      edit: {
        file: 'src/sandbox/http/faults/kinds.ts',
        at: '  latency: kind({',
        before: "  nothing: kind({help: 'does nothing', options: {}, meets: 'together', acts: {}}),\n",
      },
      missedIn: ['src/sandbox/http/faults/kinds.ts'],
    },
    {
      what: 'of a kind of cell without a rule',
      edit: {
        file: 'src/contacts-import/cells/cell-rules.ts',
        at: "| 'address' | 'country';",
        instead: "| 'address' | 'country' | 'phone';",
      },
      missedIn: ['src/contacts-import/cells/cell-rules.ts', 'src/contacts-import/cells/likely-values.ts'],
    },
  ];
  let mistakes: readonly string[];
  beforeAll(async () => {
    const copy = copyTree();
    const edits = [...allEdits, ...forgotten.map(({edit}) => edit)];
    copy.edit(edits);
    mistakes = await copy.mistakes([...new Set([...filesOf(edits), ...forgotten.flatMap(({missedIn}) => missedIn)])]);
    copy.remove();
  }, 300_000);

  test.each(forgotten)('$what', ({missedIn}) => {
    expect(missedIn.filter(file => !mistakes.some(line => line.startsWith(`${file}(`)))).toEqual([]);
  });

  test('and finds nothing else, in the additions neither', () => {
    const places = new Set(forgotten.flatMap(({missedIn}) => missedIn));
    expect(mistakes.filter(line => !places.has(line.replace(/\(.*$/, '')))).toEqual([]);
  });
});

/**
 * Records and answers of any shape, through every command that reads: what is no record is refused in a sentence that
 * says whose mistake it is; a field of another type is accepted, or ends with a code of the table. EMK_RUNS tries more.
 */

import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {partsOf} from '../../src/api/describe/route.js';
import type {Field, Operation, Refers, Shape} from '../../src/api/describe/schema.js';
import {loadOperations} from '../../src/endpoints/all.js';
import {randomRuns, samples} from '../support/random-runs.js';
import {type Ran, runAgainst} from '../support/run-against.js';
import {sample, tries} from '../support/sample.js';

const utr = '1a379d4b-3fb4-4ea3-88d2-4878bd635125';

/** Every reading command, and dry runs of changing commands that read a lot first. */
const lines = [
  ...['lists list', 'lists show 1', 'lists list -o csv', 'lists list -o json'],
  ...['lists list --sort name', 'lists list --where name~a --columns all', 'lists show Leads'],
  ...['contacts list', 'contacts list --list 1 --where created_at>2024-01-01', 'contacts show 1', 'contacts find ada'],
  ...['contacts show ada@lovelace.example', 'contacts export - --list 1', 'contacts sample -'],
  ...['contacts list --sort email --limit 2 -o id', 'contacts delete --doubles --list 1 --dry-run'],
  'contacts import leads.csv --list 1 --yes',
  ...['contacts import leads.csv --list Leads --dry-run', 'contacts update 1 --first-name A --country 1 --dry-run'],
  ...[
    'contacts sync leads.csv --list 1 --dry-run',
    'contacts sync leads.csv --list 1 --gone delete --update all --dry-run',
  ],
  ...[
    'contacts delete ada@lovelace.example --dry-run',
    'contacts create --list Leads --email a@b.example --country 1 --dry-run',
  ],
  ...[
    'fields list',
    'fields list --where is_reserved=no -o jsonl',
    'fields create age --kind number --dry-run',
    'fields delete 2 --dry-run',
  ],
  ...['segments list', 'segments recipients list 1', 'segments delete Leads --dry-run', 'unsubscribes list'],
  ...['unsubscribes add --email a@b.example --dry-run', 'groups list', 'groups show 1'],
  ...['groups recipients list 1', 'groups update 1 --name A --dry-run'],
  ...[
    'senders list',
    'senders show 1',
    'senders update 1 --from-name A --dry-run',
    'senders delete ada@lovelace.example --dry-run',
  ],
  ...['templates list', 'templates show 1', 'templates tags', 'templates lint 1'],
  ...['mailings list', `mailings show ${utr}`, 'mailings show Leads', `mailings check ${utr}`],
  ...['mailings results', `mailings results ${utr}`, `mailings update ${utr} --subject A --dry-run`],
  'mailings create --name May --subject Hi --preheader P --from 1 --group Weekly --to list:Leads --template 1 --now --dry-run',
  ...['automations list', `automations show ${utr}`, `automations check ${utr}`, 'automations results'],
  ...[`automations emails list ${utr}`, `automations set-live ${utr} --dry-run`, `automations pause ${utr} --dry-run`],
  ...['notifications list', 'locations countries', 'locations states', 'locations cities'],
  ...[
    'locations states --where country_id=1',
    'agenda',
    'agenda -o json',
    'report',
    'report -o json',
    'report report.html --overwrite',
  ],
  ...['account pull pulled --overwrite', 'account plan pulled', 'account plan pulled -o json', 'undo . --dry-run'],
  ...['doctor', 'auth status --check', 'seed clean --run e1 --dry-run', 'seed clean'],
];

let folder: string;
let server: Server;
let baseUrl: string;
let answer: (operation: Operation | undefined) => unknown;
const operations = await loadOperations();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emk-odd-'));
  writeFileSync(join(folder, 'leads.csv'), 'email,first_name\nada@lovelace.example,Ada\neve@example.com,Eve\n');
  writeFileSync(join(folder, 'doubles.csv'), 'email,keep,surplus\nada@lovelace.example,1,2\n');
  const routes = operations.map(operation => ({operation, ...partsOf(operation)}));
  server = createServer((request, response) => {
    const asked = (request.url ?? '').replace(/^\/api/, '').replace(/\?.*/, '');
    const found = routes.find(({method, path}) => method === request.method && path === asked);
    request.resume().on('end', () => response.end(JSON.stringify(answer(found?.operation))));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, {recursive: true, force: true});
});

const plainValue = (name: string, field: Field, number: number): unknown => {
  if (name === 'deleted_at') return null;
  if (name === 'field_name') return number === 1 ? 'email' : 'first_name';
  if (typeof field !== 'string') {
    if (Array.isArray(field)) {
      const [of] = field;
      return [typeof of === 'string' ? plainValue('', of as Field, number) : plainRecord(of as Shape, number)];
    }
    return 'words' in field ? 0 : plainValue(name, (field as Refers).holds as Field, number);
  }
  const values: Readonly<Record<string, unknown>> = {
    integer: name === 'id' ? number : name.includes('count') ? 2 : 1,
    flag: 1,
    rate: 0.5,
    timestamp: '2024-01-05T10:00:00.000000Z',
    moment: '2024-01-05 10:00:00',
    date: '2024-01-05',
    time: '10:00:00',
    uuid: number === 1 ? utr : utr.replace('1a', '2b'),
    address: number === 1 ? 'ada@lovelace.example' : 'eve@example.com',
    json: {},
  };
  return values[field.replace(/[|?].*/, '')] ?? (number === 1 ? 'Leads' : 'Weekly');
};
const plainRecord = (shape: Shape, number: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).map(([key, field]) => {
      const name = key.replace(/\?$/, '');
      return [name, plainValue(name, field, number)];
    }),
  );

/** A whole answer as in the API's documentation, with these records. */
function answerOf(operation: Operation | undefined, change: (record: unknown) => unknown): unknown {
  const returns = operation?.returns;
  if (returns === undefined || returns.kind === 'text') return {status: 'success', message: 'Done'};
  if (returns.kind === 'utr') return {status: 'success', message: {utr}};
  if (returns.kind === 'file') return {};
  if (returns.kind === 'tags')
    return {status: 'success', message: {[returns.key]: ['((first_name))', change('((x))')]}};
  if (returns.kind === 'several') {
    const place = {id: 1, name: 'Germany', sortname: 'DE'};
    return {
      status: 'success',
      message: Object.fromEntries(returns.keys.map(key => [key, [place, change({...place, id: 2})]])),
    };
  }
  const changed = change(plainRecord(returns.shape, returns.kind === 'one' ? 1 : 2));
  if (returns.kind === 'one')
    return {status: 'success', message: {[returns.key]: returns.inArray ? [changed] : changed}};
  return {status: 'success', message: {[returns.key]: [plainRecord(returns.shape, 1), changed]}};
}

const emk = (line: string): Promise<Ran> =>
  runAgainst(baseUrl, `${line}${/^(doctor|auth)/.test(line) ? '' : ' --retries 1'}`, {
    host: {cwd: folder, home: folder},
    env: {EMK_STATE_DIR: join(folder, 'state'), EMK_CONFIG_DIR: join(folder, 'config')},
  });

/** Fields of other types than the document shows may end in the error that nobody foresaw, with its exit code. */
const expectEnded = ({code, stdout, stderr}: Ran, line: string): void => {
  const said = `${line} (${code})\n${stderr.slice(0, 1500)}\n${stdout.slice(0, 300)}`;
  expect([0, 1, 2, 4, 5, 6, 8, 9, 10], said).toContain(code);
};

const expectForeseen = ({code, stdout, stderr}: Ran, line: string): void => {
  const said = `${line} (${code})\n${stderr.slice(0, 1500)}\n${stdout.slice(0, 300)}`;
  expect(stderr, said).not.toMatch(/Please report|"code":"bug"|TypeError|RangeError|^\s+at .*:\d+/m);
  expect([0, 1, 2, 4, 5, 6, 8, 9, 10], said).toContain(code);
};

test('the lines are understood where answers are as the document shows them', async () => {
  answer = operation => answerOf(operation, record => record);
  const refused: string[] = [];
  for (const line of sample(lines, 20)) {
    const ran = await emk(line);
    expectForeseen(ran, line);
    if (/Did you mean|Missing:|unknown option|takes no|Unknown/i.test(ran.stderr))
      refused.push(`${line}: ${ran.stderr}`);
  }
  expect(refused).toEqual([]);
});

const strangers: readonly unknown[] = [null, 'a text', [[]]];

/** Some of the lines, so that each meets two odd records; EMK_RUNS=5 gives every line all. */
const linesFor = (stranger: unknown): readonly string[] => {
  const from = strangers.indexOf(stranger);
  return lines.filter((_, at) => (at + from) % strangers.length < randomRuns(2));
};

describe.each(sample(strangers, 1).map(stranger => [JSON.stringify(stranger), stranger] as const))(
  '%s for a record',
  (_, stranger) => {
    test('never is an error that nobody foresaw', async () => {
      answer = operation => answerOf(operation, () => stranger);
      for (const line of linesFor(stranger)) expectForeseen(await emk(line), line);
    });
  },
);

test('a list with a null says so, in every format', async () => {
  answer = operation => answerOf(operation, () => null);
  for (const format of ['table', 'json', 'jsonl', 'csv', 'id']) {
    const {code, stderr} = await emk(`lists list -o ${format}`);
    expect([format, code, stderr]).toEqual([format, 1, expect.stringContaining('something that is no record')]);
  }
});

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    0,
    -1,
    1.5,
    '',
    ' ',
    'x',
    true,
    [],
    {},
    [null],
    {toString: null},
    '9'.repeat(400),
  ),
  fc.jsonValue({maxDepth: 3}),
);

test('fields of any type, missing ones too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(oddValue, {minLength: 1, maxLength: 3}),
      fc.nat(),
      fc.nat(),
      async (values, start, at) => {
        answer = operation =>
          answerOf(operation, record => {
            if (typeof record !== 'object' || record === null) return values[0];
            const names = Object.keys(record);
            const odd = values.map(
              (value, index) => [names[(start + index * 3) % names.length] ?? 'id', value] as const,
            );
            return {...record, ...Object.fromEntries(odd)};
          });
        const line = lines[at % lines.length] ?? '';
        expectEnded(await emk(line), line);
      },
    ),
    samples(tries(4, 40)),
  );
}, 600_000);

test('whole answers of any shape', async () => {
  const key = fc.constantFrom('status', 'message', 'errors', 'contactTypes', 'contacts', 'id');
  const body = fc.oneof(
    fc.jsonValue({maxDepth: 4}),
    fc.dictionary(key, fc.oneof(fc.constantFrom('success', 'failed'), oddValue), {maxKeys: 4}),
    fc.record({status: fc.constant('success'), message: oddValue}),
  );
  await fc.assert(
    fc.asyncProperty(body, fc.nat(), async (value, at) => {
      answer = () => value;
      const line = lines[at % lines.length] ?? '';
      expectEnded(await emk(line), line);
    }),
    samples(tries(3, 20)),
  );
}, 600_000);

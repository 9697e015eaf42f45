/** What a line prints of records that a service sends: emk runs whole, against a server that has nothing else. */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Writable} from 'node:stream';
import {tree} from '../../src/cli/tree.js';
import {loadOperations} from '../../src/endpoints/all.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {runAgainst} from './run-against.js';
import {served} from './served.js';

type Look = {
  /** The columns of a terminal; a pipe without them. */
  readonly width?: number;
  readonly env?: Record<string, string>;
  /** The time zone of the account, which a profile says. */
  readonly zone?: string;
  /** The key of the list that holds the records in an answer, if it is not the first that the command asks for. */
  readonly list?: string;
  /** What other lists hold, by their key in an answer. */
  readonly others?: Readonly<Record<string, readonly object[]>>;
};

export type Printed = {
  readonly code: number;
  readonly out: string;
  readonly stderr: string;
  /** The sentences on stderr. */
  readonly notices: readonly string[];
  /** The paths that were asked for. */
  readonly asked: readonly string[];
};

const commands = commandsOf(await loadTree(tree)).sort((one, other) => other.path.length - one.path.length);
const operations = new Map((await loadOperations()).map(one => [one.route.replace(/\?.*/, ''), one.returns]));

/** Runs `emk <line>` where the list that it is about holds these records, as objects or as JSON. */
export async function printed(
  line: string,
  records: readonly unknown[] | string,
  {width, env = {}, zone, list: key, others = {}}: Look = {},
): Promise<Printed> {
  const asked: string[] = [];
  const calls = commands.find(({path}) => line.startsWith(path.join(' ')))?.command.calls ?? [];
  const [first] = typeof calls === 'function' ? await calls() : calls;
  const about = first?.route.replace(/^\S+ |\?.*/g, '');
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api|\?.*/g, '');
    asked.push(path);
    const returns = operations.get(`GET ${path}`);
    const list = typeof records === 'string' ? records : JSON.stringify(records);
    response.setHeader('content-type', 'application/json');
    const message = (): string => {
      if (returns?.kind === 'one') return `"${returns.key}":${returns.inArray ? list : JSON.stringify(records[0])}`;
      if (returns?.kind === 'several') return returns.keys.map(key => `"${key}":${list}`).join(',');
      if (returns?.kind !== 'many') return '';
      return `"${returns.key}":${(key ? returns.key === key : path === about) ? list : JSON.stringify(others[returns.key] ?? [])}`;
    };
    response.end(`{"status":"success","message":{${message()}}}`);
  });
  let out = '';
  const stdout = new Writable({
    write(chunk, _, done) {
      out += String(chunk);
      done();
    },
  });
  const host = {stdout: Object.assign(stdout, width === undefined ? {} : {isTTY: true, columns: width})};
  const baseUrl = `${await served(server)}/api`;
  const {code, stderr} = await runAgainst(baseUrl, line, {env: {...env, ...(zone && profileOf(baseUrl, zone))}, host});
  server.close();
  server.closeAllConnections();
  return {code, out, stderr, notices: stderr.split('\n').filter(Boolean), asked};
}

/** The environment of somebody who is logged in, and has said the time zone of the account. */
function profileOf(baseUrl: string, timezone: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'emk-'));
  const profile = {baseUrl, publicKey: 'pk-of-nobody', secretKey: 'sk-of-nobody', guard: 'none', timezone};
  const config = {version: 1, current: 'mine', profiles: {mine: profile}, settings: {}};
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config), {mode: 0o600});
  return {EMK_CONFIG_DIR: folder, EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};
}

/** A contact with everything that makes output hard, except the given fields. */
export const someone = (fields: object = {}): object => ({
  id: 1,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  alt_email: null,
  city: 'London',
  custom_field: {age: {field_name: 'age', field_value: '36'}},
  created_at: '2026-03-04T13:05:09.000000Z',
  contact_type: {id: 3, name: 'Newsletter'},
  ...fields,
});

export const lines = (...texts: readonly string[]): string => texts.map(text => `${text}\n`).join('');

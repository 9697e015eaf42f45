/** What a line prints of records that a service sends: emk runs whole, against a server that has nothing else. */
import {createServer} from 'node:http';
import {Writable} from 'node:stream';
import {tree} from '../../src/cli/tree.js';
import {loadOperations} from '../../src/endpoints/all.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {runAgainst} from '../run-against.js';
import {served} from '../served.js';

type Look = {
  /** The columns of a terminal; a pipe without them. */
  readonly width?: number;
  readonly env?: Record<string, string>;
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
  {width, env = {}, others = {}}: Look = {},
): Promise<Printed> {
  const asked: string[] = [];
  const said = commands.find(({path}) => line.startsWith(path.join(' ')));
  const about = said?.command.calls[0]?.route.replace(/^\S+ |\?.*/g, '');
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
      return `"${returns.key}":${path === about ? list : JSON.stringify(others[returns.key] ?? [])}`;
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
  const host = {stdout: Object.assign(stdout, {isTTY: width !== undefined, columns: width})};
  const {code, stderr} = await runAgainst(`${await served(server)}/api`, line, {env, host});
  server.close();
  server.closeAllConnections();
  return {code, out, stderr, notices: stderr.split('\n').filter(Boolean), asked};
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

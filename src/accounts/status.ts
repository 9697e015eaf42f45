import {type Context, command, type Result} from '../commands/command.js';
import {operations} from '../resources/contact-types.js';
import {configOf} from './change.js';
import {findAccount} from './resolve.js';
import {configPath} from './store.js';

/** Shows which account a command would use and why, without showing a key. */
export const status = command({
  summary: 'Say which account is used and where each value comes from',
  takes: {check: {type: 'flag', help: 'Also try the keys with a request that changes nothing'}},
  examples: ['emk auth status', 'emk auth status --check --profile prod'],
  calls: [operations.list],
  run: async (context, {check}) => {
    const account = await context.account();
    if (check) await context.call(operations.list);
    const parts = account.source === 'sandbox' ? fromSandbox : sourcesOf(context);
    const data = {
      name: account.name,
      source: account.source,
      base_url: account.baseUrl,
      guard: account.guard,
      from: parts,
      checked: Boolean(check),
      config: configPath(context.host),
    };
    return {kind: 'data', data, text: sheet(data)};
  },
});

type Sources = {readonly base_url: string; readonly public_key: string; readonly secret_key: string};

const fromSandbox: Sources = {base_url: 'the sandbox', public_key: 'the sandbox', secret_key: 'the sandbox'};

function sourcesOf(context: Context): Sources {
  const {baseUrl, publicKey, secretKey} = findAccount(context.globals, context.host, configOf(context));
  return {base_url: baseUrl.from, public_key: publicKey.from, secret_key: secretKey.from};
}

type Data = Extract<Result, {kind: 'data'}>['data'] & {
  readonly name: string;
  readonly base_url: string;
  readonly guard: string;
  readonly from: Sources;
  readonly checked: boolean;
  readonly config: string;
};

const sheet = ({name, base_url, guard, from, checked, config}: Data): string =>
  [
    `Account     ${name}`,
    `Base URL    ${base_url}, from ${from.base_url}`,
    `Public key  set, from ${from.public_key}`,
    `Secret key  set, from ${from.secret_key}`,
    `Guard       ${guard}`,
    `Checked     ${checked ? 'yes, the service takes the keys' : 'no, --check tries the keys'}`,
    `Kept in     ${config}`,
  ].join('\n');

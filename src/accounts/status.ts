import {record} from '../api/describe/notation.js';
import type {RecordOf} from '../api/describe/schema.js';
import {type Context, command} from '../commands/command.js';
import {operations} from '../endpoints/lists.js';
import {type Computed, inTheirPlaces} from '../records/fields/computed.js';
import {hostOf} from './base-url.js';
import {findAccount} from './resolve.js';
import {configOf} from './save-config.js';
import {configPath} from './store.js';

const shape = record({
  name: 'text',
  source: 'text',
  base_url: 'text',
  base_url_from: 'text',
  public_key_from: 'text',
  secret_key_from: 'text',
  guard: 'text',
  checked: 'boolean',
  config: 'text',
  profiles: [record({name: 'text', base_url: 'text', guard: 'text', current: 'boolean'})],
});

type Profiles = RecordOf<typeof shape>['profiles'];

/** What people see: the account by its name, and the profiles as they choose among them. */
const forPeople: readonly Computed[] = [
  {path: 'account', instead: ['name'], needs: ['name'], read: ({name}) => String(name)},
  {
    path: 'profiles',
    instead: ['profiles'],
    needs: ['profiles'],
    read: ({profiles}) =>
      (profiles as Profiles)
        .map(({name, base_url: url, guard, current}) => {
          const about = [hostOf(url), ...(guard === 'none' ? [] : [guard]), ...(current ? ['current'] : [])];
          return `${name} (${about.join(', ')})`;
        })
        .join(', '),
  },
];

/** Shows which account a command would use and why, without showing a key. */
export const status = command({
  summary: 'Show which account emk uses, where each value comes from, and the profiles',
  takes: {check: {type: 'flag', help: 'Also test the keys with a request that changes nothing', decides: 'checks'}},
  examples: ['emk auth', 'emk auth status --check --profile prod', "emk auth -o json | jq -r '.profiles[].name'"],
  calls: [operations.list],
  gives: {record: shape},
  run: async (context, {check}) => {
    const account = await context.account();
    const {profiles, current} = configOf(context);
    if (check) await context.call(operations.list);
    return {
      kind: 'record',
      record: {
        name: account.name,
        source: account.source,
        base_url: account.baseUrl,
        ...(account.source === 'sandbox' ? fromSandbox : sourcesOf(context)),
        guard: account.guard,
        checked: Boolean(check),
        config: configPath(context.host),
        profiles: [...profiles].map(([name, {baseUrl, guard}]) => ({
          ...{name, base_url: baseUrl, guard, current: name === current},
        })),
      },
      shape,
      key: 'name',
      fields: {columns: inTheirPlaces(Object.keys(shape), forPeople), computed: forPeople, chosen: false},
    };
  },
});

type Sources = {readonly [value in 'base_url' | 'public_key' | 'secret_key' as `${value}_from`]: string};

const fromSandbox: Sources = {
  base_url_from: 'the sandbox',
  public_key_from: 'the sandbox',
  secret_key_from: 'the sandbox',
};

function sourcesOf(context: Context): Sources {
  const {baseUrl, publicKey, secretKey} = findAccount(context.globals, context.host, configOf(context));
  return {base_url_from: baseUrl.from, public_key_from: publicKey.from, secret_key_from: secretKey.from};
}

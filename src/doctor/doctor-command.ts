import {type Config, emptyConfig} from '../accounts/config-file.js';
import {type Command, type Context, command, type Tree} from '../commands/command.js';
import {operations} from '../endpoints/contact-types.js';
import {CheckError} from '../errors.js';
import {clean} from '../output/text/sanitise.js';
import {counted} from '../words/count.js';
import {lookAtAddressIndex} from './address-index.js';
import {lookAtFolders} from './folders.js';
import {lookAtLeftovers} from './leftovers.js';
import {good} from './look.js';
import type {Look} from './looks.schema.js';
import {lookAtMachine} from './machine.js';
import {lookAtConfig, lookAtKeys} from './profiles.js';
import {lookAtService} from './service.js';

/** `emk doctor`: checks everything that emk needs, and changes nothing. */
export const doctorCommand = (tree: Tree): Command =>
  command({
    summary: 'Look whether everything that emk needs is in order',
    details: `Looks at Node.js, the terminal, the folders and their modes, the keys and where they come from, and the way to the service step by step: proxy, name, connection, certificate, a read with the keys, its clock and how many requests it still allows. Then at the index of addresses, imports that wait to be resumed, the completion script and the sandbox's account.

Nothing is changed by it, neither here nor at the service, and no file is written. It ends with 10 when something is wrong; what is only worth knowing is marked with ! and does not count.`,
    takes: {},
    calls: [operations.list],
    gives: {document: () => import('./looks.schema.js')},
    diagnoses: true,
    examples: [
      'emk doctor',
      'emk doctor --profile prod',
      `emk doctor -o json | jq -r '.looks[] | select(.state == "wrong").hint'`,
    ],
    run: async context => {
      const looks = await lookAtAll(context, tree);
      const bad = looks.filter(({state}) => state === 'wrong').length;
      const well = bad === 0;
      const result = {kind: 'data', data: {well, looks}, text: toText(looks)} as const;
      if (well) return result;
      const error = new CheckError(`${counted(bad, 'thing is', 'things are')} not in order.`, {
        hint: 'Do what stands below each ✗, then look again.',
      });
      return {...result, error};
    },
  });

async function lookAtAll(context: Context, tree: Tree): Promise<readonly Look[]> {
  const {host} = context;
  const {look, config} = lookAtConfig(host);
  return [
    ...lookAtMachine(context),
    ...lookAtFolders(host),
    look,
    ...(await lookAtAccount(context, config)),
    ...(await lookAtLeftovers(context, tree)),
  ];
}

async function lookAtAccount(context: Context, config: Config | undefined): Promise<readonly Look[]> {
  if (context.globals.sandbox) return [good('keys', 'The sandbox brings its own, and needs no network.')];
  const {looks, account} = lookAtKeys(context, config ?? emptyConfig);
  if (account) return [...looks, ...(await lookAtService(context, account)), await lookAtAddressIndex(context)];
  // Without a readable configuration, nobody can say whether there are keys.
  return config === undefined ? [] : looks;
}

function toText(looks: readonly Look[]): string {
  const wide = Math.max(...looks.map(({check}) => check.length));
  return looks
    .flatMap(({check, state, says, hint}) => [
      `${marks[state]} ${check.padEnd(wide)}  ${clean(says)}`,
      ...(hint === undefined ? [] : [`${' '.repeat(wide + 4)}${clean(hint)}`]),
    ])
    .join('\n');
}

const marks = {good: '✓', note: '!', wrong: '✗'} as const satisfies Readonly<Record<Look['state'], string>>;

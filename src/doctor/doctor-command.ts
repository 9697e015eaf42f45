import {type Config, emptyConfig} from '../accounts/config-file.js';
import {type Context, command} from '../commands/command.js';
import {operations} from '../endpoints/lists.js';
import {CheckError} from '../errors.js';
import {clean} from '../output/text/sanitise.js';
import {counted} from '../words/sentence.js';
import {lookAtConfig, lookAtFolders, lookAtKeys} from './files.js';
import {good, lookAtLeftovers, lookAtService} from './looks.js';
import type {Look} from './looks.schema.js';

/** `emk doctor`: checks everything that emk needs, and changes nothing. */
export default command({
  summary: 'Check that everything emk needs works',
  details:
    'Checks folders and their permissions, your keys and where they come from, sends one request that reads, and compares ' +
    "this machine's clock with the service's. Then imports that you can resume, and the account of the sandbox.\n\nIt " +
    'changes nothing, here or at the service, and writes no file. The exit code is 10 if something is wrong. Lines with ! ' +
    'are only good to know, and do not count.',
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
    const looks = await lookAtAll(context);
    const bad = looks.filter(({state}) => state === 'wrong').length;
    const well = bad === 0;
    const result = {kind: 'data', data: {well, looks}, text: toText(looks)} as const;
    if (well) return result;
    const error = new CheckError(`${counted(bad, 'thing is', 'things are')} wrong.`, {
      hint: 'Do what it says below each ✗, then run this again.',
    });
    return {...result, error};
  },
});

async function lookAtAll(context: Context): Promise<readonly Look[]> {
  const {look, config} = lookAtConfig(context.host);
  const account = await lookAtAccount(context, config);
  return [...lookAtFolders(context.host), look, ...account, ...lookAtLeftovers(context)];
}

async function lookAtAccount(context: Context, config: Config | undefined): Promise<readonly Look[]> {
  if (context.globals.sandbox) return [good('keys', 'The sandbox brings its own, and needs no network.')];
  const {looks, account} = lookAtKeys(context, config ?? emptyConfig);
  if (account) return [...looks, ...(await lookAtService(context, account))];
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

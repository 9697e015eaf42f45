import {partsOf} from '../api/describe/route.js';
import type {Param} from '../api/describe/schema.js';
import {type Command, command} from '../commands/command.js';
import type {Tree} from '../commands/command-names.js';
import {globalOptions} from '../commands/globals.js';
import {isOptionOf, optionName} from '../commands/parameters.js';
import {loadTree, type TreePlace, withBelow} from './tree.js';

/** `emk commands`: the whole tree of commands, for programs that call emk and for people who search it. */
export const commandsCommand = (tree: Tree): Command =>
  command({
    summary: 'Print every command: indented for people, or whole as JSON',
    details:
      'As JSON, each command comes with its arguments, options, examples and the requests it may make. The effect of a request says what it can do to the account: it reads, creates, updates, deletes, acts or sends.',
    takes: {},
    calls: [],
    gives: {document: () => import('../core/json-schema/describe.js')},
    examples: [
      'emk commands',
      `emk commands -o json | jq -r '.commands[] | .. | select(.operations?[]?.effect == "sends") | .command'`,
    ],
    async run() {
      const places = await loadTree(tree);
      const globals = Object.entries<Param>(globalOptions).map(([name, param]) => about(`--${name}`, param));
      const text = places.flatMap(withBelow).map(line).join('\n');
      const data = {commands: places.map(describe), options: globals};
      return {kind: 'data', data, text};
    },
  });

const line = ({path, name, also, summary}: TreePlace): string =>
  `${`${'  '.repeat(path.length - 1)}${[name, ...also].join(', ')}`.padEnd(24)}  ${summary}`;

const describe = ({name, path, also, summary, command, calls, below}: TreePlace): object => ({
  name,
  command: ['emk', ...path].join(' '),
  also: also.map(words => `emk ${words}`),
  summary,
  ...(command && reference(command, calls)),
  below: below.map(describe),
});

const reference = ({details, takes, args, examples}: Command, calls: TreePlace['calls']): object => ({
  details: details ?? null,
  args: args.flatMap(key => (takes[key] ? [about(takes[key].value ?? optionName(key, takes[key]), takes[key])] : [])),
  options: Object.entries(takes)
    .filter(isOptionOf({args}))
    .map(([key, param]) => about(`--${optionName(key, param)}`, param)),
  examples,
  operations: calls.map(({route, effect}) => {
    const {method, path} = partsOf({route});
    return {route, method, path, effect};
  }),
});

const about = (name: string, {short, type, choices, required, many, help}: Param): object => ({
  ...{name, short: short === undefined ? null : `-${short}`, type, choices: choices ?? null},
  ...{required: required === true, many: many === true, help},
});

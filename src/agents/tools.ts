import type {Does, Param} from '../api/describe/schema.js';
import type {Command} from '../commands/command.js';
import type {Tree} from '../commands/command-names.js';
import {optionName} from '../commands/parameters.js';
import {object, text} from '../core/json-schema/describe.js';
import {lookUp} from '../core/words/values.js';
import {commandsOf, loadTree} from '../help/tree.js';
import type {Definition} from './protocol.js';

/** What must be switched on before a tool is listed: `folder` is a folder that --folder names. */
export type Permission = 'writes' | 'sends' | 'folder';

/** What the person who starts the server allows. An agent cannot change it. */
export type Allowed = {
  readonly permissions: ReadonlySet<Permission>;
  readonly folders: readonly string[];
  /** Whether people who are added may start a live automation. */
  readonly automations: boolean;
  /** How a send is agreed to: by a person, or where nobody can be asked without one, up to a number of people. */
  readonly sends: {readonly unattended: boolean; readonly maxRecipients: number | undefined};
};

/**
 * A tool: the commands that it runs, and which of their parameters an agent may give. Everything else that an agent sees
 * of it follows from these commands.
 */
export type Tool = {
  readonly name: string;
  readonly description: string;
  /** The words of the command; or of several, by the kind of record that the agent names. */
  readonly runs: string | {readonly [kind: string]: string};
  /** What the command's first argument is called here, if an agent may give it; or for some kinds of record only. */
  readonly argument?: string | {readonly [kind: string]: string};
  /** The options that an agent may give. */
  readonly options?: readonly string[];
  /** Words of the line that are always there. */
  readonly always?: readonly string[];
  /** Whether its answer is a list, which is given in parts. */
  readonly inParts?: true;
  readonly needs?: readonly Permission[];
  /** Whether it only prepares what a second call carries out. */
  readonly isPrepared?: true;
  /** What the argument is: a path in an allowed folder or a record and never a file, which must be given; or a run. */
  readonly argumentIs?: 'path' | 'record' | 'run';
};

/** Records that an agent can list and count, with those inside of others; each inside is named by its parent. */
const inside = {'segment-recipients': 'segment', 'group-recipients': 'group', 'automation-emails': 'automation'};

/** The commands of one verb, by the kind of record that an agent names. */
const ofEach = (verb: string, kinds: readonly string[]): {readonly [kind: string]: string} =>
  Object.fromEntries(kinds.map(kind => [kind, `${kind} ${verb}`]));

const listed = {
  ...ofEach('list', [
    ...['contacts', 'lists', 'fields', 'segments', 'unsubscribes', 'groups', 'senders'],
    ...['templates', 'mailings', 'automations', 'notifications'],
  ]),
  'segment-recipients': 'segments recipients list',
  'group-recipients': 'groups recipients list',
  'automation-emails': 'automations emails list',
};

/** What an agent may say about a file of people, when it checks the file and when it imports it. */
const importing = [
  ...['list', 'create-list', 'map', 'set', 'country', 'leave-empty', 'status-column', 'status'],
  'max-errors',
];

/** The tools of `emk mcp`. Each runs a command of the tree, named by its words; all else follows from that command. */
export const tools: readonly Tool[] = [
  {
    name: 'overview',
    description: 'What is in the account, how its mailings are doing, what goes out next and what needs attention.',
    runs: 'report',
  },
  {
    name: 'agenda',
    description: 'The mail that goes out in the next days, to how many people, and anything blocking it.',
    runs: 'agenda',
    options: ['days'],
  },
  {
    name: 'list',
    description:
      'Records of one kind. Narrow it with where, and name columns to keep answers short. With limit 1 and columns all you see the fields of a kind. segment-recipients are the people in a segment, group-recipients those who left a group.',
    runs: {...listed, imports: 'contacts import status'},
    argument: inside,
    options: ['list', 'columns', 'where', 'sort'],
    inParts: true,
  },
  {
    name: 'show',
    description: 'One record with all its fields, by id, code, name or email address.',
    runs: ofEach('show', [...['contacts', 'lists', 'groups', 'senders', 'templates', 'mailings', 'automations']]),
    argument: 'record',
    options: ['columns'],
  },
  {
    name: 'count',
    description: 'How many records of a kind there are, or how many match where.',
    runs: listed,
    argument: inside,
    options: ['list', 'where'],
    always: ['--count'],
  },
  {
    name: 'find',
    description: 'Contacts whose name, address or other text holds what you look for.',
    runs: 'contacts find',
    argument: 'text',
    options: ['list', 'columns'],
    inParts: true,
  },
  {
    name: 'person',
    description:
      'Everything in the account about an email address: contacts, segments, groups, unsubscribes. With mailing: why this person gets it, or does not.',
    runs: 'contacts show',
    argument: 'address',
    options: ['mailing'],
  },
  {
    name: 'results',
    description:
      'Delivered, opened, bounced and unsubscribed, with rates. Name mailings to compare them, or choose some with where. These are numbers only: the service tells nobody who opened a mailing or who bounced.',
    runs: ofEach('results', ['mailings', 'automations']),
    argument: 'names',
    options: ['where', 'sort'],
    inParts: true,
  },
  {
    name: 'preview',
    description: 'The text of a template or mailing as readers get it, with the tags filled in.',
    runs: 'templates preview',
    argument: 'mailing',
    argumentIs: 'record',
    options: ['contact'],
    always: ['--text'],
  },
  {
    name: 'check',
    description:
      'What is wrong, one finding a row: in the HTML of a template, with a mailing before it goes out, with an automation before it goes live, or on the lists of contacts (people listed twice, dead addresses). Changes nothing.',
    runs: {
      ...{templates: 'templates lint', mailings: 'mailings check', automations: 'automations check'},
      contacts: 'contacts check',
    },
    argument: {templates: 'record', mailings: 'record', automations: 'record'},
    argumentIs: 'record',
    options: ['at', 'to', 'except', 'list', 'where', 'columns'],
    always: ['--dry-run'],
    inParts: true,
  },
  {
    name: 'plan',
    description:
      'What would happen with files of the allowed folder. import: how many people of a CSV file would be added to a list, and which rows are bad, with their reasons. account: what would change in the account to match the files in a folder. Changes nothing.',
    runs: {import: 'contacts import', account: 'account plan'},
    argument: 'path',
    argumentIs: 'path',
    options: [...importing, 'only', 'except', 'prune'],
    always: ['--dry-run'],
    needs: ['folder'],
  },
  {
    name: 'doctor',
    description: 'Whether emk, its keys and the service are in order, and what to do if not.',
    runs: 'doctor',
  },
  {
    name: 'create',
    description:
      'Creates a record, and gives it back. A contact needs a list, an address and a country. unsubscribes get no mail any more; group-recipients get none of one group. An automation needs automation-emails; then check it and start it.',
    runs: {
      ...ofEach('create', ['contacts', 'lists', 'fields']),
      'segment-recipients': 'segments recipients add',
      groups: 'groups create',
      unsubscribes: 'unsubscribes add',
      'group-recipients': 'groups recipients add',
      automations: 'automations create',
      'automation-emails': 'automations emails add',
      notifications: 'notifications add',
    },
    options: [
      ...['name', 'list', 'kind', 'email', 'first-name', 'last-name', 'country', 'state', 'city', 'address-line1'],
      ...['postal-code', 'segment', 'description', 'display', 'group', 'for', 'file', 'column', 'from'],
      ...['automation', 'subject', 'unit', 'wait', 'template', 'html', 'if-missing'],
    ],
    needs: ['writes'],
  },
  {
    name: 'update',
    description: 'Changes fields of one record. Fields that you do not name keep their value.',
    runs: ofEach('update', ['contacts', 'lists', 'groups']),
    argument: 'record',
    options: [
      ...['name', 'list', 'email', 'first-name', 'last-name', 'country', 'state', 'city', 'address-line1'],
      ...['postal-code', 'description', 'display'],
    ],
    needs: ['writes'],
  },
  {
    name: 'delete',
    description:
      'Deletes records of one kind; a person confirms more than 25. A mailing that is deleted does not go out. person erases every trace of one email address for good, after a request for erasure: a person confirms it, and the address stays unsubscribed.',
    runs: {
      ...ofEach('delete', ['contacts', 'mailings', 'automations']),
      'segment-recipients': 'segments recipients delete',
      'automation-emails': 'automations emails delete',
      notifications: 'notifications delete',
      person: 'contacts erase',
    },
    argument: 'records',
    options: ['segment', 'automation'],
    always: ['--yes'],
    needs: ['writes'],
  },
  {
    name: 'pause_automation',
    description: 'Stops a live automation from mailing people.',
    runs: 'automations pause',
    argument: 'automation',
    always: ['--yes'],
    needs: ['writes'],
  },
  {
    name: 'start_automation',
    description: 'Sets an automation live, so that it mails people who join from now on. A person confirms it.',
    runs: 'automations set-live',
    argument: 'automation',
    always: ['--yes'],
    needs: ['sends'],
  },
  {
    name: 'undo',
    description:
      'Takes a run of this machine back: deletes what it added and nobody has changed since, and brings back what it deleted. Without a run: the list of runs, newest first, with their ids. A cancelled mailing is sent anew, and a person confirms it. Mail that went out, and an erased person, do not come back.',
    runs: 'undo',
    argument: 'run',
    argumentIs: 'run',
    always: ['--yes'],
    needs: ['writes'],
  },
  {
    name: 'import_contacts',
    description:
      'Adds the people in a CSV file of the allowed folder to a list. If a row is bad, nobody is added, unless max-errors allows so many; the answer has the bad rows with their reasons. Check the file first: plan.',
    runs: 'contacts import',
    argument: 'file',
    argumentIs: 'path',
    options: importing,
    always: ['--yes'],
    needs: ['writes', 'folder'],
  },
  {
    name: 'prepare_send',
    description:
      'Shows what sending a mailing would do: who gets it, what the checks say, and a digest for confirm_send. Sends nothing. Name a mailing of the account as "mailing" with what changes, such as the time ("at"), or give the fields of a new one.',
    runs: 'mailings check',
    argument: 'mailing',
    options: [...['name', 'subject', 'preheader', 'from', 'group', 'to', 'except', 'template', 'html', 'now', 'at']],
    needs: ['sends'],
    isPrepared: true,
  },
];

/** The tool that sends what "prepare_send" has shown, after a person has agreed. It is no command of its own. */
export const confirmSend: Definition = {
  name: 'confirm_send',
  description:
    'Sends exactly the mailing that prepare_send has shown. First a person types the number of people. A digest works once.',
  inputSchema: {...object({digest: {...text, description: 'From prepare_send'}}), additionalProperties: false},
  annotations: {readOnlyHint: false, destructiveHint: true},
};

/** How many records an answer holds, unless an agent says otherwise, and how many it may hold. */
export const usualRecords = 50;
export const mostRecords = 200;

/** A tool with the commands that it runs, found in the tree. */
export type PlacedTool = {readonly tool: Tool; readonly commands: readonly PlacedCommand[]};

export type PlacedCommand = {
  /** The kind of record by which an agent chooses it; undefined for a tool's only command. */
  readonly kind: string | undefined;
  readonly words: readonly string[];
  readonly command: Command;
  readonly effects: ReadonlySet<Does>;
  /** Whether an agent may name files, which lie in an allowed folder. */
  readonly mayReadFiles: boolean;
};

/** Finds the commands of tools. A tool whose command is not in the tree is a bug, which a test finds. */
export async function placeTools(
  tree: Tree,
  tools: readonly Tool[],
  {mayReadFiles}: Pick<PlacedCommand, 'mayReadFiles'>,
): Promise<readonly PlacedTool[]> {
  const places = new Map(commandsOf(await loadTree(tree)).map(place => [place.path.join(' '), place]));
  const placed = (words: string, kind?: string): PlacedCommand => {
    const place = places.get(words);
    if (!place) throw new TypeError(`There is no command "${words}" for a tool.`);
    const effects = new Set(place.calls.map(({effect}) => effect));
    return {kind, words: place.path, command: place.command, effects, mayReadFiles};
  };
  return tools.map(tool => ({
    tool,
    commands:
      typeof tool.runs === 'string'
        ? [placed(tool.runs)]
        : Object.entries(tool.runs).map(([kind, words]) => placed(words, kind)),
  }));
}

/** A parameter that an agent may give, under the name that it has for the agent, and its option of the command. */
export type ToolParameter = {
  readonly name: string;
  readonly option: string;
  readonly param: Param;
  readonly isArgument: boolean;
};

/** Whether a call without this parameter is refused. */
export const isRequired = (
  {argumentIs}: Tool,
  {param, isArgument}: Pick<ToolParameter, 'param' | 'isArgument'>,
): boolean => param.required === true || (isArgument && (argumentIs === 'path' || argumentIs === 'record'));

/** The parameters of a command that a tool lets an agent give. */
export function toolParameters(
  {argument, options = []}: Tool,
  {command: {takes, args}, kind = '', mayReadFiles}: PlacedCommand,
): readonly ToolParameter[] {
  const first = args[0] ?? Object.keys(takes).find(key => takes[key]?.byPosition) ?? '';
  const placed = takes[first];
  const called = typeof argument === 'object' ? lookUp(argument, kind) : argument;
  return [
    ...(called !== undefined && placed ? [{name: called, option: called, param: placed, isArgument: true}] : []),
    ...Object.entries(takes)
      .filter(([key]) => !(called !== undefined && key === first))
      .map(([key, param]) => ({option: optionName(key, param), param, isArgument: false}))
      .filter(({option, param}) => options.includes(option) && (mayReadFiles || !isFile(param)))
      // "kind" says what an agent creates, so the kind of a field is its field-kind.
      .map(each => ({...each, name: each.option === 'kind' ? `${kind.replace(/s$/, '')}-kind` : each.option})),
  ];
}

/** Whether a parameter is the path of a file that is read. */
export const isFile = ({value}: Param): boolean => value === 'file';

import type {Param} from '../api/describe/schema.js';
import type {Tree} from '../commands/command.js';
import {globalOptions} from '../commands/globals.js';
import {commandsOf, loadTree} from './load-tree.js';
import {topics} from './topics.js';
import {usage} from './usage.js';

/** The manual page `emk.1` for `man emk`, generated when emk is built. */
export async function manPage(tree: Tree, version: string): Promise<string> {
  const commands = commandsOf(await loadTree(tree));
  return [
    `.TH EMK 1 "" "emk ${version}" "User Commands"`,
    '.SH NAME',
    'emk \\- run an email-marketing account from the terminal',
    '.SH SYNOPSIS',
    '.B emk',
    plainLine('<command> [options]'),
    '.SH DESCRIPTION',
    plainLine(
      'emk manages contacts and their import, segments, unsubscribes, senders, templates, single sends and automations.',
    ),
    plainLine('Nothing is mailed, deleted or set live without a yes. At a terminal it asks for whatever a line lacks.'),
    plainLine('emk <command> --help says what a command takes, with examples; emk help <topic> explains one of:'),
    plainLine(`${Object.keys(topics).join(', ')}.`),
    '.SH COMMANDS',
    ...commands.flatMap(place => term(usage(place), `${place.summary}.`)),
    '.SH OPTIONS',
    'Every command has these.',
    ...Object.entries(globalOptions).flatMap(([name, param]) => term(option(name, param), `${param.help}.`)),
    ...term('-h, --help', 'Show help.'),
    '.SH EXIT STATUS',
    ...page(await text('exit-codes')),
    '.SH ENVIRONMENT',
    ...page(await text('environment')),
    '',
  ].join('\n');
}

const text = async (topic: string): Promise<string> => (await topics[topic]?.()) ?? '';

const term = (name: string, about: string): string[] => ['.TP', `.B ${plainLine(name)}`, plainLine(about)];

const option = (name: string, {type, short, value}: Param): string =>
  `${short ? `-${short}, ` : ''}--${name}${type === 'flag' ? '' : ` <${value ?? type}>`}`;

/** A page of help with its layout, without its title. */
const page = (written: string): string[] => ['.nf', ...written.trim().split('\n').slice(2).map(plainLine), '.fi'];

/**
 * A line as plain text: backslashes, hyphens, and a dot or an apostrophe at the start are escaped for the formatter.
 */
const plainLine = (line: string): string =>
  line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^(?=[.'])/, '\\&');

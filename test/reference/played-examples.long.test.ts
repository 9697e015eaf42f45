/**
 * Every example of a command is run against a sandbox that has what it names. An example may be refused for what its
 * story lacks here; none is wrong use, meets a bug, or loses sight of the service.
 */
import {mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {leadsFile} from '../../src/sandbox/commands/tour-script.js';
import {oneOf} from '../one-in.js';
import {useFreshShell} from '../use-shell.js';
import {emkCalls} from './shell-commands.js';

const commands = commandsOf(await loadTree(tree)).map(({path, command}): readonly [string, string] => [
  `emk ${path.join(' ')}`,
  command.examples.join('\n'),
]);

/** Lines that ask a person, serve until they are stopped, start other programs, or need what only a machine has. */
const elsewhere =
  /^(?:sandbox|mcp|doctor|auth|login|logout|switch|completion|help|seed clean)\b|--serve|--open|--watch|\bedit\b|[…]/;

const shell = useFreshShell();
beforeEach(async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(shell().folder, name)), {recursive: true});
    shell().write(name, text);
  }
  await shell().emk('contacts export crm.csv --type Newsletter --overwrite');
});

const people = 'email,first_name,country\nada@example.com,Ada,India\nbo@example.com,Bo,Germany\n';
const page = '<html><body><p>May ((first_name)) ((unsubscribe_preferences)) ((sender_address))</p></body></html>';
const files: Readonly<Record<string, string>> = {
  // The tour's file has somebody who unsubscribed, whom only an import skips by itself.
  [leadsFile.name]: leadsFile.content.replace(/^gone@.*\n/m, ''),
  ...Object.fromEntries(['people.csv', 'export.csv', 'other-tool.csv'].map(name => [name, people])),
  ...Object.fromEntries(['may.html', 'newsletter.html', 'day3.html', 'letters/june.html'].map(name => [name, page])),
  'letters/june.md': '# June\n\nDear ((first_name))\n\n((unsubscribe_preferences)) ((sender_address))\n',
};

/** What an example that stands alone may meet: nobody says yes, a file of its story is not there, or is there already. */
const ofTheStory =
  /needs a yes|exists\.|There (?:is|are) no (?:file|files|folder|profile|plan)|no folder|holds no account|may mean several|does not know the account's time zone|belongs to a profile|--allow-automations|reserved field|below its header|no column|No column|header but no rows|has no @/;

/** Names that an import, a deletion or a file of one's own would have given. */
const ofAnotherStory = /^(?:(?:contacts )?import (?:resume|status|wait|undo)|restore|seed)\b|^\S+ delete - /;

test.each(
  oneOf(
    2,
    commands.filter(([, text]) => text !== ''),
  ),
)('%s: %s', async (_, text) => {
  const played: (readonly [string, number, string])[] = [];
  for (const words of emkCalls(text)) {
    const line = words.join(' ');
    if (elsewhere.test(line.replace(/^--sandbox /, ''))) continue;
    const {code, stdout, stderr} = await shell().emk(
      words.filter(word => word !== '--sandbox'),
      {stdin: '7\n'},
    );
    if (![2, 3].includes(code) || !ofTheStory.test(stdout + stderr)) played.push([line, code, stderr]);
  }
  expect(played.filter(([, code]) => [1, 2, 3, 6, 7, 9].includes(code))).toEqual([]);
  // An example of a command can be copied after "emk --sandbox": the demo account has the records that it names.
  expect(played.filter(([line, code]) => code === 4 && !ofAnotherStory.test(line))).toEqual([]);
});

import {parse, route} from '../../src/cli/line.js';
import {tree} from '../../src/cli/tree.js';
import {isCommand} from '../../src/commands/command.js';
import {toInput} from '../../src/commands/input.js';
import {isHelp, isVersion} from '../../src/commands/scan-globals.js';
import {topicNamed} from '../../src/help/topics.js';

/**
 * Whether emk would accept a command line: its words lead to a command, its options exist, all required values are
 * there and valid. Throws emk's own error otherwise. Places that only show help count too.
 */
export async function understood(words: readonly string[]): Promise<void> {
  if (words[0] === 'help') {
    const [, first, ...others] = words;
    if (first === undefined || (others.length === 0 && topicNamed(first, Object.keys(tree)) !== undefined)) return;
    return understood([first, ...others, '--help']);
  }
  const routed = await route(words);
  const {path, target, rest} = routed;
  if (!target || !isCommand(target)) {
    if (rest.every(word => isHelp(word) || (!target && isVersion(word)))) return;
    throw new Error(`"emk ${words.join(' ')}" leads to no command.`);
  }
  const typed = await parse(path, target, rest);
  if (!('help' in typed)) toInput(target, typed.values);
}

import type {Context} from '../commands/command.js';
import {good, note} from './look.js';
import type {Look} from './looks.schema.js';

/** The version of Node.js and the terminal. */
export const lookAtMachine = (context: Context): readonly Look[] => [nodeLook(context), terminalLook(context)];

const nodeLook = ({host: {node, platform}}: Context): Look =>
  good('node', `Node.js ${node} on ${platform}.`, {version: node, platform});

function terminalLook({host, globals, ask}: Context): Look {
  const {env, stdout} = host;
  if (!stdout.isTTY) return good('terminal', `stdout is not a terminal: tables are plain. ${questions(ask.possible)}`);
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'];
  const colours = globals.color ? 'with colours' : 'without colours';
  const says = `A terminal of ${stdout.columns || 80} columns, ${colours}. ${questions(ask.possible)}`;
  if (host.platform !== 'win32' && locale !== undefined && !/utf-?8/i.test(locale)) {
    return note(
      'terminal',
      `${says} Its locale ${locale} shows only ASCII letters.`,
      'Set LANG to a UTF-8 locale, such as LANG=C.UTF-8.',
    );
  }
  if (globals.input && !ask.possible) {
    return note('terminal', says, 'For questions, keep stdin and stderr at the terminal.');
  }
  return good('terminal', says);
}

const questions = (possible: boolean): string => (possible ? 'emk can ask questions.' : 'emk asks no questions here.');

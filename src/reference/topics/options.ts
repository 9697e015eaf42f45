import type {Param} from '../../api/describe/schema.js';
import {globalOptions} from '../../commands/globals.js';
import {optionTerm} from '../../commands/parameter-name.js';
import {type Row, twoColumns} from '../layout.js';

const toRow = ([name, param]: readonly [string, Param]): Row => [
  `${param.short ? '' : '    '}${optionTerm(name, param)}`,
  param.help,
];

const others: readonly Row[] = [['-h, --help', 'Show help']];

/** The options of every command. They do not fit into the overview, and most people need few. */
export default [
  'Options that every command has:',
  ...twoColumns([...Object.entries(globalOptions).map(toRow), ...others]),
  '',
  'Many have a variable or a setting too: emk help environment, emk config list.',
  '',
].join('\n');

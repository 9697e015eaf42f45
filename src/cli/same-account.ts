import {type AccountChoice, accountWords} from '../change/context.js';
import {topWords} from '../commands/command-names.js';
import {shellWord} from '../core/words/shell-word.js';
import {tree} from './tree.js';

/** Adds the options that chose the account to each line of emk in a text, so that a pasted line goes to the same one. */
export function sameAccount(globals: AccountChoice, text: string): string {
  const words = accountWords(globals);
  if (words.length === 0) return text;
  const added = words.map(shellWord).join(' ');
  const onAccount = [...topWords(tree)].flatMap(([word, [name = '']]) => (withoutAccount.includes(name) ? [] : [word]));
  const lineStart = new RegExp(`\\bemk (?=(?:${onAccount.join('|')})\\b)`, 'g');
  return text.replace(lineStart, (start, at: number) => {
    const [rest = ''] = text.slice(at).split(/["\n]/, 1);
    return namesAccount.test(rest) ? start : `${start}${added} `;
  });
}

const withoutAccount = ['auth', 'config', 'sandbox', 'completion', 'schema', 'mcp', 'commands'];
const namesAccount = /--(?:sandbox|profile|base-url)\b/;

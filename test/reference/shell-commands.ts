/**
 * The commands of a shell line, each as its words, including those inside `$(…)`: enough of the shell to find every
 * call of emk in an example. What only the shell knows, `$id` or `$(…)`, becomes 7, which is valid as an id and as a
 * name.
 */
export function shellCommands(text: string): string[][] {
  const commands: string[][] = [];
  readUntil(text.replace(/\\\n\s*/g, ' '), 0, '', commands);
  return commands.flatMap(words => unwrapped(words)).filter(words => words.length > 0);
}

/** The calls of emk in a shell line, without the word emk. */
export const emkCalls = (text: string): string[][] =>
  shellCommands(text).flatMap(([name, ...words]) => (name === 'emk' ? [words] : []));

const substituted = '7';

function readUntil(text: string, from: number, end: string, commands: string[][]): number {
  let words: string[] = [];
  let word: string | undefined;
  let isFile = false;
  const endWord = () => {
    if (word !== undefined && !isFile) words.push(word);
    if (word !== undefined) isFile = false;
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    commands.push(words);
    words = [];
  };
  let at = from;
  const substitution = (): string => {
    if (text[at] === '(') {
      at = readUntil(text, at + 1, ')', commands);
      return substituted;
    }
    const [name = ''] = /^(\{[^}]*\}|\w+|\?)/.exec(text.slice(at)) ?? [];
    at += name.length;
    if (name === 'EMAIL') return 'ada@example.com';
    return name === '' ? '$' : substituted;
  };
  while (at < text.length) {
    const char = text[at++] ?? '';
    if (char === end) {
      endCommand();
      return at;
    }
    if (char === "'") {
      const close = text.indexOf("'", at);
      if (close < 0) throw new Error(`A quote is not closed: ${text}`);
      word = (word ?? '') + text.slice(at, close);
      at = close + 1;
    } else if (char === '"') {
      word ??= '';
      while (text[at] !== '"') {
        if (at >= text.length) throw new Error(`A quote is not closed: ${text}`);
        const inside = text[at++] ?? '';
        if (inside === '$') word += substitution();
        else word += inside === '\\' ? (text[at++] ?? '') : inside;
      }
      at++;
    } else if (char === '\\') word = (word ?? '') + (text[at++] ?? '');
    else if (char === '$') word = (word ?? '') + substitution();
    else if (char === '>' || char === '<') {
      if (/^\d$/.test(word ?? '')) word = undefined;
      endWord();
      // The word that follows names a file, and does not belong to the command.
      at += (/^[<>&]*\s*/.exec(text.slice(at)) ?? [''])[0].length;
      isFile = true;
    } else if (char === '#' && word === undefined) at += (/^[^\n]*/.exec(text.slice(at)) ?? [''])[0].length;
    else if (/[|&;\n()]/.test(char)) endCommand();
    else if (/\s/.test(char)) endWord();
    else word = (word ?? '') + char;
  }
  endCommand();
  return at;
}

/** A command without what may come before it, and those that it is given to run. */
function unwrapped(words: readonly string[]): string[][] {
  const start = words.findIndex(word => !/^(\w+=.*|do|then|else|if|while|until|!|npx|exec|time)$/s.test(word));
  const command = start < 0 ? [] : words.slice(start);
  const script = /^(ba|z)?sh$/.test(command[0] ?? '') && command[1] === '-c' ? command[2] : undefined;
  if (script !== undefined) return shellCommands(script);
  const inner = command.indexOf('--');
  return inner > 0 ? [[...command], ...unwrapped(command.slice(inner + 1))] : [[...command]];
}

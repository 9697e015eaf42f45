import {capital} from '../core/words/sentence.js';
import type {ErrorDocument} from '../output/results/documents.schema.js';
import type {Printed} from './answer.js';
import {type PlacedTool, parametersOf} from './tools.js';

/** What emk says, in terms of tools: an agent has no command line. */
type InTools = {
  error(error: ErrorDocument['error'], called?: PlacedTool): object;
  /**
   * What a line has printed. Sentences that only a person at a command line can use are dropped, and so is what is known
   * only of the person's shell.
   */
  printed(
    line: Printed & {readonly error: ErrorDocument['error'] | undefined},
    called?: PlacedTool,
  ): Omit<Printed, 'exit'>;
};

/** `branches` are the first words of all commands. */
export function createInTools(tools: readonly PlacedTool[], branches: readonly string[]): InTools {
  const isCommand = (word: string): boolean => branches.includes(word);
  const isForShells = (sentence: string): boolean =>
    FOR_SHELLS.test(sentence) || [...sentence.matchAll(/\bemk ([a-z-]+)/g)].some(([, word = '']) => isCommand(word));

  function sentences(text: string, called?: PlacedTool): string {
    const own = namesOf(called);
    return capital(
      text
        .split(/(?<=[.!?])\s+|\n/)
        .map(each => asParameters(withCall(each, tools), own).trim())
        .filter(each => each !== '' && !isForShells(each))
        .join(' ')
        .replace(/^Or /, ''),
    );
  }

  function data(value: unknown, called?: PlacedTool): unknown {
    if (Array.isArray(value)) return value.filter(each => !isOfShell(each)).map(each => data(each, called));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        name === 'hint' && typeof each === 'string' ? sentences(each, called) || null : data(each, called),
      ]),
    );
  }

  function error({help: _, ...error}: ErrorDocument['error'], called?: PlacedTool): object {
    const hint = error.hint ?? '';
    // An option that the tool lacks is one that an agent may not decide on.
    const whole = [sentences(hint, called), ...(ALLOWS.test(hint) ? [ONLY_A_PERSON] : [])].join(' ').trim();
    return {...error, message: asParameters(error.message, namesOf(called)), hint: whole === '' ? null : whole};
  }

  return {
    error,
    printed: (line, called) => ({
      data: data(line.data, called),
      error: line.error && error(line.error, called),
      notices: line.notices.map(each => sentences(each, called)).filter(each => each !== ''),
    }),
  };
}

/** What "doctor" finds out about a shell. */
const isOfShell = (each: unknown): boolean =>
  typeof each === 'object' && each !== null && 'check' in each && ofShells.has(String(each.check));

const ofShells: ReadonlySet<string> = new Set(['terminal', 'completion', 'sandbox']);

/** An option, a key, a stream, or a sentence that begins after a line that was dropped. */
const FOR_SHELLS =
  /^If not\b|(?:^|[\s"'(])--?[a-z]|\b(?:Ctrl|stdin|terminal|in a script|paste|pipe in)\b|standard input|@FILE/i;

const ALLOWS = /\badd --(?:include-unsubscribed|allow-|force|mail-again|yes|max-delete)/;

const ONLY_A_PERSON = 'Only a person can allow this, with emk.';

/** The names of a tool's parameters by their options. */
const namesOf = (called: PlacedTool | undefined): ReadonlyMap<string, string> =>
  new Map(called?.commands.flatMap(each => parametersOf(called.tool, each).map(({option, name}) => [option, name])));

/** Options that an agent can give, as parameters: `--max-errors 3` is `"max-errors": 3`. */
const asParameters = (text: string, own: ReadonlyMap<string, string>): string =>
  text.replace(/--([a-z][a-z-]*)(?: (?=\d|"[^"]*"))?/g, (option, word: string) =>
    own.has(word) ? `"${own.get(word)}"${option.endsWith(' ') ? ': ' : ''}` : option,
  );

/** `To see them: emk segments list` with the call that does the same on this account, if a tool runs just this command. */
const withCall = (sentence: string, tools: readonly PlacedTool[]): string =>
  sentence.replace(/\bemk (?:'--[^']*' |--\S+ )*([a-z-]+(?: [a-z-]+)*)\.?$/, (line, words: string) => {
    const calls = tools.flatMap(({tool, commands}) =>
      commands.filter(each => each.words.join(' ') === words).map(({kind}) => `${tool.name} ${JSON.stringify({kind})}`),
    );
    return calls[0] === undefined ? line : `call ${calls[0]}.`;
  });

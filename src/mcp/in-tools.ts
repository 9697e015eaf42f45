import type {ErrorDocument} from '../output/messages/message.schema.js';
import {lineIn} from '../words/line-in.js';
import {capital} from '../words/sentence.js';
import {type PlacedCommand, type PlacedTool, parametersOf} from './placed-tool.js';
import type {Printed, Told} from './run-line.js';

/** What emk says, in terms of tools: an agent has no command line. */
type InTools = {
  error(error: ErrorDocument['error'], called?: PlacedTool): object;
  /**
   * What a line has printed. Sentences that only a person at a command line can use are dropped, and so is what is known
   * only of the person's shell.
   */
  printed(line: Omit<Printed, 'error'> & Told, called?: PlacedTool): Omit<Printed, 'exit'>;
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
        .map(each => asParameters(withCall(each, lineIn(each, isCommand), tools), own).trim())
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

  function error({help: _, run: __, ...error}: ErrorDocument['error'], called?: PlacedTool): object {
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

const namesOf = (called: PlacedTool | undefined): ReadonlySet<string> =>
  new Set(called?.commands.flatMap(each => parametersOf(called.tool, each).map(({name}) => name)));

/** Options that an agent can give, as parameters: `--max-errors 3` is `"max-errors": 3`. */
const asParameters = (text: string, own: ReadonlySet<string>): string =>
  text.replace(/--([a-z][a-z-]*)(?: (?=\d|"[^"]*"))?/g, (option, name: string) =>
    own.has(name) ? `"${name}"${option.endsWith(' ') ? ': ' : ''}` : option,
  );

/** `To see them: emk segments list` with the call that does the same in place of the line, if there is a tool for it. */
function withCall(sentence: string, line: readonly string[] | undefined, tools: readonly PlacedTool[]): string {
  const call = line && callOf(line.slice(1), tools);
  if (!call) return sentence;
  return sentence
    .replace(/"emk [^"]*(?:"[^"]*"[^"]*)*?"(?=[\s.,;)]|$)/, call)
    .replace(/(?:\b[Rr]un: )?\bemk (?:'[^']*'|"[^"]*"|[^'"])*$/, `call ${call}.`);
}

function callOf(line: readonly string[], tools: readonly PlacedTool[]): string | undefined {
  for (const {tool, commands} of tools) {
    for (const command of commands) {
      const given = givenBy(line, command, parametersOf(tool, command));
      if (given) return `${tool.name} ${JSON.stringify(given)}`;
    }
  }
  return undefined;
}

/** What an agent gives instead of a line; undefined if the line is of another command, or says what no agent can. */
function givenBy(
  line: readonly string[],
  {kind, words}: PlacedCommand,
  parameters: ReturnType<typeof parametersOf>,
): object | undefined {
  if (words.some((word, at) => word !== line[at])) return undefined;
  const given: Record<string, string | true> = kind === undefined ? {} : {kind};
  const rest = line.slice(words.length).filter(word => word !== '--yes');
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    const [, option, value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const found = parameters.find(({name, isArgument}) => (option === undefined ? isArgument : name === option));
    if (!found || found.name in given) return undefined;
    given[found.name] = option === undefined ? word : found.param.type === 'flag' ? true : (value ?? rest[++at] ?? '');
  }
  return given;
}

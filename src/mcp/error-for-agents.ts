import type {ErrorDocument} from '../output/messages/message.schema.js';
import {capital} from '../words/letters.js';
import {type PlacedTool, parametersOf} from './placed-tool.js';

/** What the hint of an error may name: the parameters of the tool that failed, and the other tools. */
type Known = {
  readonly called: PlacedTool | undefined;
  readonly tools: readonly PlacedTool[];
  /** The first words of all commands. */
  readonly branches: readonly string[];
};

/** An error in terms of tools: an agent has no command line, so hints that need one are dropped, and so is the line for help. */
export function errorForAgents(error: ErrorDocument['error'], {called, tools, branches}: Known): object {
  const own = new Set(called?.commands.flatMap(each => parametersOf(called.tool, each).map(({name}) => name)));
  const asParameters = (text: string): string =>
    text.replace(/--([a-z][a-z-]*)/g, (option, name: string) => (own.has(name) ? `"${name}"` : option));
  const isLine = (sentence: string): boolean =>
    /^If not\b|(?:^|[\s"'(])--?[a-z]/.test(sentence) ||
    [...sentence.matchAll(/\bemk ([a-z-]+)/g)].some(([, word = '']) => branches.includes(word));
  const {help: _, ...rest} = error;
  const {message, hint} = rest;
  const sentences = (hint ?? '').split(/(?<=[.!?])\s+|\n/).map(each => toCall(each, tools) ?? asParameters(each));
  const useful = capital(
    sentences
      .filter(each => !isLine(each))
      .join(' ')
      .replace(/^Or /, ''),
  );
  // An option that the tool lacks is one that an agent may not decide on.
  const whole = [useful, ...(ALLOWS.test(hint ?? '') ? [ONLY_A_PERSON] : [])].join(' ').trim();
  return {...rest, message: asParameters(message), hint: whole === '' ? null : whole};
}

const ALLOWS = /\badd --(?:include-unsubscribed|allow-|force|mail-again|yes|max-delete)/;

const ONLY_A_PERSON = 'Only a person can allow this, with emk.';

/** `To see the segments: emk segments list` as the call that does the same, if there is a tool for it. */
function toCall(sentence: string, tools: readonly PlacedTool[]): string | undefined {
  const [, line] = /^(?:Run|To see the [a-z ]+): emk ([a-z -]+)$/.exec(sentence) ?? [];
  for (const {tool, commands} of tools) {
    const found = commands.find(({words}) => words.join(' ') === line);
    if (found) return `Call ${tool.name}${found.kind === undefined ? '' : ` with "kind": "${found.kind}"`}.`;
  }
  return undefined;
}

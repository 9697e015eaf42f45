import {EmkError} from '../../errors.js';
import {isCode} from '../../words/code.js';
import {asTheyAre, type Lines, lineIn} from '../../words/line-in.js';
import {lookUp} from '../../words/look-up.js';
import {flowing} from '../text/sanitise.js';
import type {ErrorDocument} from './message.schema.js';

export type ErrorNames = {
  /** The option that sets a parameter; undefined if no option of the command does. */
  readonly fieldNames: (parameter: string) => string | undefined;
  /** Where an unexpected error was written to. */
  readonly report?: string | undefined;
  /** Whether the reader wants to see the place in the code. */
  readonly debug?: boolean;
};

/** An error for people: what happened, the complaints, what to do. The first line is the sentence alone. */
export function errorText(error: unknown, names: ErrorNames, lines: Lines = asTheyAre): string {
  const {fieldNames, debug} = names;
  const {message, fields, hint, trace} = describe(error, names, lines);
  const called = error instanceof EmkError ? error.called : undefined;
  const complaints = Object.entries(fields).map(([parameter, texts]) => {
    const text = texts.join(' ');
    const name = lookUp(called ?? {}, parameter) ?? fieldNames(parameter) ?? parameter;
    return isCode(name) || (called && isNamedIn(text, name)) ? text : `${name}: ${text}`;
  });
  return [flowing(message), ...[...complaints, ...(hint ? [hint] : []), ...(debug ? trace : [])].map(indented)].join(
    '\n',
  );
}

/** Whether a text has all words of a name, so that the name before it would only repeat them. */
function isNamedIn(text: string, name: string): boolean {
  const words = new Set(text.split(/[,;:.]?(?:\s+|$)/));
  return name.split(/\s+/).every(word => words.has(word));
}

/** The same error for programs. Fields keep the service's names. */
export function errorDocument(error: unknown, names: ErrorNames, lines: Lines = asTheyAre): ErrorDocument {
  const {code, exit, message, fields, hint, retry} = describe(error, names, lines);
  const run = lineIn(hint ?? '', lines.isCommand) ?? null;
  return {error: {code, exit, message, fields, hint: hint ?? null, run, retry, help: pageOf(code)}};
}

/** Where people read what an error means and how to fix it: not after stopping emk themselves. */
export function pageFor(error: unknown): string | undefined {
  const code = error instanceof EmkError ? error.code : 'bug';
  return code === 'interrupted' ? undefined : pageOf(code);
}

/** `emk help config` is the help of a command, so the page of that error is called `e_config`. */
const pageOf = (code: string): string => `emk help ${code === 'config' ? 'e_config' : code}`;

type Described = Pick<EmkError, 'code' | 'exit' | 'message' | 'fields' | 'hint' | 'retry'> & {
  readonly trace: readonly string[];
};

/** An error that emk did not create is a bug; its stack is shown for debugging. */
function describe(error: unknown, {report, debug}: ErrorNames, lines: Lines): Described {
  if (error instanceof EmkError) {
    const {code, exit, message, fields, hint, retry} = error;
    return {code, exit, message, fields, hint: hint && lines.complete(hint), retry, trace: []};
  }
  const {message, stack = ''} = error instanceof Error ? error : new Error(String(error));
  const trace = stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .map(line => line.trim());
  return {
    code: 'bug',
    exit: 1,
    message: `emk failed in a way it did not foresee: ${message}`,
    fields: {},
    hint: report
      ? `Please report it with ${report}, which holds no keys and no full addresses.`
      : debug
        ? undefined
        : 'Run it again with --debug to see where.',
    retry: 'unsafe',
    trace,
  };
}

const indented = (text: string): string => `  ${flowing(text)}`;

import {EmkError} from '../errors.js';
import {flowing} from './sanitise.js';

export type ErrorNames = {
  /** The option that a parameter comes from; `undefined` for a parameter that no option of the command sets. */
  readonly fieldNames: (parameter: string) => string | undefined;
};

/** An error for people: what happened, what was complained about, what to do. The first line is the sentence alone. */
export function errorText(error: unknown, {fieldNames}: ErrorNames): string {
  const {message, fields, hint, trace} = describe(error);
  const complaints = Object.entries(fields).map(
    ([parameter, texts]) => `${fieldNames(parameter) ?? parameter}: ${texts.join(' ')}`,
  );
  return [flowing(message), ...[...complaints, ...(hint ? [hint] : []), ...trace].map(indented)].join('\n');
}

/** The same error for programs. Fields keep the names that the service knows them by. */
export function errorDocument(error: unknown): {readonly error: object} {
  const {code, exit, message, fields, hint, retry} = describe(error);
  return {error: {code, exit, message, fields, hint: hint ?? null, retry}};
}

type Described = Pick<EmkError, 'code' | 'exit' | 'message' | 'fields' | 'hint' | 'retry'> & {
  readonly trace: readonly string[];
};

/** An error that emk did not make itself is a bug, so its stack is shown. */
function describe(error: unknown): Described {
  if (error instanceof EmkError) {
    const {code, exit, message, fields, hint, retry} = error;
    return {code, exit, message, fields, hint, retry, trace: []};
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
    hint: undefined,
    retry: 'unsafe',
    trace,
  };
}

const indented = (text: string): string => `  ${flowing(text)}`;

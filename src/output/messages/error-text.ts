import {EmkError} from '../../core/errors.js';
import {codeOf} from '../../core/system/files.js';
import {isCode, lookUp} from '../../core/words/values.js';
import type {ErrorDocument} from '../results/documents.js';
import {flowing} from '../text/sanitise.js';

/** The option that sets a parameter; undefined if no option of the command does. */
export type OptionFor = (parameter: string) => string | undefined;

/** Completes the lines of emk in a text. */
type Complete = (text: string) => string;

/** An error for people: what happened, the complaints, what to do. The first line is the sentence alone. */
export function errorText(error: unknown, optionFor: OptionFor, complete?: Complete): string {
  const {message, fields, hint, trace} = describe(error, complete);
  const called = error instanceof EmkError ? error.called : undefined;
  const complaints = Object.entries(fields).map(([parameter, texts]) => {
    const text = texts.join(' ');
    const name = lookUp(called ?? {}, parameter) ?? optionFor(parameter) ?? parameter;
    return isCode(name) ? text : `${name}: ${text}`;
  });
  return [flowing(message), ...[...complaints, ...(hint ? [hint] : []), ...trace].map(indented)].join('\n');
}

/** The same error for programs. Fields keep the service's names. */
export function toErrorDocument(error: unknown, complete?: Complete): ErrorDocument {
  const {code, exit, message, fields, hint: says, retry, trace} = describe(error, complete);
  const hint = says && [says, ...trace].join('\n');
  return {error: {code, exit, message, fields, hint: hint ?? null, retry, help: pageOf(code)}};
}

/** `emk help config` is the help of a command, so the page of that error is called `e_config`. */
const pageOf = (code: string): string => `emk help ${code === 'config' ? 'e_config' : code}`;

type DescribedError = Pick<EmkError, 'code' | 'exit' | 'message' | 'fields' | 'hint' | 'retry'> & {
  readonly trace: readonly string[];
};

/** An error that emk did not create is a bug. People report its stack, so addresses in it are masked, as keys are in all messages. */
function describe(error: unknown, complete: Complete = text => text): DescribedError {
  if (error instanceof EmkError) {
    const {code, exit, message, fields, hint, retry} = error;
    return {code, exit, message, fields, hint: hint && complete(hint), retry, trace: []};
  }
  const bug = {code: 'bug', exit: 1, fields: {}, retry: 'unsafe'} as const;
  if (codeOf(error) === 'EMFILE') {
    const hint = 'Close other programs, or allow more files in this shell: ulimit -n 1024';
    return {...bug, message: 'emk cannot go on: too many files are open.', hint, trace: []};
  }
  const {message, stack = ''} = error instanceof Error ? error : new Error(String(error));
  const trace = maskAddresses(stack)
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .map(line => line.trim());
  const hint = 'Please report it with these lines:';
  return {...bug, message: `emk failed in a way it did not foresee: ${message}`, hint, trace};
}

const indented = (text: string): string => `  ${flowing(text)}`;

/** Masks addresses: enough stays to tell two apart. In paths, the @ may be encoded, even twice. */
export const maskAddresses = (text: string): string =>
  text.replace(/([\p{L}\p{N}])[\p{L}\p{N}._%+-]{0,320}(?:@|%(?:25)*40)([\p{L}\p{N}])[\p{L}\p{N}.-]*/giu, '$1…@$2…');

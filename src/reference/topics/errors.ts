import {errorGuide} from '../error-guide.js';
import {wrapped} from '../layout.js';

const indented = (first: string, text: string): readonly string[] =>
  wrapped(text, 70).map((line, at) => `  ${(at === 0 ? first : '').padEnd(7)} ${line}`);

const blocks: ReadonlyMap<string, string> = new Map(
  Object.entries(errorGuide).map(([code, {exit, happened, cause, cure}]) => [
    code,
    [
      `${code} (exit code ${exit})`,
      ...wrapped(happened, 78).map(line => `  ${line}`),
      ...indented('Cause:', cause),
      ...indented('Fix:', cure),
      '',
    ].join('\n'),
  ]),
);

/** Each error by its code, for people who met one. */
const all = [
  'Errors, by code\n',
  'With -o json an error has a "code" that stays the same in every version.\n',
  ...blocks.values(),
].join('\n');

export default all;

/** The error with this code; all of them for any other word. */
export const errorsNamed = (code: string): string => blocks.get(code) ?? all;

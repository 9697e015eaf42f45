import {errorGuide} from '../error-guide.js';
import {wrapped} from '../layout.js';

const indented = (first: string, text: string): readonly string[] =>
  wrapped(text, 70).map((line, at) => `  ${(at === 0 ? first : '').padEnd(7)} ${line}`);

/** Each error by its code, for whoever met one. */
export default [
  'Errors, by code',
  '',
  'With -o json an error has a "code" that stays the same in every version.',
  '',
  ...Object.entries(errorGuide).flatMap(([code, {exit, happened, cause, cure}]) => [
    `${code} (exit code ${exit})`,
    ...wrapped(happened, 78).map(line => `  ${line}`),
    ...indented('Cause:', cause),
    ...indented('Fix:', cure),
    '',
  ]),
].join('\n');

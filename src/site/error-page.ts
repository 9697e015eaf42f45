import {errorGuide} from '../reference/error-guide.js';
import {type FindPage, type Page, toProse} from './page.js';

/** Each error at an anchor of its code, so that a program can link to what it met: `errors.html#not_found`. */
export const errorPage = (find: FindPage): Page => ({
  path: 'help/errors',
  title: 'Errors',
  summary: 'Each error by its code: what it means, why it happens, and what to do.',
  body: [
    'Each error by its code: what it means, why it happens, and what to do.',
    'With `-o json` an error has a `code`. It stays the same from version to version.',
    ...Object.entries(errorGuide).map(
      ([code, {exit, happened, cause, cure}]) =>
        `## \`${code}\` {#${code}}

${toProse(happened, find)} Exit code ${exit}.

- **Cause**: ${toProse(cause, find)}
- **Fix**: ${toProse(cure, find)}`,
    ),
  ].join('\n\n'),
});

import {errorGuide} from '../reference/error-guide.js';
import {type FindPage, toProse} from './cross-references.js';
import type {Page} from './page.js';

/** Each error at an anchor of its code, so that a program can link to what it met: `errors.html#not_found`. */
export const errorPage = (find: FindPage): Page => ({
  path: 'help/errors.html',
  title: 'Errors',
  summary: 'Each error by its code: what it means, why it happens, and what to do.',
  body: [
    '<p class="lead">Each error by its code: what it means, why it happens, and what to do.</p>',
    '<p>With <code>-o json</code> an error has a <code>code</code>. It stays the same from version to version.</p>',
    ...Object.entries(errorGuide).map(
      ([code, {exit, happened, cause, cure}]) =>
        `<h2 id="${code}"><code>${code}</code> <small>exit code ${exit}</small></h2>
<p>${toProse(happened, find)}</p>
<dl><dt>Cause</dt><dd>${toProse(cause, find)}</dd><dt>Fix</dt><dd>${toProse(cure, find)}</dd></dl>`,
    ),
  ].join('\n'),
});

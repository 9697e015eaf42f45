import {pageWidth, wrapped} from '../layout.js';
import {recipes} from '../recipes.js';

/** Tasks for cron or a pipeline, with the lines that do them. */
export default ['Recipes', ...recipes.map(page)].join('\n\n').concat('\n');

function page({title, says, script}: (typeof recipes)[number]): string {
  const about = wrapped(says, pageWidth - 2).map(line => `  ${line}`);
  return [title, ...about, '', ...script.split('\n').map(line => `    ${line}`)].join('\n');
}

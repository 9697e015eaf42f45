import type {Row} from '../reference/layout.js';
import {type FindPage, toProse} from './page.js';

/** Options and arguments, each at an anchor of its own: `#option-type`, `#argument-file`. */
export function optionList(rows: readonly Row[], find: FindPage): string {
  const anchors = rows.map(([term]) => anchorOf(term));
  return rows
    .map(([term, about], at) => {
      const before = anchors.slice(0, at).filter(anchor => anchor === anchors[at]).length;
      const anchor = before === 0 ? anchors[at] : `${anchors[at]}-${before + 1}`;
      return `### \`${term}\` {#${anchor}}\n\n${toProse(/[.…?]$/.test(about) ? about : `${about}.`, find)}`;
    })
    .join('\n\n');
}

function anchorOf(term: string): string {
  const option = /--([\w-]+)/.exec(term)?.[1];
  return option === undefined ? `argument-${term.replace(/[^\w-]/g, '')}` : `option-${option}`;
}

import type {RecordOf} from '../../api/describe/schema.js';
import {clean} from '../../output/text/sanitise.js';
import {pad, wrap} from '../../output/text/width.js';
import type {finding} from '../../records/fields/finding.js';

/** Findings for a terminal: where each is, what is wrong and what to do, in whole sentences. */
export function findingsText(
  findings: ReadonlyArray<RecordOf<typeof finding>>,
  columns: number,
  several = false,
): string {
  const rows = findings.map(({level, file, line, column, says, hint, check}) => ({
    level,
    place: [...(several && file !== null ? [file] : []), ...(line === null ? [] : [line, column ?? 1])].join(':'),
    words: `${clean([says, hint ?? ''].join(' ').trim())} (${check})`,
  }));
  const width = {
    level: Math.max(0, ...rows.map(({level}) => level.length)),
    place: Math.max(0, ...rows.map(({place}) => place.length)),
  };
  const left = width.level + width.place + (width.place > 0 ? 4 : 2);
  return rows
    .map(({level, place, words}) => {
      const start = `${pad(level, width.level, false)}  ${width.place > 0 ? `${pad(place, width.place, true)}  ` : ''}`;
      return wrap(words, Math.max(NARROWEST, columns - left - 1))
        .map((part, at) => `${at === 0 ? start : ' '.repeat(left)}${part}\n`)
        .join('');
    })
    .join('');
}

const NARROWEST = 20;

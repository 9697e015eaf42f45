import {clean} from '../../../output/text/sanitise.js';
import {counted, number} from '../../../words/count.js';
import type {Seen} from './judge-contact.js';
import {type KindName, kindNames, kindOf, type Row} from './kinds.js';

/** Counts findings as they come, and keeps a few of each to show. */
export function startSummary() {
  const groups = new Map<string, {count: number; readonly shown: Row[]}>();
  let findings = 0;
  return {
    add(rows: readonly Row[]): void {
      for (const row of rows) {
        findings++;
        const key = groupOf(row);
        const group = groups.get(key) ?? {count: 0, shown: []};
        if (group.count++ < SHOWN) group.shown.push(row);
        groups.set(key, group);
      }
    },
    /** The findings in groups, for people. `line` is the command that found them. */
    text({contacts, lists, segments}: Seen, line: string): string {
      const looked = `${counted(contacts, 'contact')} in ${counted(lists.size, 'list')}`;
      const blocks = kindNames.flatMap(name =>
        [...groups].flatMap(([key, {count, shown}]) =>
          shown[0]?.finding === name ? [block(name, {key, count, shown}, line)] : [],
        ),
      );
      const head = findings === 0 ? `${looked}: nothing to clean up` : `${looked}, ${counted(findings, 'finding')}`;
      const without = segments === 0 ? ['The account has no segments, so nobody can be missing from one.'] : [];
      return `${[head, ...blocks, ...without].join('\n\n')}\n`;
    },
  };
}

const SHOWN = 3;

/** The group of a row. Empty fields are counted per field. */
const groupOf = ({finding, value}: Row): string => (finding === 'tag-without-value' ? `${finding} ${value}` : finding);

type Group = {readonly key: string; readonly count: number; readonly shown: readonly Row[]};

function block(name: KindName, {key, count, shown}: Group, line: string): string {
  const {title, says, next} = kindOf(name);
  const [, tag] = key.split(' ');
  const which = `--where finding=${name}${tag === undefined ? '' : ` --where value=${tag}`}`;
  return [
    `${title(tag ?? '')}: ${number(count)}`,
    ...shown.map(row => {
      const known = says(row);
      return clean(`  ${row.email || 'somebody without an address'} (${row.list})${known === '' ? '' : `: ${known}`}`);
    }),
    ...(count > shown.length ? [`  and ${number(count - shown.length)} more: ${line} ${which}`] : []),
    ...(next ? [`  ${next(line)}`] : []),
  ].join('\n');
}

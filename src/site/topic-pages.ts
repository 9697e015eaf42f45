import {topicSummaries} from '../reference/topics.js';
import {codeBlock, escaped, type FindPage, type Page, toProse} from './page.js';

/** The pages of `emk help`, laid out for a browser. Their first line is the title. */
export const topicPages = (topics: ReadonlyMap<string, string>, find: FindPage): readonly Page[] =>
  [...topics].map(([topic, text]) => {
    const [title = ''] = text.split('\n');
    const blocks = text.slice(title.length).replace(/^\n+/, '').trimEnd().split(/\n\n+/);
    return {
      path: `help/${topic}`,
      title: title.replace(/:$/, ''),
      summary: `${topicSummaries.get(topic)}.`,
      body: joined(blocks.flatMap(block => toMarkdown(block, find))),
    };
  });

/** A short line is a heading, whole sentences are paragraphs, and the rest keeps its columns. */
function toMarkdown(block: string, find: FindPage): readonly string[] {
  const lines = block.split('\n');
  const first = lines.findIndex(line => line.startsWith('  '));
  const margin = first < 0 ? lines : lines.slice(0, first);
  const inner = first < 0 ? [] : lines.slice(first);
  const isHeading = margin.length === 1 && block.length > 0 && !/[.:;]$/.test(margin[0] ?? '') && first !== 0;
  return [
    ...(isHeading ? [`## ${escaped(margin.join(' '))}`] : margin.length > 0 ? [paragraph(margin, find)] : []),
    ...(inner.length === 0 ? [] : [toLayout(inner, find)]),
  ];
}

function toLayout(lines: readonly string[], find: FindPage): string {
  if (lines.every(line => /^ {2}(?:- | {2}\S)/.test(line)) && lines[0]?.startsWith('  - ')) return toList(lines, find);
  return areSentences(lines) ? paragraph(lines, find) : layout(lines);
}

const toList = (lines: readonly string[], find: FindPage): string =>
  lines
    .join('\n')
    .split(/^ {2}- /m)
    .slice(1)
    .map(item => `- ${paragraph(item.trim().split('\n'), find)}`)
    .join('\n');

const paragraph = (lines: readonly string[], find: FindPage): string =>
  toProse(lines.map(line => line.trim()).join(' '), find);

/** Lines to type lose the sign before them, so that they can be copied. */
function layout(lines: readonly string[]): string {
  const isTyped = lines.every(line => /^ {2}(?:\$ | {3,}\S)/.test(line));
  return isTyped
    ? codeBlock(lines.map(line => line.replace(/^ {2}(?:\$ )?/, '')).join('\n'), 'sh')
    : codeBlock(lines.map(line => line.replace(/^ {2}/, '')).join('\n'), 'text');
}

/** Lines without columns that end as a sentence does, or in which one ends: the last may end with a command. */
const areSentences = (lines: readonly string[]): boolean =>
  /^ {2}(?!- )["A-Za-z(@-]/.test(lines[0] ?? '') &&
  (/[.:?)]$/.test(lines.at(-1) ?? '') || /[a-z)][.:] [A-Za-z"(-]/.test(lines.join(' '))) &&
  lines.every(line => /^ {2}\S/.test(line) && !/\S {2,}\S/.test(line));

/** Blocks below each other, with tables that were apart only by an empty line in one. */
const joined = (blocks: readonly string[]): string => blocks.join('\n\n').replaceAll('\n```\n\n```text\n', '\n\n');

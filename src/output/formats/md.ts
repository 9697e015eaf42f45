import type {Writer} from '../results/writer.js';
import {cleanLines} from '../text/sanitise.js';
import {resultsInWords, tellNone} from './cells.js';
import {onOneLine, toPeoplesSheet, toPeoplesTable} from './for-people.js';

/** Markdown tables in people's words, for pull requests, issues and chats. */
export const md: Writer = {
  ...resultsInWords,
  async records(result, look, sink) {
    const {printMarkdownTable} = await import('./markdown.js');
    const {cells, all} = await toPeoplesTable(result, look);
    const printed = await printMarkdownTable(cells, all, result, sink);
    if (printed === 0) tellNone(result, sink);
  },
  async record(result, look, sink) {
    const {toMarkdown} = await import('./markdown.js');
    const fields = (await toPeoplesSheet(result, look)).map(onOneLine).map(([name, value]) => [name, value]);
    const lines = [['field', 'value'], ['---', '---'], ...fields.map(field => field.map(toMarkdown))];
    await sink.write(lines.map(([name, value]) => `| ${name} | ${value} |\n`).join(''));
  },
  async data({text, rows}, look, sink) {
    if (rows) return md.records(rows, look, sink);
    const {toCodeBlock} = await import('./markdown.js');
    if (text !== '') await sink.write(toCodeBlock(cleanLines(text)));
  },
  async items({items}, _, sink) {
    const {toCodeBlock} = await import('./markdown.js');
    for await (const batch of items) {
      for (const item of batch) await sink.write(toCodeBlock(cleanLines(item.text())));
    }
  },
};

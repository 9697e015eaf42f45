import type {Writer} from '../results/writer.js';
import {cleanLines} from '../text/sanitise.js';

/** Prints results that are not records in words, for formats that have no other form for them. */
export const resultsInWords: Pick<Writer, 'done' | 'data' | 'items'> = {
  /** The sentence is a message on stderr. */
  async done() {},

  data: ({text}, _, sink) => sink.write(`${cleanLines(text)}${text === '' || text.endsWith('\n') ? '' : '\n'}`),

  async items({items}, _, sink) {
    let before = '';
    for await (const batch of items) {
      if (batch.length === 0) continue;
      await sink.write(cleanLines(`${before}${batch.map(item => item.text()).join('\n\n')}\n`));
      before = '\n';
    }
  },
};

/** The same for a format of rows; a result of emk's own may have rows to print. */
export const rowsOrWords = (records: Writer['records']): Omit<Writer, 'record'> => ({
  ...resultsInWords,
  records,
  data: (result, look, sink) =>
    result.rows ? records(result.rows, look, sink) : resultsInWords.data(result, look, sink),
});

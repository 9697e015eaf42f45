/** A format that the project does not have: YAML, which includes JSON. */
import type {Edit} from './tree-copy.js';

/** The edits for adding it. */
export const formatAddition: readonly Edit[] = [
  {
    file: 'src/output/results/format.ts',
    at: '} as const satisfies Readonly<Record<string, About>>;',
    before: "  yaml: {reader: 'programs', endings: ['yaml', 'yml'], help: 'one YAML document, as JSON is'},\n",
  },
  {
    file: 'src/output/formats/yaml.ts',
    text: `import type {Batches} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import type {Writer} from '../results/writer.js';
import {doneValue, itemValues, recordValue, recordValues} from './json-values.js';

/** One YAML document, of which a list is an entry a line. */
export const yaml: Writer = {
  records: (result, _, sink) => printEntries(recordValues(result), sink),
  record: (result, _, sink) => sink.write(toDocument(recordValue(result))),
  done: (result, _, sink) => sink.write(toDocument(doneValue(result))),
  data: ({data}, _, sink) => sink.write(toDocument(data)),
  items: (result, _, sink) => printEntries(itemValues(result), sink),
};

const toDocument = (value: unknown): string => \`\${JSON.stringify(value ?? null)}\\n\`;

async function printEntries(batches: Batches, sink: Sink): Promise<void> {
  let some = false;
  for await (const batch of batches) {
    some ||= batch.length > 0;
    await sink.write(batch.map(value => \`- \${toDocument(value)}\`).join(''));
  }
  if (!some) await sink.write('[]\\n');
}
`,
  },
  {file: 'src/output/formats/render.ts', at: 'import {countLines} from', before: "import {yaml} from './yaml.js';\n"},
  {file: 'src/output/formats/render.ts', at: ' = {table, json,', instead: ' = {yaml, table, json,'},
];

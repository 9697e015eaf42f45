import {allRecords} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import {UsageError} from '../../errors.js';
import {select} from '../results/rows.js';
import type {Writer} from '../results/writer.js';

/** Findings for code scanning, as SARIF 2.1.0. */
export const sarif: Writer = {
  async records({records, view}, _, sink) {
    const found = await allRecords<Loose>(select(records, view, undefined));
    await sink.write(`${JSON.stringify(logOf(found), null, 2)}\n`, 'json');
  },
  record: refuse,
  done: refuse,
  data: refuse,
  items: refuse,
};

async function refuse(): Promise<never> {
  throw new UsageError('SARIF holds findings only.', {hint: 'Print this as json: -o json'});
}

const logOf = (found: readonly Loose[]): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'emk',
          rules: [...new Set(found.map(({check}) => String(check)))].sort().map(id => ({id})),
        },
      },
      columnKind: 'utf16CodeUnits',
      results: found.map(resultOf),
    },
  ],
});

const resultOf = ({check, level, says, hint, file, line, column}: Loose): object => ({
  ruleId: check,
  level,
  message: {text: [says, hint].filter(Boolean).join(' ')},
  ...(file
    ? {locations: [{physicalLocation: {artifactLocation: {uri: uriOf(String(file))}, ...regionOf(line, column)}}]}
    : {}),
});

const regionOf = (line: unknown, column: unknown): object =>
  line === null ? {} : {region: {startLine: line, startColumn: column ?? 1}};

const uriOf = (file: string): string => encodeURI(file.replaceAll('\\', '/')).replaceAll(/[#?]/g, encodeURIComponent);

import type {ApiRequest} from '../api/describe/request.js';
import type {Planned} from '../output/results/documents.schema.js';
import type {Reader} from '../output/results/format.js';
import type {Result} from '../output/results/result.js';

/** The requests that a dry run did not send: data for programs, and the same JSON, one a line, for people. */
export function plannedRequests(requests: readonly ApiRequest[], reader: Reader): Result {
  const planned = requests.map(
    ({method, path, encoding, fields}): Planned => ({
      method,
      path,
      encoding,
      fields: Object.fromEntries(
        fields.map(([name, value]) => [
          name,
          typeof value === 'string' ? value : 'path' in value ? `@${value.path}` : `@${value.name}`,
        ]),
      ),
    }),
  );
  if (reader === 'programs') return {kind: 'data', data: planned, text: ''};
  return {kind: 'raw', body: planned.map(request => `${JSON.stringify(request)}\n`).join(''), form: 'json'};
}

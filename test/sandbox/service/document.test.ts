/** What the sandbox answers over HTTP, held against the document of the API itself, row by row. */
import {existsSync, readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {partsOf} from '../../../src/api/describe/route.js';
import {readDocument, type Success} from '../../api/service-document.js';
import {raw} from '../../support/raw-http.js';
import {type Account, openAccount} from './account.js';
import {inputs} from './inputs.js';
import {everyOperation} from './operations.js';

const file = new URL('../../../../shared/service-api.md', import.meta.url);
const endpoints = existsSync(file) ? readDocument(readFileSync(file, 'utf8')).endpoints : [];
const byPath = new Map([...everyOperation.values()].map(operation => [partsOf(operation).path, operation]));
const rows = endpoints.flatMap(endpoint =>
  endpoint.methods.map(method => [`${method} ${endpoint.path}`, endpoint, method] as const),
);

describe.runIf(existsSync(file))('each row of the document', () => {
  let account: Account;
  beforeAll(async () => {
    account = await openAccount({kind: 'demo'});
  });
  afterAll(() => account.close());

  test('is one of 67', () => {
    expect(rows).toHaveLength(67);
  });

  test.each(rows)('%s', async (_, {path, success}, method) => {
    const operation = byPath.get(path);
    if (!operation) throw new Error(`${path} is no operation.`);
    const {text} = await raw(`${account.sandbox.baseUrl}${path.replace(/\{.*?\}/g, '1')}`, {
      method,
      headers: {Accept: 'application/json'},
    });
    expect(JSON.parse(text)).toEqual({
      status: 'failed',
      errors: {PublicKey: ['The public key field is required.'], SecretKey: ['The secret key field is required.']},
    });
    const input = (await inputs[operation.route]?.(account)) ?? {};
    const answer = await account.raw(operation, input, method);
    expect(answer.status).toBe(200);
    if (success.kind === 'file') expect(answer.headers['content-type']).toContain('text/csv');
    else expect(answer.json).toEqual(envelopeOf(success));
  });
});

const UTR = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);

function envelopeOf(success: Exclude<Success, {kind: 'file'}>): object {
  const record = expect.any(Object);
  const some = expect.arrayContaining([expect.anything()]);
  switch (success.kind) {
    case 'many':
    case 'tags':
      return {status: 'success', message: {[success.key]: some}};
    case 'one':
      return {status: 'success', message: {[success.key]: record}};
    case 'sole':
      return {status: 'success', message: {[success.key]: [record]}};
    case 'several':
      return {status: 'success', message: Object.fromEntries(success.keys.map(key => [key, some]))};
    case 'text':
      return {status: 'success', [success.under]: success.text};
    case 'utr':
      return {status: 'success', message: {utr: UTR}};
  }
}

/** One golden line per operation: method, path, encoding and fields, as sent. */
import {expect, test} from 'vitest';
import {toRequest} from '../../src/api/describe/request.js';
import type {Param} from '../../src/api/describe/schema.js';
import {loadOperations} from '../../src/endpoints/all.js';

test('every operation lays its input out as the documentation says', async () => {
  const lines = (await loadOperations()).map(operation => {
    const input = Object.fromEntries(Object.entries(operation.params).map(([name, param]) => [name, valueFor(param)]));
    const {method, path, encoding, fields, effect} = toRequest(operation, input);
    const form = fields.map(([name, value]) => `${name}=${typeof value === 'string' ? value : '@file'}`).join(' ');
    return [effect, method, path, ...(fields.length > 0 ? [encoding, form] : [])].join(' ');
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('requests.golden.txt');
});

/** A value with every character that an encoding could damage. */
function valueFor(param: Param): unknown {
  const one = {
    text: param.choices?.[0] ?? 'ü &+%',
    integer: 7,
    flag: true,
    date: '2026-05-01',
    time: '09:00:00',
    file: {name: 'a.csv', bytes: new Uint8Array()},
  }[param.type];
  return param.many ? [one, one] : one;
}

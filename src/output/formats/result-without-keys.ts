import {type KeyMask, piecesWithoutKeys, recordsWithoutKeys, withoutKeys} from '../../api/client/key-mask.js';
import type {Item, Result} from '../results/result.js';
import type {ResultOf} from '../results/writer.js';

/** A result without keys. Keys are masked before a format cuts or quotes texts, so that no part of a key remains. */
export function resultWithoutKeys(result: Result, keyMask: KeyMask): Result {
  switch (result.kind) {
    case 'records':
      return listWithoutKeys(result, keyMask);
    case 'record': {
      const {record, picture} = result;
      const shown = {...result, record: withoutKeys(record, keyMask)};
      return picture ? {...shown, picture: async width => keyMask.text(await picture(width))} : shown;
    }
    case 'data':
      return dataWithoutKeys(result, keyMask);
    case 'items':
      return {...result, items: itemsWithoutKeys(result.items, keyMask)};
    case 'raw':
      return {...result, body: bodyWithoutKeys(result.body, keyMask)};
    case 'done':
    case 'nothing':
      return result;
  }
}

function dataWithoutKeys(result: ResultOf<'data'>, keyMask: KeyMask): ResultOf<'data'> {
  const {data, text, coloured, rows} = result;
  return {
    ...{...result, data: withoutKeys(data, keyMask), text: keyMask.text(text)},
    coloured: coloured && (() => keyMask.text(coloured())),
    rows: rows && listWithoutKeys(rows, keyMask),
  };
}

const listWithoutKeys = (result: ResultOf<'records'>, keyMask: KeyMask): ResultOf<'records'> => ({
  ...result,
  records: recordsWithoutKeys(result.records, keyMask),
});

type Body = Extract<Result, {kind: 'raw'}>['body'];

function bodyWithoutKeys(body: Body, keyMask: KeyMask): Body {
  if (typeof body === 'string') return keyMask.text(body);
  return piecesWithoutKeys(body instanceof Uint8Array ? alone(body) : body, keyMask);
}

async function* alone(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* itemsWithoutKeys(
  batches: AsyncIterable<readonly Item[]>,
  keyMask: KeyMask,
): AsyncGenerator<readonly Item[]> {
  for await (const batch of batches) {
    yield batch.map(item => ({data: withoutKeys(item.data, keyMask), text: () => keyMask.text(item.text())}));
  }
}

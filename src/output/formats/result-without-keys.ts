import {type Discretion, piecesWithoutKeys, recordsWithoutKeys, withoutKeys} from '../../api/client/discretion.js';
import type {Item, Result} from '../results/result.js';
import type {ResultOf} from '../results/writer.js';

/** A result as it may be printed. It is done before any format cuts or quotes a text, so that no part of a key is left. */
export function resultWithoutKeys(result: Result, discretion: Discretion): Result {
  switch (result.kind) {
    case 'records':
      return listWithoutKeys(result, discretion);
    case 'record': {
      const {record, picture} = result;
      const shown = {...result, record: withoutKeys(record, discretion)};
      return picture ? {...shown, picture: async width => discretion.text(await picture(width))} : shown;
    }
    case 'data':
      return dataWithoutKeys(result, discretion);
    case 'items':
      return {...result, items: itemsWithoutKeys(result.items, discretion)};
    case 'raw':
      return {...result, body: bodyWithoutKeys(result.body, discretion)};
    case 'done':
    case 'nothing':
      return result;
  }
}

function dataWithoutKeys(result: ResultOf<'data'>, discretion: Discretion): ResultOf<'data'> {
  const {data, text, coloured, markdown, rows} = result;
  return {
    ...{...result, data: withoutKeys(data, discretion), text: discretion.text(text)},
    coloured: coloured && (() => discretion.text(coloured())),
    markdown: markdown && (async () => discretion.text(await markdown())),
    rows: rows && listWithoutKeys(rows, discretion),
  };
}

const listWithoutKeys = (result: ResultOf<'records'>, discretion: Discretion): ResultOf<'records'> => ({
  ...result,
  records: recordsWithoutKeys(result.records, discretion),
});

type Body = Extract<Result, {kind: 'raw'}>['body'];

function bodyWithoutKeys(body: Body, discretion: Discretion): Body {
  if (typeof body === 'string') return discretion.text(body);
  return piecesWithoutKeys(body instanceof Uint8Array ? alone(body) : body, discretion);
}

async function* alone(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* itemsWithoutKeys(
  batches: AsyncIterable<readonly Item[]>,
  discretion: Discretion,
): AsyncGenerator<readonly Item[]> {
  for await (const batch of batches) {
    yield batch.map(item => ({
      data: withoutKeys(item.data, discretion),
      text: () => discretion.text(item.text()),
    }));
  }
}

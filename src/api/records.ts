import type {Loose} from './schema.js';

/**
The records of one list, as they arrive. Iterating gives them parsed, a batch at a time; `lines` gives them as JSON
lines, bytes as they came. Either may be taken once; leaving early cuts the download.
*/
export type RecordSource<T = Loose> = AsyncIterable<readonly T[]> & {lines(): AsyncIterable<Uint8Array>};

import type {Look} from './render-options.js';
import type {Result} from './result.js';
import type {Sink} from './sink.js';

/** The kinds of result that each format prints in its own way. */
type Kind = 'records' | 'record' | 'done' | 'data' | 'items';

export type ResultOf<K extends Kind> = Extract<Result, {kind: K}>;

/** A format: a function for each kind of result, so that the compiler reports missing ones. */
export type Writer = {
  readonly [K in Kind]: (result: ResultOf<K>, look: Look, sink: Sink) => Promise<void>;
};

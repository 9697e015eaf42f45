import type {Noun} from '../api/describe/schema.js';
import {NotFoundError} from '../errors.js';

/** Turns "Record Not Found" into a sentence that names the record: `call(…).catch(orNoSuch(noun, id))`. */
export const orNoSuch =
  (noun: Noun, id: unknown) =>
  (error: unknown): never => {
    throw error instanceof NotFoundError ? noSuch(noun, id, error) : error;
  };

/** The error for the service's "Record Not Found", with the record's kind and id. */
export const noSuch = ({one, many}: Noun, id: unknown, cause?: unknown): NotFoundError =>
  new NotFoundError(`There is no ${one} ${String(id)}.`, {cause, hint: `See the list of ${many}.`});

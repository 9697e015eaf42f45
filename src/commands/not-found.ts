import type {Noun} from '../api/describe/schema.js';
import {NotFoundError} from '../errors.js';

/** Turns "Record Not Found" into a sentence that says which record: `call(…).catch(orNoSuch(noun, id))`. */
export const orNoSuch =
  (noun: Noun, id: unknown) =>
  (error: unknown): never => {
    throw error instanceof NotFoundError ? noSuch(noun, id, error) : error;
  };

/** The error that the service words as "Record Not Found", with the kind and id of the record. */
export const noSuch = ({one, many}: Noun, id: unknown, cause?: unknown): NotFoundError =>
  new NotFoundError(`There is no ${one} ${String(id)}.`, {cause, hint: `The list of ${many} shows which there are.`});

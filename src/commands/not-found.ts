import type {OperationInput, OperationOutput} from '../api/describe/operation.js';
import {recordName} from '../api/describe/route.js';
import type {Loose, Noun, One, Params, Read} from '../api/describe/schema.js';
import {NotFoundError} from '../core/errors.js';
import type {Context} from './command.js';

/** Reads one record. If there is none, the error names it as the person did. */
export async function readRecord<O extends Read<Params, One>>(
  {call, called}: Pick<Context, 'call' | 'called'>,
  {noun}: {readonly noun: Noun},
  operation: O,
  input: OperationInput<O>,
): Promise<OperationOutput<O>> {
  const name = recordName(operation) ?? '';
  return call(operation, input as never).catch(orNoSuch(noun, called(name, (input as Loose)[name])));
}

/** Turns "Record Not Found" into a sentence that names the record: `call(…).catch(orNoSuch(noun, id))`. */
export const orNoSuch =
  (noun: Noun, id: unknown) =>
  (error: unknown): never => {
    throw error instanceof NotFoundError ? noSuch(noun, id, error) : error;
  };

/** The error for the service's "Record Not Found", with the record's kind and id. */
export const noSuch = (noun: Noun, id: unknown, cause?: unknown): NotFoundError =>
  new NotFoundError(`There is no ${noun.one} ${String(id)}.`, {
    cause,
    hint: isBelow(noun) ? `See the list of ${noun.many}.` : `To see the ${noun.many}: emk ${groupOf(noun)} list`,
  });

/** Whether the list of these records needs to know whose they are. */
const isBelow = ({many}: Noun): boolean => many === 'recipients' || many === 'emails';

/** The word after `emk` for a kind of record. */
export const groupOf = ({many, command = many.replace(/^custom /, '').replaceAll(' ', '-')}: Noun): string => command;

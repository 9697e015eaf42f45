import type {OperationInput, OperationOutput} from '../../api/describe/operation.js';
import type {Flat, Loose, One, Operation, Params} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {parameterName} from '../parameter-name.js';

/** `adapt` is required exactly if some input has no field of the record that can be sent back unchanged. */
export type Adapting<R extends Operation<Params, One>, U extends Operation, K extends string> =
  Record<never, never> extends Missing<OperationOutput<R>, Omit<OperationInput<U>, K>>
    ? {readonly adapt?: (current: OperationOutput<R>) => Missing<OperationOutput<R>, Omit<OperationInput<U>, K>>}
    : {readonly adapt: (current: OperationOutput<R>) => Missing<OperationOutput<R>, Omit<OperationInput<U>, K>>};

/** The inputs that `adapt` must supply; undefined if the record lacks the value, so the caller must give it. */
type Missing<Current, Input> = Flat<
  {[K in Exclude<keyof Input & keyof Current, Carried<Current, Input>>]: Input[K] | undefined} & Omit<
    Input,
    keyof Current
  >
>;

type Carried<Current, Input> = {
  [K in keyof Input & keyof Current]-?: NonNullable<Current[K]> extends NonNullable<Input[K]> ? K : never;
}[keyof Input & keyof Current];

/** A record in the form for writing. An id that no record has, such as 0, means none and must not be written. */
export const asForm = ({params}: Operation, record: Loose, adapted: Loose = {}): Loose =>
  Object.fromEntries(
    Object.entries({...record, ...adapted}).map(([name, value]) => [
      name,
      params[name]?.from && params[name].type === 'integer' && !(Number(value) > 0) ? null : value,
    ]),
  );

/** The whole form for an update: the current record with the changes. It throws if a required value is missing. */
export function merged(operation: Operation, key: string, current: Loose, given: Loose): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const name of Object.keys(operation.params)) {
    const value = given[name] ?? current[name];
    if (given[name] !== undefined || !holdsNothing(value)) form[name] = value;
  }
  const missing = Object.keys(operation.params).filter(
    name => operation.params[name]?.required && name !== key && (form[name] === undefined || form[name] === ''),
  );
  if (missing.length === 0) return form;
  const optionsOf = (names: readonly string[]) =>
    names.map(name => parameterName({takes: operation.params, args: []}, name)).join(', ');
  const blank = missing.filter(name => given[name] !== undefined);
  if (blank.length > 0) {
    throw new UsageError(`${optionsOf(blank)} must not be blank.`, {
      hint: 'Remove the options that should keep their value.',
    });
  }
  const names = optionsOf(missing);
  throw new UsageError(`The record has no value for ${names}, and the service requires one.`, {
    hint: `Give ${names} too.`,
  });
}

/** Whether a value is empty: a form can omit a list that stays empty. */
const holdsNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

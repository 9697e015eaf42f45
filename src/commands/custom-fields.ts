import {emptyIfNotFound} from '../api/answers/record-sources.js';
import type {Shape} from '../api/describe/schema.js';
import {UsageError} from '../errors.js';
import type {CustomField} from '../records/fields/typed-columns.js';
import {closest} from '../words/closest.js';
import type {Context} from './command.js';

export async function customFieldsOf({call}: Pick<Context, 'call'>): Promise<readonly CustomField[]> {
  const {operations} = await import('../endpoints/fields.js');
  return call(operations.custom).catch(emptyIfNotFound);
}

/** A path in an option, such as `custom_field.age` in `--sort`. */
type NamedPath = {readonly path: string; readonly option: string};

/** Refuses a custom field that the account does not have: a condition on it would match nobody, or everybody. */
export async function refuseUnknownCustom(
  {call}: Pick<Context, 'call'>,
  shape: Shape,
  paths: readonly NamedPath[],
): Promise<void> {
  const custom = Object.hasOwn(shape, 'custom_field') ? paths.filter(({path}) => path.startsWith('custom_field.')) : [];
  if (custom.length === 0) return;
  const names = (await customFieldsOf({call})).map(({field_name}) => field_name);
  for (const {path, option} of custom) {
    const [, name = ''] = path.split('.');
    if (names.includes(name)) continue;
    const near = closest(name, names);
    throw new UsageError(`${option} names a custom field "${name}" that this account does not have.`, {
      hint: near === undefined ? 'Run: emk fields list' : `Did you mean custom_field.${near}?`,
    });
  }
}

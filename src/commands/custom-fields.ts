import {emptyIfNotFound} from '../api/answers/record-sources.js';
import type {Shape} from '../api/describe/schema.js';
import {UsageError} from '../errors.js';
import type {CustomField} from '../records/fields/typed-columns.js';
import type {OwnPaths} from '../records/view/select.js';
import {closest} from '../words/closest.js';
import {folded} from '../words/letters.js';
import type {Context} from './command.js';

export async function customFieldsOf({call}: Pick<Context, 'call'>): Promise<readonly CustomField[]> {
  const {operations} = await import('../endpoints/fields.js');
  return call(operations.custom).catch(emptyIfNotFound);
}

/** A path in an option, such as `custom_field.age` in `--sort`. */
type NamedPath = {readonly path: string; readonly option: string};

/**
 * Finds the custom fields that a person means by their names or heads. One that the account does not have is refused: a
 * condition on it would match nobody, or everybody.
 */
export async function readOwnPaths(
  {call}: Pick<Context, 'call'>,
  shape: Shape,
  paths: readonly NamedPath[],
): Promise<OwnPaths | undefined> {
  const custom = Object.hasOwn(shape, 'custom_field') ? paths.filter(({path}) => path.startsWith(own)) : [];
  if (custom.length === 0) return undefined;
  const names = (await customFieldsOf({call})).map(({field_name}) => field_name);
  const exact = new Map(
    custom.map(({path, option}) => {
      const typed = path.slice(own.length);
      const nameOf = (text: string) =>
        names.find(name => name === text) ?? names.find(name => spoken(name) === spoken(text));
      const found = nameOf(typed);
      if (found !== undefined) return [path, own + found];
      // A part of a field, such as `custom_field.age.field_value`.
      const [first = '', ...parts] = typed.split('.');
      const whole = parts.length === 0 ? undefined : nameOf(first);
      if (whole !== undefined) return [path, [own + whole, ...parts].join('.')];
      const near = closest(typed, names);
      throw new UsageError(`${option} names a field "${typed}" that this account does not have.`, {
        hint: near === undefined ? 'To see the fields: emk fields list' : `Did you mean ${own}${near}?`,
      });
    }),
  );
  return path => exact.get(path) ?? path;
}

const own = 'custom_field.';

const spoken = (name: string): string => folded(name.replaceAll('_', ' '));

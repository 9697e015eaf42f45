import {emptyIfNotFound} from '../api/answers/record-sources.js';
import type {Field, Shape} from '../api/describe/schema.js';
import {UsageError} from '../core/errors.js';
import {closest} from '../core/words/closest.js';
import {folded} from '../core/words/sentence.js';
import {lookUp} from '../core/words/values.js';
import {fieldCalled} from '../records/fields/heads.js';
import type {OwnFields} from '../records/view/select.js';
import {keyNamed} from './aliases.js';
import type {Context} from './command.js';

/** A custom field of the account, as the service lists it. */
type CustomField = {readonly field_name: string; readonly field_type: string};

async function customFieldsOf({call}: Pick<Context, 'call'>): Promise<readonly CustomField[]> {
  const {operations} = await import('../endpoints/fields.js');
  return call(operations.custom).catch(emptyIfNotFound);
}

/** A path in an option, such as `custom_field.age` in `--sort`. */
type NamedPath = {readonly path: string; readonly option: string};

/**
 * Finds the custom fields that a person means by their names or heads. One that the account does not have is refused: a
 * condition on it would match nobody, or everybody.
 */
export async function readOwnFields(
  {call}: Pick<Context, 'call'>,
  shape: Shape,
  paths: readonly NamedPath[],
): Promise<OwnFields | undefined> {
  const custom = Object.hasOwn(shape, 'custom_field') ? paths.filter(({path}) => path.startsWith(own)) : [];
  if (custom.length === 0) return undefined;
  const fields = await customFieldsOf({call});
  const names = fields.map(({field_name}) => field_name);
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
      const today = keyNamed(typed, {list: typed});
      const isOld = today !== typed && fieldCalled(today, {shape}) !== undefined;
      throw new UsageError(`${option} names a field "${typed}" that this account does not have.`, {
        hint: isOld
          ? `Did you mean ${today}?`
          : near === undefined
            ? 'To see the fields: emk fields list'
            : `Did you mean ${own}${near}?`,
      });
    }),
  );
  const kinds = new Map(fields.map(({field_name, field_type}) => [own + field_name, kindOfType(field_type)]));
  return {pathOf: path => exact.get(path) ?? path, kindAt: path => kinds.get(path)};
}

/** The kind of field in which a custom field of a type holds its values; text may be anything. */
const kindOfType = (type: string): Field | undefined =>
  lookUp({number: 'integer', 'datetime-local': 'date'} as const, type);

const own = 'custom_field.';

const spoken = (name: string): string => folded(name.replaceAll('_', ' '));

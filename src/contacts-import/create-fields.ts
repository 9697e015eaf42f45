import type {Context} from '../commands/command.js';
import {UnknownOutcomeError} from '../errors.js';
import {operations as fields} from '../resources/fields.js';
import type {ImportField} from './contract.js';

/** Makes the custom fields that the file's columns need. One that is there after a lost answer was made. */
export async function createFields({call, notice}: Context, wanted: readonly ImportField[]): Promise<void> {
  for (const {name, type} of wanted) {
    try {
      await call(fields.create, {field_name: name, field_type: type});
    } catch (error) {
      const made =
        error instanceof UnknownOutcomeError && (await call(fields.custom)).some(field => field.field_name === name);
      if (!made) throw error;
    }
    notice(`Made the custom field ${name} (${type}).`);
  }
}

import type {Context} from '../../commands/command.js';
import type {AddressInput} from './address-options.js';

/** Refuses a file that cannot be read before the first question. */
export const checkAddresses = async (...given: [context: Context, input: Partial<AddressInput>]): Promise<void> =>
  (await import('./wanted-addresses.js')).checkAddressesFirst(...given);

import {isInternational} from '../records/fields/email-address.js';
import type {Command} from './command.js';

/** What a person should know of the addresses that were given: letters beyond ASCII are allowed, but mail may not reach them. */
export const aboutAddresses = ({takes}: Command, input: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(input).flatMap(([key, value]) =>
    takes[key]?.format === 'address' && typeof value === 'string' && isInternational(value)
      ? [`${value} has letters beyond ASCII, which not every mail server takes.`]
      : [],
  );

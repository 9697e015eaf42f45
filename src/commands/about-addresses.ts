import {pastedPeople} from '../csv/columns/people.js';
import {isInternational} from '../records/fields/email-address.js';
import type {Command} from './command.js';

/** Warnings about the given addresses: letters beyond ASCII are allowed, but mail may not reach them. */
export const aboutAddresses = ({takes}: Command, input: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(input)
    .flatMap(([key, value]) =>
      isAboutPeople(takes[key]?.format) && typeof value === 'string' ? pastedPeople([value]) : [],
    )
    .filter(({email}) => isInternational(email))
    .map(({email}) => `${email} has letters beyond ASCII, which some mail servers refuse.`);

const isAboutPeople = (format: string | undefined): boolean => format === 'address' || format === 'people';

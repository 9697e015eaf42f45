import {isInternational} from '../records/fields/email-address.js';
import type {Command} from './command.js';

/** Warnings about the given addresses: letters beyond ASCII are allowed, but mail may not reach them. */
export async function aboutAddresses({takes}: Command, input: Readonly<Record<string, unknown>>): Promise<string[]> {
  const texts = Object.entries(input).flatMap(([key, value]) =>
    isAboutPeople(takes[key]?.format) && typeof value === 'string' && isInternational(value) ? [value] : [],
  );
  if (texts.length === 0) return [];
  // Reading people from a text takes much code, which other commands don't load.
  const {pastedPeople} = await import('../csv/columns/people.js');
  return texts
    .flatMap(text => pastedPeople([text]))
    .filter(({email}) => isInternational(email))
    .map(({email}) => `${email} has letters beyond ASCII, which some mail servers refuse.`);
}

const isAboutPeople = (format: string | undefined): boolean => format === 'address' || format === 'people';

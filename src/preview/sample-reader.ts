import type {ReservedField} from '../endpoints/fields.js';
import type {Reader, Sender} from './mailing.js';

/** An invented reader, with a value in every standard field. */
export const sampleReader: Reader = {
  who: 'sample data',
  values: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    alt_email: 'ada.lovelace@example.com',
    country: 'United Kingdom',
    state: 'England',
    city: 'London',
    address_line1: '12 St James Square',
    address_line2: '2nd floor',
    state_province_region: 'Greater London',
    postal_code: 'SW1Y 4JH',
    full_name: 'Ada Lovelace',
    father_name: 'George',
    designation: 'Analyst',
    age: '36',
    company_name: 'Analytical Engines Ltd',
    birth_date: '1815-12-10',
    join_date: '2026-01-15',
  } satisfies Readonly<Record<ReservedField, string>> & Readonly<Record<string, string>>,
};

/** A sender for mailings that have none yet. */
export const sampleSender: Sender = {
  name: 'Your company',
  email: 'news@example.com',
  postalAddress: '1 Example Street, 12345 Example Town',
};

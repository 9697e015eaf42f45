import type {Loose} from '../../api/describe/schema.js';
import {customValues} from '../../records/fields/custom-fields.js';
import {headOf} from '../../records/fields/heads.js';
import {toReadable} from '../../records/fields/readable.js';
import {lookUp} from '../../words/look-up.js';
import {capital} from '../../words/sentence.js';

/** What a record says about the person, in words: without the account's ids, and without empty fields. */
export const factsOf = (record: Loose): ReadonlyArray<readonly [string, string]> =>
  Object.entries(record).flatMap(([name, value]) => {
    if (String(value ?? '').trim() === '' || name === 'contact_type' || /(^|_)ids?$/.test(name)) return [];
    if (name !== 'custom_field') return [[lookUp(labels, name) ?? headOf(name), readable(String(value))] as const];
    return customValues(value).flatMap(([field, text]) =>
      text === null || text === ''
        ? []
        : [[capital(field.replaceAll('_', ' ')), toReadable(undefined, undefined)(text)] as const],
    );
  });

/** The words of a list that do not fit a person: a dossier has the first name too, and a person was added. */
const labels: {readonly [name: string]: string} = {fullname: 'Full name', created_at: 'Added'};

const readable = (text: string): string =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? `${text.slice(0, 16).replace('T', ' ')} UTC` : text;

import {about, integer, listOf, nullable, object, oneOf, type TypeOf, text} from '../../json-schema/describe.js';

/** Every place of an account in which an address can be. */
const where = oneOf('segment', 'contact', 'notification', 'group', 'unsubscribes', 'second address', 'sender');

export type Where = TypeOf<typeof where>;

/** A record that holds an address: its place, its id, and the list, segment, group or person that it belongs to. */
export const traceName = {where, id: integer, of: text};

/** A place that still holds an address, and why. */
export const remaining = {...traceName, why: text};

/** A file of this machine that still holds it. */
export const remainingFile = object({where: oneOf('file'), of: text, why: text});

/** The files that emk could not search, and why: nothing is known of them. */
export const unread = about('Files on this machine that emk could not search', listOf(object({of: text, why: text})));

/** What emk keeps of a person whom it erased on this machine. */
export const remembered = about(
  'The day on which emk erased this person here. emk keeps it with a keyed hash of the address, so that the person does not come back unseen. null: it keeps neither',
  nullable(text),
);

import {about, integer, nullable, object, text} from '../../json-schema/describe.js';

/** The index of addresses after all contacts were read. */
export default object({
  contacts: integer,
  addresses: about('How many addresses are in the index; 0 if the list is too short to need one', integer),
  bytes: integer,
  written: about('When the list was read', nullable(text)),
});

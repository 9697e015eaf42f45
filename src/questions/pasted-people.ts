import {readPasted} from '../csv/columns/pasted-people.js';
import type {PasteWords} from '../prompts/whole-pastes.js';
import {counted} from '../words/sentence.js';

/** People as a person pastes them: one of them ends at each line end, and many are shown as their number. */
export const pastedPeople: PasteWords = {
  lineEnd: '; ',
  summary: text => counted(readPasted(text).people.length, 'address', 'addresses'),
};

import {about, integer, listOf, object, type TypeOf, text} from '../../json-schema/describe.js';

/** Several people: how many, and the first of them by name. */
export const somePeople = object({count: integer, first: about('The addresses of up to five of them', listOf(text))});

export type SomePeople = TypeOf<typeof somePeople>;

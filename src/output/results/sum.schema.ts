import {about, integer, object, type TypeOf} from '../../json-schema/describe.js';

const sum = about(
  'What this line asked for, and what came of it: wanted = done + left + impossible',
  object({
    wanted: integer,
    done: integer,
    left: about('Not done, or not certainly', integer),
    impossible: about('What the same line cannot do, however often it runs', integer),
    doubtful: about('How many of those left may have been done', integer),
  }),
);

/** The sum of a line that changes something. Its exit code follows from it. */
export default sum;

export type Sum = TypeOf<typeof sum>;

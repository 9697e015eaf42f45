import {anything, listOf, mapOf, object, oneOf, type TypeOf, text} from '../../json-schema/describe.js';

const planned = object({
  method: oneOf('GET', 'POST', 'DELETE'),
  path: text,
  encoding: oneOf('multipart', 'urlencoded'),
  fields: mapOf(anything),
});

/** The requests that a dry run did not send. */
export default listOf(planned);

/** A request as a dry run prints it. */
export type Planned = TypeOf<typeof planned>;

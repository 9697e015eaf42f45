import type {Param} from '../api/schema.js';

/** `contact_type_id` gives `contact-type-id`, unless the parameter has a better name of its own. */
export const optionName = (key: string, {option}: Param): string => option ?? key.replaceAll('_', '-');

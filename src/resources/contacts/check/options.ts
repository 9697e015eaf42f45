import {typeFilter} from '../../../endpoints/contacts.js';
import {listOptions} from '../../../records/view/select.js';

export const checkTakes = {
  contact_type_id: {...typeFilter, help: 'Only the contacts of this list'},
  fix: {type: 'flag', help: 'Fix mistyped domains, such as gmial.com; shows what would change, and asks first'},
  ...listOptions,
} as const;

import {typeFilter} from '../../../endpoints/contacts.js';
import {listOptions} from '../../../records/view/select.js';
import {allowOption} from '../../shared/started-automations.js';

export const checkTakes = {
  contact_type_id: {...typeFilter, help: 'Only the contacts of this list'},
  fix: {type: 'flag', help: 'Fix mistyped domains, such as gmial.com; shows what would change, and asks first'},
  allow_automations: {...allowOption.allow_automations, help: 'Fix addresses even if that starts live automations'},
  ...listOptions,
} as const;

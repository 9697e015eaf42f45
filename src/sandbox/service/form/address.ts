import type {Settings} from '../settings.js';

const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Whether a text is an email address: letters of any script, unless the service uses PHP's own filter. */
export function isAddress(text: string, {foreignAddresses}: Pick<Settings, 'foreignAddresses'>): boolean {
  if (foreignAddresses === 'refused' && !/^[\x20-\x7e]*$/.test(text)) return false;
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).split('.');
  return (
    at > 0 &&
    at <= 64 &&
    text.length <= 254 &&
    domain.length > 1 &&
    local.test(text.slice(0, at)) &&
    domain.every(part => label.test(part))
  );
}

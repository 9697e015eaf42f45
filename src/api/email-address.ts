import {domainToASCII} from 'node:url';

/** The longest address that mail knows. */
export const longestAddress = 254;

/** Whether text is an address the service takes: letters and signs, a dot in the domain, a letter after the last dot. */
export const isAddress = (text: string): boolean => addressProblem(text) === undefined;

/** The reason why a text is no address, worded to follow the text in a sentence; undefined where it is one. */
export function addressProblem(text: string): string | undefined {
  if (shape.test(text) && text.length <= longestAddress) {
    const local = text.indexOf('@');
    if (local > 64) return 'has more than 64 characters before its @';
    const labels = text.slice(local + 1).split('.');
    return labels.every(label => label.length <= 63)
      ? undefined
      : 'has a domain with more than 63 characters in one part';
  }
  if (text.length > longestAddress) return `is longer than ${longestAddress} characters, the most an address can have`;
  if (/^.*<[^<>]*@[^<>]*>$/.test(text)) return 'has a name beside the address: leave only the address';
  if (/^mailto:/i.test(text)) return 'begins with mailto: leave only the address';
  if ((text.match(/@/g) ?? []).length > 1) {
    return /[\s,;:|/]/.test(text) ? 'holds more than one address' : 'has more than one @';
  }
  if (!text.includes('@')) return 'has no @';
  if (/\s/.test(text)) return 'has a space in it';
  const [local = '', domain = ''] = text.split('@');
  if (local === '') return 'has nothing before its @';
  if (domain === '') return 'has nothing after its @';
  if (!isAscii(domain)) return foreignDomain(local, domain);
  if (!isAscii(local)) return `has “${[...local].find(letter => !isAscii(letter))}” in it, which addresses cannot have`;
  if (/\.\.|^\.|\.$/.test(local) || /\.\.|^\./.test(domain)) return 'has a dot too many';
  if (domain.endsWith('.')) return 'ends in a dot';
  if (!domain.includes('.')) return 'has no dot after its @';
  if (/[.][\d-][^.]*$/.test(domain)) return 'ends in something that is no domain';
  const sign = /[^\w.!#$%&'*+/=?^`{|}~-]/.exec(local) ?? /[^A-Za-z0-9.-]/.exec(domain);
  return sign === null ? 'has a domain that cannot exist' : `has “${sign[0]}” in it, which addresses cannot have`;
}

const shape =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

function foreignDomain(local: string, domain: string): string {
  const ascii = domainToASCII(domain);
  return ascii === '' || !isAscii(local)
    ? 'has letters in it that addresses cannot have'
    : `has a domain with letters that mail writes otherwise: ${local}@${ascii}`;
}

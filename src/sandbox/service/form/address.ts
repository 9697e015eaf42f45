const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** Whether a text is an email address, as PHP's own filter judges it: ASCII only, and a domain with a dot. */
export function isAddress(text: string): boolean {
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

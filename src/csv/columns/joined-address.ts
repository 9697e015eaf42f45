/** The parts of an address that was written into one cell; a part that it has not is empty. */
export type AddressParts = {
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
};

/**
Takes an address apart whose parts are joined by two spaces, as Mailchimp exports them: street, second line, city, state,
zip and country, of which any but the first may be missing. Any other text is the first line as a whole.
*/
export function splitAddress(text: string): AddressParts {
  const whole = {line1: text, line2: '', city: '', state: '', zip: '', country: ''};
  const parts = text.split(/\s{2,}/).filter(part => part !== '');
  if (parts.length < 3) return whole;
  const country = hasDigit(parts.at(-1)) ? '' : (parts.pop() ?? '');
  const zip = hasDigit(parts.at(-1)) && parts.length > 1 ? (parts.pop() ?? '') : '';
  const [line1 = '', ...rest] = parts;
  // A state may be missing as well as a second line, and only the words tell which of the two there is.
  const line2 = rest.length > 2 || (rest.length === 2 && isSecondLine(rest[0])) ? (rest.shift() ?? '') : '';
  const [city = '', state = '', ...more] = rest;
  if (zip === '' || city === '' || more.length > 0) return whole;
  return {line1, line2, city, state, zip, country};
}

/** Whether the addresses of a column are joined so. */
export function areJoined(values: readonly string[]): boolean {
  const joined = values.filter(value => splitAddress(value).city !== '');
  return joined.length > 0 && joined.length >= values.length / 2;
}

const hasDigit = (part = ''): boolean => /\d/.test(part);

const isSecondLine = (part = ''): boolean =>
  hasDigit(part) ||
  /^(?:apt|apartment|suite|unit|flat|floor|room|building|c\/o|p\.? ?o\.?|box|postfach|etage)\b/i.test(part);

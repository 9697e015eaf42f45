/** The parts of an address from one cell; missing parts are empty. */
export type AddressParts = {
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
};

/** Splits an address joined by two spaces, as Mailchimp exports them. Any other text is the first line. */
export function splitAddress(text: string): AddressParts {
  const whole = {line1: text, line2: '', city: '', state: '', zip: '', country: ''};
  const parts = text.split(/\s{2,}/).filter(part => part !== '');
  if (parts.length < 3) return whole;
  const country = hasDigit(parts.at(-1)) ? '' : (parts.pop() ?? '');
  const zip = hasDigit(parts.at(-1)) && parts.length > 1 ? (parts.pop() ?? '') : '';
  const [line1 = '', ...rest] = parts;
  // Either the state or the second line may be missing, and only the words tell which.
  const line2 = rest.length > 2 || (rest.length === 2 && isSecondLine(rest[0])) ? (rest.shift() ?? '') : '';
  const [city = '', state = '', ...more] = rest;
  if (zip === '' || city === '' || more.length > 0) return whole;
  return {line1, line2, city, state, zip, country};
}

/** Whether the addresses of a column are joined like this. */
export function areJoined(values: readonly string[]): boolean {
  const joined = values.filter(value => splitAddress(value).city !== '');
  return joined.length > 0 && joined.length >= values.length / 2;
}

const hasDigit = (part = ''): boolean => /\d/.test(part);

const isSecondLine = (part = ''): boolean =>
  hasDigit(part) ||
  /^(?:apt|apartment|suite|unit|flat|floor|room|building|c\/o|p\.? ?o\.?|box|postfach|etage)\b/i.test(part);

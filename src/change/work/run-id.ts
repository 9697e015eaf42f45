/** The id of a run that began at this moment: ten characters that sort by time and are hard to confuse. */
export function runIdAt(time: number): string {
  let text = '';
  for (let rest = time; text.length < 10; rest = Math.floor(rest / 32)) text = `${DIGITS[rest % 32]}${text}`;
  return text;
}

/** When a run began, in milliseconds, by its id; undefined for other names. */
export const startOf = (id: string): number | undefined =>
  /^[0-9A-HJKMNP-TV-Z]{10}$/.test(id)
    ? [...id].reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0)
    : undefined;

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

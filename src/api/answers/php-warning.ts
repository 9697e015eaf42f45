/** The JSON in a body, and the text before it. */
export type Parsed = {readonly value: unknown; readonly skipped?: string};

/** Finds the JSON in a body. With `display_errors`, PHP prints a warning as text or HTML before the answer. */
export function jsonIn(text: string): Parsed | undefined {
  const body = text.replace(/^\uFEFF/, '').trim();
  const whole = parse(body);
  if (whole) return whole;
  for (let at = body.indexOf('{"'); at > 0; at = body.indexOf('{"', at + 1)) {
    const rest = parse(body.slice(at));
    if (rest) return {...rest, skipped: warningIn(body.slice(0, at))};
  }
  return undefined;
}

function parse(text: string): Parsed | undefined {
  try {
    return {value: JSON.parse(text)};
  } catch {
    return undefined;
  }
}

const warningIn = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

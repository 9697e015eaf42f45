/** Removes secrets from texts, in every form in which a service or emk itself may have written them. */
export function without(secrets: readonly string[], before: (text: string) => string): (text: string) => string {
  const forms = new Set(secrets.filter(secret => secret.length >= SHORTEST).flatMap(formsOf));
  if (forms.size === 0) return before;
  // The longest first: a form may be part of another.
  const hidden = [...forms].sort((one, other) => other.length - one.length).map(escaped);
  const pattern = new RegExp(hidden.join('|'), 'gi');
  return text => before(text).replace(pattern, '…');
}

/** Shorter texts are not real keys, and hiding them would hide ordinary words. */
const SHORTEST = 6;

const formsOf = (secret: string): string[] =>
  [secret, encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)].flatMap(inJson);

/** A text as it is, in JSON, and in JSON within JSON; PHP escapes slashes as well. */
function inJson(text: string): string[] {
  const once = quoted(text);
  return [text, once, quoted(once), once.replaceAll('/', '\\/'), quoted(once.replaceAll('/', '\\/'))];
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

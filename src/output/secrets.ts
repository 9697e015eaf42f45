/** Takes secrets out of texts, in every form that a service or emk itself may have written them in. */
export function without(secrets: readonly string[], before: (text: string) => string): (text: string) => string {
  const forms = new Set(secrets.filter(secret => secret.length >= SHORTEST).flatMap(formsOf));
  if (forms.size === 0) return before;
  // The longest first: a form may be part of another.
  const hidden = [...forms].sort((one, other) => other.length - one.length).map(escaped);
  const pattern = new RegExp(hidden.join('|'), 'gi');
  return text => before(text).replace(pattern, '…');
}

/** Shorter ones are nobody's real keys, and would blot out words. */
const SHORTEST = 6;

const formsOf = (secret: string): string[] =>
  [secret, encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)].flatMap(inJson);

/** As it is, and inside JSON that may itself stand inside JSON; PHP escapes slashes as well. */
function inJson(text: string): string[] {
  const once = quoted(text);
  return [text, once, quoted(once), once.replaceAll('/', '\\/'), quoted(once.replaceAll('/', '\\/'))];
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

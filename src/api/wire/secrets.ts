/** Keys in texts, as a service or a program writes them: plain, escaped in JSON, and encoded for a URL. */

type Mask = (text: string) => string;

/**
 * Puts "…" in place of these secrets, in capitals or small letters, as in the host of an address. Mask before cutting a
 * text: half a key is secret and not recognised.
 */
export function maskSecrets(secrets: readonly string[]): Mask {
  const forms = formsOf(secrets).map(form => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const any = forms.length === 0 ? undefined : new RegExp(forms.join('|'), 'gi');
  return text => (any ? text.replace(any, '…') : text);
}

/** Every form of these secrets, the longest first, because one form may be part of another. */
const formsOf = (secrets: readonly string[]): readonly string[] =>
  [...new Set(secrets.filter(({length}) => length >= SHORTEST).flatMap(waysToWrite))].sort(
    (one, other) => other.length - one.length,
  );

/** No real key is shorter, and masking short ones would hide words. */
const SHORTEST = 6;

/** Each form may stand in another: an address in JSON, or JSON in an address. */
const waysToWrite = (secret: string): string[] => [secret, ...encoded(secret), ...encoded(secret).flatMap(encoded)];

const encoded = (text: string): string[] => [
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text),
  encodeURIComponent(text).replace(/%../g, code => code.toLowerCase()),
];

type PieceMask = {
  push(piece: string | Uint8Array): string | Uint8Array;
  /** What was held back as the beginning of a key, and was none. */
  rest(): string;
};

/** `secrets` are those known by now: a run learns them with its account. */
export function maskPieces(secrets: () => readonly string[]): PieceMask {
  let held = '';
  let [known, forms]: [readonly string[], readonly string[]] = [[], []];
  const renew = (): void => {
    if (known === secrets()) return;
    known = secrets();
    forms = formsOf(known);
  };
  /** How many of the last characters may be the beginning of a key. */
  const begun = (end: string): number => {
    let most = 0;
    for (const form of forms)
      for (let length = Math.min(form.length - 1, end.length); length > most; length--)
        if (end.endsWith(form.slice(0, length))) most = length;
    return most;
  };
  const masked = (text: string, sign: string): string => {
    const clean = forms.reduce((left, form) => left.replaceAll(form, sign), text);
    const kept = clean.length - begun(clean.slice(-(forms[0]?.length ?? 0)));
    held = clean.slice(kept);
    return clean.slice(0, kept);
  };
  return {
    push(piece) {
      renew();
      if (forms.length === 0) return piece;
      if (typeof piece === 'string') return masked(held + piece, '…');
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      const end = bytes.toString('latin1', Math.max(0, bytes.length - (forms[0]?.length ?? 0)));
      if (held === '' && begun(end) === 0 && !forms.some(form => bytes.includes(form))) return piece;
      // Keys are ASCII, so each byte may stand for a character: a piece may end inside one of several bytes.
      return Buffer.from(masked(held + bytes.toString('latin1'), SIGN_IN_BYTES), 'latin1');
    },
    rest() {
      const left = held;
      held = '';
      return left;
    },
  };
}

const SIGN_IN_BYTES = Buffer.from('…').toString('latin1');

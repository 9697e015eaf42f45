/** Whether a text seems to contain a postal address, in a form common in most countries. */
export const looksLikeAddress = (text: string): boolean => forms.some(form => form.test(text));

const forms: readonly RegExp[] = [
  // 12 High Street, 1600 Pennsylvania Ave NW, Suite 300
  /\d{1,5}[a-z]?,? (?:[\p{L}.'-]+ ){1,4}(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|square|sq|place|pl|highway|hwy|parkway|pkwy|terrace|quay)\b/iu,
  /\b(?:suite|ste|floor|unit) \d+\b/i,
  // Hauptstraße 5, Keizersgracht 12, via Roma 3, calle Mayor 8, 5 rue de la Paix
  /\p{L}*(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|allee|ring|straat|gracht|laan|plein|gade|vej|gatan|katu) \d+/iu,
  /\b(?:via|viale|piazza|calle|avenida|rua|ulica|ul\.) (?:[\p{L}.'-]+,? ){1,4}\d+/iu,
  /\d+,? (?:bis,? )?(?:rue|avenue|boulevard|place|quai|chemin) \p{L}/iu,
  /\bP\.? ?O\.? ?box \d+/i,
  // A postal code with the words beside it: CA 94107, London SW1A 1AA, 10115 Berlin, 1234 AB Amsterdam
  /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b/,
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/,
  /\b[A-Z]\d[A-Z] \d[A-Z]\d\b/,
  /\b\d{4} ?[A-Z]{2},? \p{Lu}\p{Ll}+/u,
  /\b(?!(?:19|20)\d\d )(?:[A-Z]{1,2}-)?\d{4,6} \p{Lu}\p{Ll}{2,}/u,
];

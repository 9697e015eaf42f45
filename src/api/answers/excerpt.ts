/** The beginning of a text of the service, on one line. Mask keys before: half a key would not be recognised. */
export const excerpt = (text: string, length = 120): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, length);

/** The beginning of a text of the service, on one line. Its keys must be out of it by then: half of one would not be found. */
export const excerpt = (text: string, length = 120): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, length);

/** Every form of a key as `emk` or a service would write it. */
export const formsOf = (key: string): readonly string[] => [
  key,
  JSON.stringify(key).slice(1, -1),
  encodeURIComponent(key),
  encodeURIComponent(key).replace(/%../g, code => code.toLowerCase()),
];

/** All parts of eight characters of these forms: half a key must be hidden too. */
export const partsOf = (forms: readonly string[]): readonly string[] => [
  ...new Set(forms.flatMap(form => Array.from({length: form.length - 7}, (_, at) => form.slice(at, at + 8)))),
];

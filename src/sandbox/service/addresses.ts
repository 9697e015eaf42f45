/** Where a schedule's design can be seen: under the root that `{base_url}` stands on. */
export const designAddress = (baseUrl: string, utr: string): string => `${rootOf(baseUrl)}/design/${utr}`;

/** Where a template's preview image is. */
export const imageAddress = (baseUrl: string, name: string): string =>
  `${rootOf(baseUrl)}/images/${encodeURIComponent(name)}`;

const rootOf = (baseUrl: string): string => baseUrl.replace(/\/+$/, '').replace(/\/api$/, '');

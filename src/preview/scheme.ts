/** The two colour schemes of mail programs. */
export const schemes = ['light', 'dark'] as const;

export type Scheme = (typeof schemes)[number];

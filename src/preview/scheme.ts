/** The two ways in which mail programs show a mail. */
export const schemes = ['light', 'dark'] as const;

export type Scheme = (typeof schemes)[number];

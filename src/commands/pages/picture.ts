import {type Markup, markup} from './markup.js';

/** The description of a picture, for people who cannot see it. */
export type Described = {
  readonly id: string;
  readonly title: string;
  /** What can be seen, in a sentence. */
  readonly says: string;
  /** Its colour, as the name of a class. */
  readonly tone?: 'plain' | 'loss' | 'rate';
};

/** Puts a drawing into an element that screen readers read by its title and description. */
export const picture = (
  {id, title, says, tone = 'plain', height}: Described & {readonly height: number},
  drawing: Markup,
): Markup =>
  markup`<svg class="chart ${tone}" width="100%" height="${height}" role="img" aria-labelledby="${id}-title ${id}-says"><title id="${id}-title">${title}</title><desc id="${id}-says">${says}</desc>${drawing}</svg>`;

/** A bar for a share, relative to its column's width. Screen readers skip it, because the number is beside it. */
export const shareBar = (share: number | null, tone: 'plain' | 'loss' | 'rate' = 'plain'): Markup =>
  markup`<svg class="bar ${tone}" width="100%" height="6" aria-hidden="true"><rect class="track" width="100%" height="6" rx="3"/><rect width="${Number((Math.min(1, Math.max(0, share ?? 0)) * 100).toFixed(2))}%" height="6" rx="3"/></svg>`;

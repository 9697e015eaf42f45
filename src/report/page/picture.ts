import {type Markup, markup} from '../../commands/pages/markup.js';

/** What a picture shows, for those who do not see it. */
export type Described = {
  /** Names the picture in its page; no other may have it. */
  readonly id: string;
  readonly title: string;
  /** In a sentence what can be seen. */
  readonly says: string;
  /** Which colour it has, by the name of a class. */
  readonly tone?: 'plain' | 'loss' | 'rate';
};

/** Puts a drawing into an element that screen readers read out by its title and what it says. */
export const picture = (
  {id, title, says, tone = 'plain', height}: Described & {readonly height: number},
  drawing: Markup,
): Markup =>
  markup`<svg class="chart ${tone}" width="100%" height="${height}" role="img" aria-labelledby="${id}-title ${id}-says"><title id="${id}-title">${title}</title><desc id="${id}-says">${says}</desc>${drawing}</svg>`;

/** A bar for a share of one, as wide as its column allows. It is beside its number, so nobody needs it read out. */
export const shareBar = (share: number | null, tone: 'plain' | 'loss' | 'rate' = 'plain'): Markup =>
  markup`<svg class="bar ${tone}" width="100%" height="6" aria-hidden="true"><rect class="track" width="100%" height="6" rx="3"/><rect width="${Number((Math.min(1, Math.max(0, share ?? 0)) * 100).toFixed(2))}%" height="6" rx="3"/></svg>`;

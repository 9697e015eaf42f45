/** How the parts of a question look, by purpose. */
export type Paint = {
  readonly question: (text: string) => string;
  readonly mark: (text: string) => string;
  readonly chosen: (text: string) => string;
  readonly small: (text: string) => string;
  readonly wrong: (text: string) => string;
};

const sgr =
  (on: number, off: number) =>
  (text: string): string =>
    text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;

export const withColors: Paint = {
  question: sgr(1, 22),
  mark: sgr(36, 39),
  chosen: sgr(36, 39),
  small: sgr(2, 22),
  wrong: sgr(31, 39),
};

const asItIs = (text: string): string => text;

export const withoutColors: Paint = {question: asItIs, mark: asItIs, chosen: asItIs, small: asItIs, wrong: asItIs};

/** A clock that began at noon, for recordings: of a mailing that goes out at night emk says one line more, which moves all others. */
const sinceNoon = (Date.now() - 12 * 3_600_000) % 86_400_000;

export const now = (): Date => new Date(Date.now() - sinceNoon);

const script = `const {now} = Date;
Date.now = () => now() - ${sinceNoon};
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length > 0 ? given : [Date.now()]));
  }
};`;

/** The same for a program. */
export const noon = {NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}`};

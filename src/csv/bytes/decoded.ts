/** Text as UTF-8, up to the first byte that the encoding does not know; `bad` names that byte. */
export type Decoded = {readonly bytes: Uint8Array; readonly bad?: string};

/** What was made of the first `used` bytes of a piece; the others wait for the next one. */
export type Step = Decoded & {readonly used: number};

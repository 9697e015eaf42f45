/** Text as UTF-8, up to the first byte that the encoding does not have; `bad` names that byte. */
export type Decoded = {readonly bytes: Uint8Array; readonly bad?: string};

/** The text of the first `used` bytes of a piece; the other bytes wait for the next piece. */
export type Step = Decoded & {readonly used: number};

/** The digits after a second's point as microseconds. */
export const microseconds = (fraction = ''): number => Number(fraction.padEnd(6, '0').slice(0, 6));

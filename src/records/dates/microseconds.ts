/** The digits after the decimal point of a second, as microseconds. */
export const microseconds = (fraction = ''): number => Number(fraction.padEnd(6, '0').slice(0, 6));

/** Whether a field holds a moment: the service writes one that never was in zeros. */
export const isMoment = (value: unknown): value is string => typeof value === 'string' && /^(?!0000)\d{4}-/.test(value);

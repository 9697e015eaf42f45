/** Whether a field holds a moment: the service writes zeros for something that has not happened. */
export const isMoment = (value: unknown): value is string => typeof value === 'string' && /^(?!0000)\d{4}-/.test(value);

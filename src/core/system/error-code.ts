/** The code that the system or a library gave an error, such as `ENOENT`; empty for errors without a code. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether a file could not be moved or removed, as while a scanner of Windows looks through it. */
export const isHeld = (error: unknown): boolean => ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));

/** How often, and after how many milliseconds, emk tries again to move or remove a file that another program holds. */
export const heldFile = {tries: 5, pause: 50} as const;

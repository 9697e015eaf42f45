/** The code that the system or a library gave an error, such as `ENOENT`; empty for errors without a code. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The code that the system or a library gave an error, such as `ENOENT`; empty where there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

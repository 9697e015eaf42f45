/**
 * The address by which SQLite opens a file without its own locks. It takes all behind `file:` for the path, so
 * `file:///C:/` would name a folder `/C:`.
 */
export const uriOf = (path: string): string => `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?nolock=1`;

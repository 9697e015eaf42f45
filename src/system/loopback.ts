/** Whether a URL's host is this machine: no proxy stands before it, and no network lies between. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether a URL's host is this machine, which is reached without a proxy and without a network. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

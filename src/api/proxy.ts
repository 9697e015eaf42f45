/**
The proxy for an address, as the usual variables say. Loopback never goes through one: the sandbox and tests live there.
*/
export function proxyFor(baseUrl: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const {protocol, hostname, port} = new URL(baseUrl);
  const proxy =
    protocol === 'https:' ? (env['HTTPS_PROXY'] ?? env['https_proxy']) : (env['HTTP_PROXY'] ?? env['http_proxy']);
  if (!proxy || isLoopback(hostname) || isExempt(hostname, port, env['NO_PROXY'] ?? env['no_proxy'] ?? ''))
    return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/** Whether a host is this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname);

function isExempt(hostname: string, port: string, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      if (entry === '*') return true;
      const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (onlyPort && onlyPort !== port) return false;
      const domain = name.replace(/^\*?\./, '').toLowerCase();
      return hostname === domain || hostname.endsWith(`.${domain}`);
    });
}

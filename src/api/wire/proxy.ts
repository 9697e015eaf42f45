import {ConfigError} from '../../core/errors.js';
import {isLoopback} from '../../core/words/values.js';

/** The proxy for an address, from the usual variables. Loopback never uses one: the sandbox and tests run there. */
export function proxyFor(baseUrl: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const {protocol, hostname, port} = new URL(baseUrl);
  const names = protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const variable = names.find(name => env[name]);
  if (!variable || isLoopback(hostname) || isExempt(hostname, port, env['NO_PROXY'] ?? env['no_proxy'] ?? ''))
    return undefined;
  return toProxy(env[variable] ?? '', variable);
}

/** Reads a proxy's address. Errors do not quote it, because it may contain a password. */
function toProxy(text: string, variable: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && isDecodable(url.username + url.password)) return address;
  throw new ConfigError(`${variable} is not the address of an http or https proxy.`, {
    hint: `For example: ${variable}=http://proxy.example.com:3128, with special characters of a password percent-encoded.`,
  });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

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

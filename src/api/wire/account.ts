/** Where requests go and with which keys. Both come from the same source. */
export type Account = {
  /** The name for people: the profile's name, `environment` or `sandbox`. */
  readonly name: string;
  readonly source: 'profile' | 'environment' | 'sandbox';
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** `read-only` refuses every write; `protected` asks for the profile's name first. */
  readonly guard: 'none' | 'protected' | 'read-only';
};

/** Where requests go and with which keys: one unit from one source. */
export type Account = {
  /** What people call it: the profile's name, `environment` or `sandbox`. */
  readonly name: string;
  readonly source: 'profile' | 'environment' | 'sandbox';
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** `read-only` refuses every write; `protected` asks for the profile's name first. */
  readonly guard: 'none' | 'protected' | 'read-only';
};

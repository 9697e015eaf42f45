/** The options of `emk mcp` that decide what an agent may do. */
export type ServerOptions = {
  readonly 'allow-writes'?: unknown;
  readonly 'allow-sends'?: string | undefined;
  readonly 'max-recipients'?: number | undefined;
  readonly 'allow-automations'?: unknown;
  readonly folder?: readonly string[] | undefined;
  readonly 'mask-addresses'?: unknown;
};

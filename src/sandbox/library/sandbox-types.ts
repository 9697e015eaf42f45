/** How a sandbox is to start. Everything has a default. */
export type SandboxOptions = {
  /** Starts with an empty account instead of the demo account. */
  readonly empty?: boolean;
  /** How many contacts to make up besides. */
  readonly contacts?: number;
  /** The number that everything made up follows from. Given, the keys follow from it too. */
  readonly random?: number;
  /** The address to listen on; by default `127.0.0.1`, which only this machine reaches. */
  readonly host?: string;
  /** The port to listen on; by default any free one. */
  readonly port?: number;
  /** How its time goes: `real`, `x60`, `step` (stands still) or one of them with a start: `step@2026-01-31T09:00:00Z`. */
  readonly clock?: string;
  /** Faults that it begins with, as `emk sandbox serve --fault` takes them. */
  readonly faults?: readonly string[];
  /** Choices where the API's documentation says nothing; `emk help sandbox` lists them. */
  readonly settings?: {readonly [name: string]: string | number | boolean};
};

/**
 * A local copy of the service that runs as a program of its own: its user may stand still and wait for an emk that it
 * starts. It keeps no process alive, and ends with the process that started it.
 */
export type Sandbox = {
  /** The base URL of the API, as in `http://127.0.0.1:4711/api`. */
  readonly url: string;
  readonly keys: {readonly publicKey: string; readonly secretKey: string};
  /** The environment variables that lead an emk, or another program that reads them, here and to no other account. */
  readonly env: {readonly [name: string]: string};
  /** Its time, which sends and automations follow. */
  readonly clock: {
    now(): Promise<Date>;
    /** Moves it forward by a span such as `90s`, `2 days` or `1 week`, and gives the new time. */
    advance(span: string): Promise<Date>;
  };
  /** How it misbehaves. */
  readonly faults: {
    /** Adds faults such as `POST /contacts/add=500:1`; `emk help sandbox` lists the kinds. */
    add(...faults: string[]): Promise<void>;
    /** The faults that are on, each with how many more requests it meets; `null` for all of them. */
    list(): Promise<Array<{readonly fault: string; readonly left: number | null}>>;
    clear(): Promise<void>;
  };
  /** The requests that it got, oldest first. */
  requests(): Promise<LoggedRequest[]>;
  /** The mail that it sent, in place of delivering it. */
  mail(asked?: {readonly to?: string | undefined; readonly utr?: string | undefined}): Promise<SentMail[]>;
  /** Takes account, clock, faults and log back to how they were at the start. */
  reset(): Promise<void>;
  /** Stops it and removes what it kept. A second call does nothing. */
  stop(): Promise<void>;
  /** The same for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** A request as it was received: names and sizes of its fields, no values and no keys. */
export type LoggedRequest = {
  /** When it came, in real time. */
  readonly at: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The status of the answer; `null` where a fault left it without one. */
  readonly status: number | null;
  readonly encoding: string;
  readonly fields: ReadonlyArray<{
    readonly name: string;
    readonly bytes: number;
    readonly count?: number;
    readonly filename?: string;
  }>;
  /** The size of its body. */
  readonly bytes: number;
  /** How many fields were beyond the limit that PHP has for a form. */
  readonly dropped: number;
  /** The kinds of the faults that it met. */
  readonly faults: readonly string[];
};

/** A mail as one person got it, with the tags filled, and what became of it. */
export type SentMail = {
  readonly id: number;
  readonly kind: string;
  /** Of the mailing, or of the automation. */
  readonly utr: string;
  readonly name: string;
  readonly to: string;
  readonly from: string;
  readonly reply_to: string;
  readonly subject: string;
  readonly preheader: string;
  readonly body: string;
  readonly triggered_at: string;
  readonly delivered_at: string | null;
  readonly bounced_at: string | null;
  readonly opens: number;
  readonly opened_at: string | null;
  readonly unsubscribed_at: string | null;
};

/** Starts a sandbox. It rejects with an `Error` that has a `code`. */
export type StartSandbox = (options?: SandboxOptions) => Promise<Sandbox>;

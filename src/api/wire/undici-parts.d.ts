/** The parts of undici that emk uses: loading all of it would take longer than a whole command. */
declare module 'undici/lib/dispatcher/pool.js' {
  import {Pool} from 'undici';
  export default Pool;
}
declare module 'undici/lib/dispatcher/proxy-agent.js' {
  import {ProxyAgent} from 'undici';
  export default ProxyAgent;
}
declare module 'undici/lib/core/connect.js' {
  import {buildConnector} from 'undici';
  export default buildConnector;
}
declare module 'undici/lib/core/symbols.js' {
  const symbols: {readonly kParser: symbol};
  export default symbols;
}
declare module 'undici/lib/api/api-request.js' {
  import type {Dispatcher} from 'undici';
  export default function request(
    this: Pick<Dispatcher, 'dispatch'>,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}
declare module 'undici/lib/api/api-connect.js' {
  import type {Dispatcher} from 'undici';
  export default function connect(
    this: Dispatcher,
    options: Dispatcher.ConnectOptions,
  ): Promise<Dispatcher.ConnectData>;
}

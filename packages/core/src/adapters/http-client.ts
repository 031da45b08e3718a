import type * as Undici from "undici";
import type { Agent, Dispatcher } from "undici";

/** How to reach a service over HTTP. */
export interface HttpClientOptions {
  /** Connections at the same time. */
  readonly connections: number;
  /** For a connection to come about, in milliseconds. */
  readonly connectMs: number;
}

/** Connections to a service, kept between requests. */
export interface HttpClient {
  request(url: string, options: Omit<Dispatcher.RequestOptions, "origin" | "path">): Promise<Dispatcher.ResponseData>;
  /** Cuts the connections. */
  destroy(): Promise<void>;
}

/** A client that loads its library with the first request: most programs open one and never ask. */
export function httpClient({ connections, connectMs }: HttpClientOptions): HttpClient {
  let opening: Promise<{ readonly library: typeof Undici; readonly agent: Agent }> | null = null;
  const open = async () => {
    const library = await import("undici");
    return { library, agent: new library.Agent({ connections, connect: { timeout: connectMs } }) };
  };
  return {
    request: async (url, options) => {
      const { library, agent } = await (opening ??= open());
      return library.request(url, { ...options, dispatcher: agent });
    },
    destroy: async () => (await opening)?.agent.destroy(),
  };
}

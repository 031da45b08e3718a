import type * as Undici from "undici";
import type { Agent, Dispatcher } from "undici";

/** Limits of an HTTP client. */
export interface HttpClientOptions {
  /** Most concurrent connections. */
  readonly connections: number;
  /** Connect timeout in milliseconds. */
  readonly connectMs: number;
}

/** A client that keeps its connections between requests. */
export interface HttpClient {
  request(url: string, options: Omit<Dispatcher.RequestOptions, "origin" | "path">): Promise<Dispatcher.ResponseData>;
  /** Closes the connections at once. */
  destroy(): Promise<void>;
}

/** A client that loads its library on the first request: most programs never send one. */
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

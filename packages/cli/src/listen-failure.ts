/** The system's error codes for addresses on which a server cannot listen. */
interface ListenError extends Error {
  readonly code: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** Why the server cannot listen on the address, and what to do; null for other errors. */
export function listenFailure(error: unknown): string | null {
  if (!isListenError(error)) return null;
  const { code, address = "this machine", port } = error;
  const place = port === undefined ? address : `port ${port} of ${address}`;
  switch (code) {
    case "EADDRINUSE":
      return `${place} is in use by another program; choose another port with --port, or --port 0 for a free one`;
    case "EACCES":
      return `this user may not listen on ${place}; ports below 1024 often need rights, --port takes another one`;
    case "EADDRNOTAVAIL":
      return `${address} is not an address of this machine; give --host one that is, such as 127.0.0.1 or 0.0.0.0`;
    case "ENOTFOUND":
      return `no address is known for the name ${error.hostname ?? address}`;
    default:
      return null;
  }
}

function isListenError(error: unknown): error is ListenError {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return false;
  return error.syscall === "listen" || (error.syscall === "getaddrinfo" && error.code === "ENOTFOUND");
}

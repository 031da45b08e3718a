import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../packages/cli/src/failure.js";

/** The system's real error for an address that it cannot listen on. */
async function refusalOf(port: number, host: string): Promise<unknown> {
  const server = createServer();
  const failed = once(server, "error") as Promise<[unknown]>;
  server.listen(port, host);
  return (await failed)[0];
}

describe("an address on which the server cannot listen", () => {
  it("in use is explained, with advice", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as { port: number };
    const { lines, exitCode } = failureOf(await refusalOf(port, "127.0.0.1"), false);
    expect([lines, exitCode]).toEqual([
      [
        `port ${port} of 127.0.0.1 is in use by another program; choose another port with --port, or --port 0 for a free one`,
      ],
      1,
    ]);
    holder.close();
  });

  it("of another machine is explained", async () => {
    const { lines } = failureOf(await refusalOf(0, "192.0.2.1"), false);
    expect(lines).toEqual([
      "192.0.2.1 is not an address of this machine; give --host one that is, such as 127.0.0.1 or 0.0.0.0",
    ]);
  });

  it("that needs rights is explained", () => {
    const error = Object.assign(new Error("listen EACCES"), {
      code: "EACCES",
      syscall: "listen",
      address: "0.0.0.0",
      port: 80,
    });
    expect(failureOf(error, false).lines[0]).toBe(
      "this user may not listen on port 80 of 0.0.0.0; ports below 1024 often need rights, --port takes another one",
    );
  });

  it("leaves any other failure to be reported as it is", () => {
    const error = Object.assign(new Error("open EACCES"), { code: "EACCES", syscall: "open" });
    expect(failureOf(error, false).lines).toEqual(["open EACCES"]);
  });
});

import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqliteFile } from "../../../packages/server/src/quota/sqlite-file.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

it("opens a new file for all who open it at the same moment", async () => {
  const directory = await temporaryDirectory();
  for (let round = 0; round < 20; round += 1) {
    const path = join(directory, `${round}.db`);
    const schema = "CREATE TABLE IF NOT EXISTS told (words TEXT NOT NULL) STRICT;";
    const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openSqliteFile(path, schema, "machine")));
    for (const file of opened) if (file.status === "fulfilled") await file.value.close();
    expect(opened.flatMap((file) => (file.status === "rejected" ? [String(file.reason)] : []))).toEqual([]);
  }
});

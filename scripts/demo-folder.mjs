import { fileURLToPath } from "node:url";

/** Where `npm start` keeps the sample: the folder that the command, run in the checkout, looks in by itself. */
export const demoFolder = fileURLToPath(new URL("../.sentiment", import.meta.url));

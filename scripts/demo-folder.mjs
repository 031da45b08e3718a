import { fileURLToPath } from "node:url";

/** Folder in which `npm start` keeps the sample; the command, run in the checkout, looks there by default. */
export const demoFolder = fileURLToPath(new URL("../.sentiment", import.meta.url));
